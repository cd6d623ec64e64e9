import type pg from 'pg'
import { bank, cashOfChannel } from '../../../ledger/account.ts'
import { NO_PARTNER, postTransfers, type NewTransfer } from '../../../ledger/post.ts'
import { channelWireId } from '../../../base/wire-ids.ts'
import { findRemittance } from './find.ts'

/**
 * The bank did not credit this remittance after all: its transfers are reversed, and it is announced
 * again. The same again changes nothing.
 *
 * @param line the number of the transfers.
 */
export const undoConfirmed = async (
  tx: pg.ClientBase,
  { remittanceId, line, actor }: { remittanceId: string; line: number; actor: string },
): Promise<void> => {
  const before = await findRemittance(tx, null, remittanceId)
  if (before === null || before.banked === null || before.account === null) return
  const { rowCount } = await tx.query(
    `update remittances
    set status = 'announced', banked = null, netted_then = null, account = null, confirmed_by = null,
      ended_at = null, times_unconfirmed = times_unconfirmed + 1
    where remittance_id = $1 and status = 'confirmed' and times_unconfirmed + 1 = $2`,
    [remittanceId, line],
  )
  if (rowCount !== 1) return
  const { channel_id: channelId, netted_then: netted } = before
  const common = {
    partnerId: NO_PARTNER,
    sourceId: remittanceId,
    line: -line,
    debit: cashOfChannel(channelId),
    actor,
  }
  const payable = { kind: 'channel_payable', owner: channelWireId(channelId) } as const
  const transfers: NewTransfer[] = [
    { ...common, code: 'REMITTANCE', credit: bank(before.account), amount: before.banked },
  ]
  if (netted !== null && netted > 0) {
    transfers.push({ ...common, code: 'NETTED', credit: payable, amount: netted })
  }
  await postTransfers(tx, transfers)
}
