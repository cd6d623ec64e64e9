import type { Centimes } from '@wasl/protocol'
import type pg from 'pg'
import { holdsCash } from '../../../ledger/custody/hold-cash.ts'
import type { CashCells } from '../../../ledger/custody/over-cells.ts'
import { channelWireId } from '../../../base/wire-ids.ts'
import { commissionOwed } from './payable.ts'
import { REMITTANCE_COLUMNS, type RemittanceRow } from './remittance.ts'
import { randomInt } from '../../../base/chance.ts'

export type NewRemittance = {
  channelId: number
  amount: Centimes
  /** The commission that the channel keeps. */
  netted: Centimes
  /** Null: the platform makes one. */
  reference: string | null
}

export type AnnounceResult =
  | { ok: true; remittance: RemittanceRow }
  | { ok: false; code: 'CASH409_NOT_ENOUGH' | 'REMITTANCE409_NETTED_TOO_MUCH' }

/**
 * Announces a bank transfer of a channel. Nothing moves before the bank confirms it. What other open
 * announcements promise counts, so that one amount is not announced twice.
 */
export const announceRemittance = async (
  tx: pg.ClientBase,
  { channelId, amount, netted, reference }: NewRemittance,
  cells: CashCells = null,
): Promise<AnnounceResult> => {
  const open = await openAnnouncements(tx, channelId)
  const promised = open.amount + open.netted + amount + netted
  if (!(await holdsCash(tx, channelWireId(channelId), promised, cells))) {
    return { ok: false, code: 'CASH409_NOT_ENOUGH' }
  }
  const owed = netted === 0 ? 0 : await commissionOwed(tx, channelId)
  if (netted > 0 && open.netted + netted > owed) {
    return { ok: false, code: 'REMITTANCE409_NETTED_TOO_MUCH' }
  }
  const { rows } = await tx.query<RemittanceRow>(
    `insert into remittances (remittance_id, channel_id, amount, netted, reference)
    values (new_id(0), $1, $2, $3, $4)
    returning ${REMITTANCE_COLUMNS}`,
    [channelId, amount, netted, reference ?? makeReference()],
  )
  const [remittance] = rows
  if (remittance === undefined) throw new Error('the new remittance was not stored')
  return { ok: true, remittance }
}

/** What the channel has announced and the bank has not confirmed. Locks the channel's row first. */
const openAnnouncements = async (
  tx: pg.ClientBase,
  channelId: number,
): Promise<{ amount: Centimes; netted: Centimes }> => {
  await tx.query('select from channels where channel_id = $1 for no key update', [channelId])
  const { rows } = await tx.query<{ amount: Centimes; netted: Centimes }>(
    `select coalesce(sum(amount), 0)::bigint as amount, coalesce(sum(netted), 0)::bigint as netted
    from remittances
    where channel_id = $1 and status = 'announced'`,
    [channelId],
  )
  return rows[0] ?? { amount: 0, netted: 0 }
}

/** Crockford's digits, without those that look alike. */
const DIGITS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

const REFERENCE_LENGTH = 8

/** A reference that fits on any bank transfer, such as `RM7K2QX9F0`. */
const makeReference = (): string =>
  `RM${Array.from({ length: REFERENCE_LENGTH }, () => DIGITS[randomInt(DIGITS.length)]).join('')}`
