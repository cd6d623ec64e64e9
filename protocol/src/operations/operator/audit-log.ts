/** The audit log in the operator API. */
import { z } from 'zod'
import { listOf, listQuery } from '../../lists.ts'
import { localPeriod } from '../../local-time.ts'
import { named } from '../../named.ts'
import type { OperationTable } from '../../operation.ts'
import { auditEntry } from '../../operator-records.ts'
import { timeSchema } from '../../time.ts'
import { auditEntry as example, auditSeal as exampleSeal } from '../examples/audit-log.ts'
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

const auditSeal = z.object({
  cell: z.string().meta({ description: 'The cell whose log it is; empty with one database.' }),
  number: z.int().min(1).meta({ description: 'From 1 without a gap in each cell.' }),
  kind: z
    .enum(['audit-log', 'ledger-day'])
    .meta({ description: 'Of an hour of the audit log, or of a closed day of the ledger.' }),
  sealedAt: timeSchema,
  entries: z.int().min(0).meta({ description: 'How many entries the chain had.' }),
  seal: z.string().meta({
    description: 'A JWS, signed by a key of the purpose `statement` of `/.well-known/wasl-keys`.',
  }),
})

const auditSealList = listOf(auditSeal)

named({ AuditEntryList: auditEntryList, AuditSeal: auditSeal, AuditSealList: auditSealList })

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
  listAuditSeals: {
    caller: 'operator',
    tag: 'Operator API',
    method: 'GET',
    path: '/operator/v1/audit/seals',
    permission: 'audit.view',
    summary: 'List the seals of the audit log and of the ledger',
    description:
      'Newest first. Keep them where the administrators of the database cannot change them: ' +
      '`wasl-platform audit verify` checks the database against them.',
    query: listQuery,
    answer: onePage(auditSealList, exampleSeal),
  },
} as const satisfies OperationTable

export type AuditSeal = z.infer<typeof auditSeal>
