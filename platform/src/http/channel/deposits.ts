import type { ErrorCode } from '@wasl/protocol'
import type { OPERATIONS } from '@wasl/protocol/operations'
import type pg from 'pg'
import type { CashCells } from '../../ledger/custody/over-cells.ts'
import { bagCash } from '../../money/cash/deposits/bag.ts'
import type { DepositRow } from '../../money/cash/deposits/deposit.ts'
import { findDeposit, listDeposits } from '../../money/cash/deposits/find.ts'
import { pictureIn } from '../../money/cash/deposits/picture.ts'
import { recordSlip } from '../../money/cash/deposits/record-slip.ts'
import { NO_PARTNER } from '../../ledger/post.ts'
import { channelWireId } from '../../base/wire-ids.ts'
import { centimesOf } from '../../base/centimes.ts'
import { depositBody } from '../bodies/custody.ts'
import { answerOnce } from '../server/answer-once.ts'
import { pageOf, readCursor, readUuid } from '../server/cursor.ts'
import type { ChannelCaller } from './channel.ts'
import type { Handlers, Refuse } from '../server/routes.ts'
import { uuidIn } from '../server/uuid-in.ts'

export type DepositDeps = { pool: pg.Pool; lists: pg.Pool; cashCells: CashCells }

/** Bags of cash on their way to the bank (D30). */
export const deposits = ({
  pool,
  lists,
  cashCells,
}: DepositDeps): Handlers<typeof OPERATIONS.channel.deposits, ChannelCaller> => ({
  async bagCash({ body, caller, idempotency }, refuse) {
    const { channelId } = caller
    const actor = channelWireId(channelId)
    const scope = { partnerId: NO_PARTNER, caller: actor }
    return answerOnce(pool, { scope, idempotency }, refuse, async (tx) => {
      const { from, bag = null, carriedBy = null } = body
      const baggedBy = caller.actor.name
      const amount = centimesOf(body.amount)
      const newBag = { channelId, from, amount, bag, carriedBy, baggedBy, actor }
      const result = await bagCash(tx, newBag, cashCells)
      if (!result.ok) throw refuseBag(result, channelId, refuse)
      return depositBody(result.deposit)
    })
  },

  async listDeposits({ query, caller: { channelId } }) {
    const { limit, status = null } = query
    const page = { limit: limit + 1, beforeId: readCursor(query.cursor, readUuid) }
    const rows = await listDeposits(lists, { channelId, status }, page)
    return pageOf(rows, limit, { idOf: (row) => row.deposit_id, toItem: depositBody })
  },

  async readDeposit({ params, caller: { channelId } }, refuse) {
    const depositId = uuidIn(params.depositId)
    const row = depositId && (await findDeposit(pool, channelId, depositId))
    if (!row) throw refuse('DEPOSIT404_NOT_FOUND')
    return depositBody(row)
  },

  async recordDeposited({ params, body: { slip }, caller: { channelId } }, refuse) {
    const depositId = uuidIn(params.depositId)
    if (depositId === null) throw refuse('DEPOSIT404_NOT_FOUND')
    const picture = slip.picture === undefined ? null : pictureIn(slip.picture)
    if (slip.picture !== undefined && picture === null) {
      const message = 'expected a whole PNG or JPEG picture in base64'
      throw refuse('VALIDATION400', { details: [{ path: 'slip.picture', message }] })
    }
    const result = await recordSlip(pool, { channelId, depositId, number: slip.number, picture })
    if (!result.ok) throw refuseBag(result, channelId, refuse)
    return depositBody(result.deposit)
  },
})

type Refused<Code extends ErrorCode> = { code: Code; other?: DepositRow }

/** Names the other bag, unless another channel has it. */
const refuseBag = <Code extends ErrorCode>(
  { code, other }: Refused<Code>,
  channelId: number,
  refuse: Refuse<Code>,
): Error => {
  if (other?.channel_id !== channelId) return refuse(code)
  return refuse(code, {
    extra: { depositId: other.deposit_id, baggedAt: other.bagged_at.toISOString() },
  })
}
