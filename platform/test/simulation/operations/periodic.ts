import { closeDays } from '../../../src/ledger/close-day.ts'
import { rollUp as rollUpLedger } from '../../../src/ledger/roll-up.ts'
import { expireLapsedLocks } from '../../../src/payments/expire.ts'
import { forgetOldKeys } from '../../../src/base/idempotency/forget-old.ts'
import { expireRefunds } from '../../../src/payments/refunds/expire.ts'
import { repairQuotas } from '../../../src/payments/status/repair-quotas.ts'
import { repairDueTimes } from '../../../src/delivery/webhooks/queue/repair-due-times.ts'
import type { Operation } from './operation.ts'

/** The work that every process does by the clock (`operations/periodic/tasks.ts`). */
export const expireLocks: Operation = async ({ process }) => {
  const { db, payments, dispatcher } = process
  const { released } = await expireLapsedLocks(db.hot, payments.makeTransition, null)
  if (released > 0) dispatcher.wake()
  return `${released} released`
}

export const rollUp: Operation = ({ process }) => rollUpLedger(process.db.pool)

export const closeBusinessDays: Operation = async ({ process }) =>
  (await closeDays(process.db.pool)).state

export const lapseRefunds: Operation = async ({ process }) =>
  String(await expireRefunds(process.db.pool))

const KEYS_MAX = 100

export const forgetKeys: Operation = async ({ process }) => {
  const { forgotten } = await forgetOldKeys(process.db.notes, KEYS_MAX)
  return `${forgotten} forgotten`
}

export const repair: Operation = async ({ process }) => {
  await repairQuotas(process.db.notes)
  const { repaired } = await repairDueTimes(process.db.notes)
  return `${repaired} repaired`
}
