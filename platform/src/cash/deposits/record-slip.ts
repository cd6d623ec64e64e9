import type pg from 'pg'
import { withTransaction } from '../../database/with-transaction.ts'
import type { DepositRow } from './deposit.ts'
import { findDeposit, type Picture } from './find.ts'
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

/** The bank took the bag and gave a slip. The same number again gets the same answer. */
export const recordSlip = (
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
