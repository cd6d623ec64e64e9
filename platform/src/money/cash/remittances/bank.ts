import type { Centimes } from '@wasl/protocol'
import type pg from 'pg'
import { bank, cashOfChannel, type BankAccount } from '../../../ledger/account.ts'
import { NO_PARTNER, postTransfers, type NewTransfer } from '../../../ledger/post.ts'
import { channelWireId } from '../../../base/wire-ids.ts'
import { endRemittance } from './end.ts'
import { findRemittance } from './find.ts'
import { commissionOwed } from './payable.ts'
import type { RemittanceRow } from './remittance.ts'

export type Credit = {
  remittanceId: string
  /** What the bank credited. */
  amount: Centimes
  account: BankAccount
  /** The person who confirms it, and the wire id of the key. */
  by: string
  actor: string
}

export type BankResult =
  | { ok: true; remittance: RemittanceRow; isRepeated: boolean }
  | { ok: false; code: 'REMITTANCE404_NOT_FOUND' | 'REMITTANCE409_WRONG_STATUS' }

/**
 * The bank credited a remittance, as a person or a bank line says (D30). The second one with the same
 * amount and account gets the same answer, and nothing is posted twice.
 */
export const bankRemittance = async (tx: pg.ClientBase, credit: Credit): Promise<BankResult> => {
  const { remittanceId, amount, account, by, actor } = credit
  const found = await findRemittance(tx, null, remittanceId)
  if (found === null) return { ok: false, code: 'REMITTANCE404_NOT_FOUND' }
  const owed = found.netted === 0 ? 0 : await commissionOwed(tx, found.channel_id)
  // The commission may have been paid since the announcement; the rest stays the channel's cash.
  const netted = Math.max(0, Math.min(found.netted, owed))
  const ended = await endRemittance(tx, remittanceId, { banked: amount, netted, account, by })
  if (ended === null) {
    const remittance = await findRemittance(tx, null, remittanceId)
    const isRepeated = remittance?.banked === amount && remittance.account === account
    if (!isRepeated) return { ok: false, code: 'REMITTANCE409_WRONG_STATUS' }
    return { ok: true, remittance, isRepeated }
  }
  await postTransfers(tx, transfersOf(ended, { amount, netted, account, actor }))
  return { ok: true, remittance: ended, isRepeated: false }
}

const transfersOf = (
  { remittance_id: sourceId, channel_id: channelId, times_unconfirmed }: RemittanceRow,
  paid: { amount: Centimes; netted: Centimes; account: BankAccount; actor: string },
): NewTransfer[] => {
  const { amount, netted, account, actor } = paid
  const common = {
    partnerId: NO_PARTNER,
    sourceId,
    line: times_unconfirmed + 1,
    credit: cashOfChannel(channelId),
    actor,
  }
  const payable = { kind: 'channel_payable', owner: channelWireId(channelId) } as const
  return [
    { ...common, code: 'REMITTANCE', debit: bank(account), amount },
    ...(netted > 0 ? [{ ...common, code: 'NETTED' as const, debit: payable, amount: netted }] : []),
  ]
}
