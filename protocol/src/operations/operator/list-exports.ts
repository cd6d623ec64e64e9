/** The lists of the desks as workbooks for people (W255). */
import { z } from 'zod'
import { LANGUAGES } from '../../language.ts'
import { EXPORT_ROWS_MAX } from '../../lists.ts'
import type { OperationTable } from '../../operation.ts'
import { XLSX } from '../file-types.ts'
import { accessQuery } from './access.ts'
import { auditQuery } from './audit-log.ts'
import { allCasesQuery } from './cases.ts'
import { allDepositsQuery } from './deposits.ts'
import { variancesQuery } from './variances.ts'
import { webhookEventsQuery } from './webhook-events.ts'

const ofPages = { limit: true, cursor: true } as const

const form = {
  lang: z.enum(LANGUAGES).optional().meta({
    description: 'The language of the workbook; by default that of Accept-Language.',
  }),
}

const common = {
  caller: 'operator',
  tag: 'Operator API',
  method: 'GET',
  description:
    `The rows of the list, newest first, in one workbook of at most ${EXPORT_ROWS_MAX} rows: states in ` +
    'words of the language, names, local times as dates, amounts as numbers. A longer list is refused, ' +
    "not cut. Needs the list's permission and `export`. One export runs at a time.",
  answer: { description: 'The workbook.', content: XLSX },
  errors: ['EXPORT422_TOO_MANY', 'EXPORT429_TOO_MANY_AT_ONCE'],
} as const

/** A table of its own: each reads its list, in whichever cells the list is read. */
export const OPERATOR_LIST_EXPORTS = {
  exportVariances: {
    ...common,
    path: '/operator/v1/variances/export',
    permission: 'cash.view',
    summary: 'Export variances for Excel',
    query: variancesQuery.omit(ofPages).extend(form),
  },
  exportDeposits: {
    ...common,
    path: '/operator/v1/deposits/export',
    permission: 'cash.view',
    summary: 'Export the bags of all channels for Excel',
    query: allDepositsQuery.omit(ofPages).extend(form),
  },
  exportCases: {
    ...common,
    path: '/operator/v1/cases/export',
    permission: 'cash.view',
    summary: 'Export the cases of all channels for Excel',
    query: allCasesQuery.omit(ofPages).extend(form),
  },
  exportAuditLog: {
    ...common,
    path: '/operator/v1/audit-log/export',
    permission: 'audit.view',
    summary: 'Export the audit log for Excel',
    query: auditQuery.omit(ofPages).extend(form),
  },
  exportAccess: {
    ...common,
    path: '/operator/v1/access/export',
    permission: 'audit.view',
    summary: 'Export who can do what for Excel',
    query: accessQuery.omit(ofPages).extend(form),
  },
  exportWebhookEvents: {
    ...common,
    path: '/operator/v1/webhook-events/export',
    permission: 'events.view',
    summary: 'Export webhook events for Excel',
    query: webhookEventsQuery.omit(ofPages).extend(form),
  },
} as const satisfies OperationTable
