/**
 * A remittance: a bank transfer by which a channel without agents pays the operator what it took (D30).
 *
 * - `announced`: the channel says what it pays, and which commission it keeps. Nothing has moved.
 * - `confirmed`: the bank credited an amount. That much, and the commission, are no longer the channel's
 *   cash. The channel still holds what the bank did not credit.
 * - `cancelled`: the channel takes the announcement back.
 *
 * `cancelled` is final, and `confirmed` unless its bank line is taken back.
 */
import type { Centimes, RemittanceStatus } from '@wasl/protocol'
import type { BankAccount } from '../../../ledger/account.ts'

export type RemittanceRow = {
  remittance_id: string
  channel_id: number
  status: RemittanceStatus
  amount: Centimes
  netted: Centimes
  reference: string
  banked: Centimes | null
  netted_then: Centimes | null
  account: BankAccount | null
  announced_at: Date
  ended_at: Date | null
  /** How often its bank line was taken back. */
  times_unconfirmed: number
}

export const REMITTANCE_COLUMNS = `remittance_id, channel_id, status, amount, netted, reference, banked,
  netted_then, account, announced_at, ended_at, times_unconfirmed`
