import type { OPERATIONS } from '@wasl/protocol/operations'
import type pg from 'pg'
import type { CallingChannel } from '../../parties/keys/authenticate.ts'
import { NO_PARTNER } from '../../ledger/post.ts'
import type { CashCells } from '../../ledger/custody/over-cells.ts'
import { announceRemittance } from '../../money/cash/remittances/announce.ts'
import { cancelRemittance } from '../../money/cash/remittances/cancel.ts'
import { findRemittance, listRemittances } from '../../money/cash/remittances/find.ts'
import { channelWireId } from '../../base/wire-ids.ts'
import { centimesOf } from '../../base/centimes.ts'
import { remittanceBody } from '../bodies/custody.ts'
import { answerOnce } from '../server/answer-once.ts'
import { pageOf, readCursor, readUuid } from '../server/cursor.ts'
import type { Handlers } from '../server/routes.ts'
import { uuidIn } from '../server/uuid-in.ts'

export type RemittanceDeps = { pool: pg.Pool; lists: pg.Pool; cashCells: CashCells }

/** A channel's bank transfers of what it took (D30). */
export const remittances = ({
  pool,
  lists,
  cashCells,
}: RemittanceDeps): Handlers<typeof OPERATIONS.channel.remittances, CallingChannel> => ({
  async announceRemittance({ body, caller: { channelId }, idempotency }, refuse) {
    const scope = { partnerId: NO_PARTNER, caller: channelWireId(channelId) }
    return answerOnce(pool, { scope, idempotency }, refuse, async (tx) => {
      const { amount, netted, reference = null } = body
      const wanted = {
        channelId,
        amount: centimesOf(amount),
        netted: netted === undefined ? 0 : centimesOf(netted),
        reference,
      }
      const result = await announceRemittance(tx, wanted, cashCells)
      if (!result.ok) throw refuse(result.code)
      return remittanceBody(result.remittance)
    })
  },

  async listRemittances({ query, caller: { channelId } }) {
    const { limit, status = null } = query
    const page = { limit: limit + 1, beforeId: readCursor(query.cursor, readUuid) }
    const rows = await listRemittances(lists, { channelId, status }, page)
    return pageOf(rows, limit, { idOf: (row) => row.remittance_id, toItem: remittanceBody })
  },

  async readRemittance({ params, caller: { channelId } }, refuse) {
    const remittanceId = uuidIn(params.remittanceId)
    const row = remittanceId && (await findRemittance(pool, channelId, remittanceId))
    if (!row) throw refuse('REMITTANCE404_NOT_FOUND')
    return remittanceBody(row)
  },

  async cancelRemittance({ params, caller: { channelId } }, refuse) {
    const remittanceId = uuidIn(params.remittanceId)
    if (remittanceId === null) throw refuse('REMITTANCE404_NOT_FOUND')
    const result = await cancelRemittance(pool, channelId, remittanceId)
    if (!result.ok) throw refuse(result.code)
    return remittanceBody(result.remittance)
  },
})
