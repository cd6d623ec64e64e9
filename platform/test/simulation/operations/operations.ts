import type { Operation } from './operation.ts'
import * as payments from './payments.ts'
import * as periodic from './periodic.ts'
import { status } from './status.ts'
import { redeliver } from './webhooks.ts'

/** Every kind of operation, with how often it is called beside the others. */
export const OPERATIONS = {
  open: { run: payments.open, weight: 30 },
  confirm: { run: payments.confirm, weight: 22 },
  cancel: { run: payments.cancel, weight: 6 },
  fail: { run: payments.fail, weight: 3 },
  read: { run: payments.read, weight: 4 },
  status: { run: status, weight: 6 },
  redeliver: { run: redeliver, weight: 3 },
  'expire locks': { run: periodic.expireLocks, weight: 6 },
  'roll up the ledger': { run: periodic.rollUp, weight: 3 },
  'close days': { run: periodic.closeBusinessDays, weight: 3 },
  'expire refunds': { run: periodic.lapseRefunds, weight: 1 },
  'forget old keys': { run: periodic.forgetKeys, weight: 1 },
  repair: { run: periodic.repair, weight: 1 },
} as const satisfies Record<string, { run: Operation; weight: number }>

export type OperationName = keyof typeof OPERATIONS
