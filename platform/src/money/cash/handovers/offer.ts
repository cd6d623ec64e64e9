import type { Centimes } from '@wasl/protocol'
import type pg from 'pg'
import { holderProblem, type HolderProblem } from '../../../ledger/custody/holder.ts'
import { holdsCash } from '../../../ledger/custody/hold-cash.ts'
import type { CashCells } from '../../../ledger/custody/over-cells.ts'
import { withTransaction } from '../../../base/database/with-transaction.ts'
import { hashHandoverCode, makeHandoverCode } from './code.ts'
import { HANDOVER_COLUMNS, type HandoverRow } from './handover.ts'

export type NewHandover = { channelId: number; from: string; to: string; amount: Centimes }

export type OfferResult =
  | { ok: true; handover: HandoverRow; code: string }
  | { ok: false; code: HolderProblem | 'CASH409_NOT_ENOUGH' }

/** Offers cash to another holder of the channel (D30). Nothing moves before the receipt. */
export const offerHandover = async (
  pool: pg.Pool,
  { channelId, from, to, amount }: NewHandover,
  cells: CashCells = null,
): Promise<OfferResult> => {
  const problem =
    (await holderProblem(pool, channelId, from, 'gives')) ??
    (await holderProblem(pool, channelId, to, 'receives'))
  if (problem !== null) return { ok: false, code: problem }
  const handoverId = await newHandoverId(pool)
  const code = makeHandoverCode()
  const codeHash = await hashHandoverCode(code, handoverId)
  return withTransaction(pool, async (tx): Promise<OfferResult> => {
    if (!(await holdsCash(tx, from, amount, cells)))
      return { ok: false, code: 'CASH409_NOT_ENOUGH' }
    const { rows } = await tx.query<HandoverRow>(
      `insert into handovers (handover_id, channel_id, from_owner, to_owner, amount, code_hash)
      values ($1, $2, $3, $4, $5, $6)
      returning ${HANDOVER_COLUMNS}`,
      [handoverId, channelId, from, to, amount, codeHash],
    )
    const [handover] = rows
    if (handover === undefined) throw new Error('the new handover was not stored')
    return { ok: true, handover, code }
  })
}

/** The salt of the code, so it is made first. */
const newHandoverId = async (pool: pg.Pool): Promise<string> => {
  const { rows } = await pool.query<{ id: string }>('select new_id(0) as id')
  const id = rows[0]?.id
  if (id === undefined) throw new Error('the database made no id')
  return id
}
