/**
 * A float: cash that the safe of a channel has for change (D30).
 *
 * - `funded`: it is in the safe. The operator owes it to the channel, or has paid it from the bank.
 * - `returned`: it left the safe again, whole. To change a float, return it and fund another one.
 *
 * The safe gives it to an agent, and gets it back, as any cash: by a handover, or at the start of a
 * shift.
 */
import type { Centimes, FloatSource, FloatStatus } from '@wasl/protocol'
import { bank, type Account } from '../../../ledger/account.ts'
import { channelWireId } from '../../../base/wire-ids.ts'

export type FloatRow = {
  float_id: string
  channel_id: number
  amount: Centimes
  funded_from: FloatSource
  status: FloatStatus
  funded_at: Date
  funded_by: string
  returned_at: Date | null
  returned_by: string | null
}

export const FLOAT_COLUMNS = `float_id, channel_id, amount, funded_from, status, funded_at, funded_by,
  returned_at, returned_by`

/** The account that a float comes from and goes back to. */
export const sourceAccount = (from: FloatSource, channelId: number): Account =>
  from === 'channel' ? { kind: 'float_owed', owner: channelWireId(channelId) } : bank(from)
