import type { OPERATIONS } from '@wasl/protocol/operations'
import type pg from 'pg'
import type { CashCells } from '../../ledger/custody/over-cells.ts'
import { closeHandover, type Closing } from '../../money/cash/handovers/close.ts'
import { findHandover, listHandovers } from '../../money/cash/handovers/find.ts'
import { offerHandover } from '../../money/cash/handovers/offer.ts'
import { receiveHandover } from '../../money/cash/handovers/receive.ts'
import type { ChannelCaller } from './channel.ts'
import { channelWireId } from '../../base/wire-ids.ts'
import { centimesOf } from '../../base/centimes.ts'
import { handoverBody, handoverOfChannel } from '../bodies/handover.ts'
import { pageOf, readCursor, readUuid } from '../server/cursor.ts'
import type { HandlerInput, Handlers, Refuse } from '../server/routes.ts'
import { uuidIn } from '../server/uuid-in.ts'

type Table = typeof OPERATIONS.channel.handovers

export type HandoverDeps = { pool: pg.Pool; lists: pg.Pool; cashCells: CashCells }

/** Cash that one holder of a channel gives to another (D30). */
export const handovers = ({
  pool,
  lists,
  cashCells,
}: HandoverDeps): Handlers<Table, ChannelCaller> => {
  const close =
    (end: Closing['end']) =>
    async ({ params, body, caller: { channelId } }: CloseRequest, refuse: Refuse<CloseError>) => {
      const handoverId = uuidIn(params.handoverId)
      if (handoverId === null) throw refuse('HANDOVER404_NOT_FOUND')
      const result = await closeHandover(pool, { channelId, handoverId, end, reason: body.reason })
      if (!result.ok) throw refuse(result.code)
      return handoverOfChannel(result.handover)
    }

  return {
    async offerHandover({ body, caller: { channelId } }, refuse) {
      const { from, to } = body
      if (from === to) {
        const message = 'expected another holder than from'
        throw refuse('VALIDATION400', { details: [{ path: 'to', message }] })
      }
      const amount = centimesOf(body.amount)
      const result = await offerHandover(pool, { channelId, from, to, amount }, cashCells)
      if (!result.ok) throw refuse(result.code)
      return { ...handoverBody(result.handover), amount: body.amount, code: result.code }
    },

    async listHandovers({ query, caller: { channelId } }) {
      const { limit, status = null, holder = null } = query
      const page = { limit: limit + 1, beforeId: readCursor(query.cursor, readUuid) }
      const rows = await listHandovers(lists, { channelId, status, holder }, page)
      return pageOf(rows, limit, { idOf: (row) => row.handover_id, toItem: handoverOfChannel })
    },

    async readHandover({ params, caller: { channelId } }, refuse) {
      const handoverId = uuidIn(params.handoverId)
      const row = handoverId && (await findHandover(pool, channelId, handoverId))
      if (!row) throw refuse('HANDOVER404_NOT_FOUND')
      return handoverOfChannel(row)
    },

    async receiveHandover({ params, body, caller: { channelId, person } }, refuse) {
      const handoverId = uuidIn(params.handoverId)
      if (handoverId === null) throw refuse('HANDOVER404_NOT_FOUND')
      const { code, counted } = body
      const actor = channelWireId(channelId)
      const userId = person?.userId ?? null
      const receipt = { channelId, handoverId, code, counted: centimesOf(counted), actor, userId }
      const result = await receiveHandover(pool, receipt, cashCells)
      if (result.ok) return handoverOfChannel(result.handover)
      if (result.code !== 'HANDOVER403_WRONG_CODE') throw refuse(result.code)
      throw refuse(result.code, { extra: { codesLeft: result.codesLeft } })
    },

    declineHandover: close('decline'),
    cancelHandover: close('cancel'),
    disputeHandover: close('dispute'),
  }
}

type CloseRequest = Pick<
  HandlerInput<Table['cancelHandover'], ChannelCaller>,
  'params' | 'body' | 'caller'
>
type CloseError = 'HANDOVER404_NOT_FOUND' | 'HANDOVER409_WRONG_STATUS'
