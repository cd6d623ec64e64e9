import type { Centimes } from '@wasl/protocol'
import type pg from 'pg'
import { appendAudit, type OperatorActor } from '../../../base/audit/append.ts'
import { withTransaction } from '../../../base/database/with-transaction.ts'
import { behind } from '../../../parties/people/persons-behind.ts'
import { readStatement } from '../statements/read.ts'
import { lockPayouts, readAvailable } from './available.ts'
import type { PayoutRow } from './payout.ts'
import { readPayout } from './read.ts'
import type { HeldSince } from './released.ts'

export type Proposed =
  | { ok: true; payout: PayoutRow }
  | {
      ok: false
      code: 'STATEMENT404_NOT_FOUND' | 'STATEMENT409_NOT_APPROVED' | 'PAYOUT409_TESTING'
    }
  | { ok: false; code: 'PAYOUT409_AMOUNT'; available: Centimes }

/**
 * Proposes a payout of an approved statement: another person must approve it. Without an amount it is
 * all that may be paid now.
 *
 * @param held what all cells say of channels; null with one database.
 */
export const proposePayout = (
  pool: pg.Pool,
  { partnerId, statementId }: { partnerId: number; statementId: string },
  wanted: Centimes | null,
  by: OperatorActor,
  held: HeldSince | null = null,
): Promise<Proposed> =>
  withTransaction(pool, async (tx): Promise<Proposed> => {
    const statement = await readStatement(tx, partnerId, statementId)
    if (statement === null) return { ok: false, code: 'STATEMENT404_NOT_FOUND' }
    if (statement.status !== 'approved') return { ok: false, code: 'STATEMENT409_NOT_APPROVED' }
    if (await isTesting(tx, partnerId)) return { ok: false, code: 'PAYOUT409_TESTING' }
    await lockPayouts(tx, statement)
    const { available, release } = await readAvailable(tx, statement, statementId, held)
    const amount = wanted ?? available
    if (amount > available || amount <= 0) return { ok: false, code: 'PAYOUT409_AMOUNT', available }
    const { rows } = await tx.query<{ payoutId: string }>(
      `insert into payouts
        (partner_id, payout_id, statement_id, amount, status, release, made_by, made_behind, made_at)
      values ($1, new_id($1), $2, $3, 'proposed', $4, $5, $6, wasl_now())
      returning payout_id as "payoutId"`,
      [partnerId, statementId, amount, release, by.holder, behind(by)],
    )
    const payoutId = rows[0]?.payoutId
    const payout = payoutId === undefined ? null : await readPayout(tx, partnerId, payoutId)
    if (payout === null) throw new Error('the payout was not stored')
    await appendAudit(tx, by, {
      partnerId,
      action: 'payout.propose',
      subject: payout.payoutId,
      details: { statementId, amount },
    })
    return { ok: true, payout }
  })

/** Its payments are of test channels, which take no money (W265). No partner returns to this state. */
const isTesting = async (tx: pg.ClientBase, partnerId: number): Promise<boolean> => {
  const { rowCount } = await tx.query(
    `select from partners where partner_id = $1 and state = 'testing'`,
    [partnerId],
  )
  return rowCount === 1
}
