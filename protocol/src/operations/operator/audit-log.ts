/** The audit log in the operator API. */
import { z } from 'zod'
import { listOf, listQuery } from '../../lists.ts'
import { localPeriod } from '../../local-time.ts'
import { named } from '../../named.ts'
import type { OperationTable } from '../../operation.ts'
import { auditEntry } from '../../operator-records.ts'
import { auditEntry as example } from '../examples/audit-log.ts'
import { onePage } from '../list-answer.ts'

/** An id, token or name in an entry of the audit log. */
const auditedText = z
  .string()
  .refine((text) => /^\P{Cc}{1,200}$/u.test(text), {
    message: 'expected 1 to 200 characters without control characters',
  })
  .meta({ minLength: 1, maxLength: 200 })

export const auditQuery = listQuery.extend({
  ...localPeriod,
  action: auditedText
    .optional()
    .meta({ description: 'Only this action, such as variance.decide.' }),
  subject: auditedText
    .optional()
    .meta({ description: "Only entries about this subject: an id, or a QR code's token." }),
  actor: auditedText.optional().meta({
    description:
      "Only what was done by this: the id or the name of an operator's key, or a partner's id.",
  }),
})

const auditEntryList = listOf(auditEntry)

named({ AuditEntryList: auditEntryList })

export const OPERATOR_AUDIT_LOG = {
  listAuditLog: {
    caller: 'operator',
    tag: 'Operator API',
    method: 'GET',
    path: '/operator/v1/audit-log',
    permission: 'audit.view',
    summary: 'List what operators did',
    description: 'Newest first. The log is append-only.',
    query: auditQuery,
    answer: onePage(auditEntryList, example),
  },
} as const satisfies OperationTable
