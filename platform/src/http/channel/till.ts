import type { OPERATIONS } from '@wasl/protocol/operations'
import { LOCK_SECONDS_MAX, type ChannelKind } from '@wasl/protocol'
import type pg from 'pg'
import type { CallingChannel } from '../../parties/keys/authenticate.ts'
import { listPayees } from '../../parties/partners/list-payees.ts'
import { channelWireId, partnerWireId } from '../../base/wire-ids.ts'
import { pageOf, readCursor, readNumber } from '../server/cursor.ts'
import type { Handlers } from '../server/routes.ts'

export type TillDeps = {
  lists: pg.Pool
  lockSecondsFor: (kind: ChannelKind, asked?: number) => Promise<number>
}

/** What a till needs to know before it takes money (W155). */
export const till = ({
  lists,
  lockSecondsFor,
}: TillDeps): Handlers<typeof OPERATIONS.channel.till, CallingChannel> => ({
  async readTill({ caller: { channelId, name, kind, status, requiresAgent, isTest } }) {
    const lockSecondsMax = await lockSecondsFor(kind, LOCK_SECONDS_MAX)
    return {
      channelId: channelWireId(channelId),
      name,
      kind,
      status,
      requiresAgent,
      isTest,
      lockSecondsMax,
    }
  },

  async listPayees({ query: { limit, cursor }, caller }) {
    const page = { limit: limit + 1, afterId: readCursor(cursor, readNumber) ?? 0 }
    const rows = await listPayees(lists, caller, page)
    return pageOf(rows, limit, {
      idOf: (row) => row.partner_id,
      toItem: ({ partner_id, name, name_ar }) => ({
        partnerId: partnerWireId(partner_id),
        name,
        nameAr: name_ar,
      }),
    })
  },
})
