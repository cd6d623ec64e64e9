import type pg from 'pg'
import { withTransaction } from '../../../base/database/with-transaction.ts'
import type { DepositRow } from './deposit.ts'
import { findBySlip, findDeposit, type Picture } from './find.ts'
import { moveDeposit } from './move.ts'

export type Slip = {
  channelId: number
  depositId: string
  number: string
  picture: Picture | null
}

export type SlipResult =
  | { ok: true; deposit: DepositRow }
  | { ok: false; code: 'DEPOSIT404_NOT_FOUND' | 'DEPOSIT409_WRONG_STATUS' }
  | { ok: false; code: 'DEPOSIT409_SLIP_IN_USE'; other: DepositRow }

/**
 * The bank took the bag and gave a slip. The same number again gets the same answer, and no other bag
 * gets it (D38): an index decides, also between two requests at once.
 */
export const recordSlip = async (pool: pg.Pool, slip: Slip): Promise<SlipResult> => {
  try {
    return await record(pool, slip)
  } catch (error) {
    const other = isSlipTaken(error) ? await findBySlip(pool, slip.number) : null
    if (other === null) throw error
    return { ok: false, code: 'DEPOSIT409_SLIP_IN_USE', other }
  }
}

const isSlipTaken = (error: unknown): boolean =>
  error instanceof Error && 'constraint' in error && error.constraint === 'deposits_slip'

const record = (
  pool: pg.Pool,
  { channelId, depositId, number, picture }: Slip,
): Promise<SlipResult> =>
  withTransaction(pool, async (tx): Promise<SlipResult> => {
    if ((await findDeposit(tx, channelId, depositId)) === null) {
      return { ok: false, code: 'DEPOSIT404_NOT_FOUND' }
    }
    const moved = await moveDeposit(tx, depositId, { move: 'deposited', slip: number })
    if (moved === null) {
      const deposit = await findDeposit(tx, channelId, depositId)
      if (deposit?.slip === number) return { ok: true, deposit }
      return { ok: false, code: 'DEPOSIT409_WRONG_STATUS' }
    }
    if (picture === null) return { ok: true, deposit: moved }
    await tx.query('insert into deposit_pictures (deposit_id, type, picture) values ($1, $2, $3)', [
      depositId,
      picture.type,
      picture.picture,
    ])
    return { ok: true, deposit: { ...moved, has_picture: true } }
  })
