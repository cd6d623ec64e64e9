import type { PayoutStatus } from '@wasl/protocol'
import type pg from 'pg'
import { appendAudit, type OperatorActor } from '../../../base/audit/append.ts'
import { withTransaction } from '../../../base/database/with-transaction.ts'
import { isOwnWork } from '../../../parties/people/is-own-work.ts'
import { mayFollow, type PayoutRow } from './payout.ts'
import { lockPayout, setPayoutStatus } from './set-status.ts'

export type WrongStatus = { ok: false; code: 'PAYOUT409_WRONG_STATUS'; status: PayoutStatus }

export type PayoutDecided =
  | { ok: true; payout: PayoutRow }
  | { ok: false; code: 'PAYOUT404_NOT_FOUND' | 'APPROVAL409_SAME_PERSON' }
  | WrongStatus

/** Approves or declines a payout. Nobody approves what they proposed; anyone may decline. */
export const decidePayout = (
  pool: pg.Pool,
  { partnerId, payoutId }: { partnerId: number; payoutId: string },
  decision: 'approved' | 'declined',
  by: OperatorActor,
): Promise<PayoutDecided> =>
  withTransaction(pool, async (tx): Promise<PayoutDecided> => {
    const before = await lockPayout(tx, partnerId, payoutId)
    if (before === null) return { ok: false, code: 'PAYOUT404_NOT_FOUND' }
    if (before.status === decision) return { ok: true, payout: before }
    if (!mayFollow(decision, before.status)) {
      return { ok: false, code: 'PAYOUT409_WRONG_STATUS', status: before.status }
    }
    const made = { table: 'payouts', partnerId, id: payoutId, by: before.madeBy } as const
    if (decision === 'approved' && (await isOwnWork(tx, made, by))) {
      return { ok: false, code: 'APPROVAL409_SAME_PERSON' }
    }
    const payout = await setPayoutStatus(tx, before, decision, by.holder)
    await appendAudit(tx, by, {
      partnerId,
      action: decision === 'approved' ? 'payout.approve' : 'payout.decline',
      subject: payoutId,
    })
    return { ok: true, payout }
  })
