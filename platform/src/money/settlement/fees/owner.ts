import type pg from 'pg'
import type { ChannelKind } from '@wasl/protocol'
import { NO_PARTNER } from '../../../ledger/post.ts'
import { channelWireId, partnerWireId } from '../../../base/wire-ids.ts'

/** Whose fees, statement or payout it is: a partner, or a channel, whose rows have partner 0. */
export type Owner = { partnerId: number; owner: string }

/** @example ownerOfPartner(1001) // { partnerId: 1001, owner: 'prt_1001' } */
export const ownerOfPartner = (partnerId: number): Owner => ({
  partnerId,
  owner: partnerWireId(partnerId),
})

/** @example ownerOfChannel(7) // { partnerId: 0, owner: 'chn_7' } */
export const ownerOfChannel = (channelId: number): Owner => ({
  partnerId: NO_PARTNER,
  owner: channelWireId(channelId),
})

export const isChannel = ({ partnerId }: { partnerId: number }): boolean => partnerId === NO_PARTNER

export const partnerExists = async (
  db: pg.ClientBase | pg.Pool,
  partnerId: number,
): Promise<boolean> => {
  const { rowCount } = await db.query('select from partners where partner_id = $1', [partnerId])
  return rowCount === 1
}

/** The kind of a channel; null when there is no such channel. */
export const kindOfChannel = async (
  db: pg.ClientBase | pg.Pool,
  channelId: number,
): Promise<ChannelKind | null> => {
  const { rows } = await db.query<{ kind: ChannelKind }>(
    'select kind from channels where channel_id = $1',
    [channelId],
  )
  return rows[0]?.kind ?? null
}
