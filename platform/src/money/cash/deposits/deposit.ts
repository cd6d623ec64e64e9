/**
 * A deposit: a bag of cash on its way to the bank (D30).
 *
 * - `bagged`: somebody of the channel closed the bag. Its cash is in transit, owned by the bag.
 * - `deposited`: the bank took the bag and gave a slip.
 * - `banked`: the bank credited an amount. A difference is a variance of the bag, so nothing stays in
 *   transit.
 * - `disputed`: the bank denies the bag, or it never arrived. Its cash stays in transit until the bank
 *   confirms an amount, which may be 0: then all of it is a variance, which a second person decides.
 *
 * Only `banked` is final, unless its bank line is taken back.
 */
import type { Centimes, DepositStatus } from '@wasl/protocol'
import type { BankAccount } from '../../../ledger/account.ts'

export type DepositRow = {
  deposit_id: string
  channel_id: number
  from_owner: string
  /** The agent who takes it to the bank, when one was named. */
  carried_by: string | null
  /** The name of who closed it; null of bags of earlier releases. */
  bagged_by: string | null
  amount: Centimes
  bag: string | null
  status: DepositStatus
  slip: string | null
  has_picture: boolean
  banked: Centimes | null
  account: BankAccount | null
  reason: string | null
  bagged_at: Date
  deposited_at: Date | null
  disputed_at: Date | null
  banked_at: Date | null
  /** How often its bank line was taken back. */
  times_unbanked: number
}

export const DEPOSIT_COLUMNS = `deposit_id, channel_id, from_owner, carried_by, bagged_by, amount, bag, status, slip,
  exists (select from deposit_pictures where deposit_pictures.deposit_id = deposits.deposit_id)
    as has_picture,
  banked, account, reason, bagged_at, deposited_at, disputed_at, banked_at, times_unbanked`

/** What happens to a bag: from which status to which. */
export const DEPOSIT_MOVES = {
  deposited: { from: ['bagged'], to: 'deposited' },
  dispute: { from: ['bagged', 'deposited'], to: 'disputed' },
  bank: { from: ['deposited', 'disputed'], to: 'banked' },
} as const satisfies Record<string, { from: readonly DepositStatus[]; to: DepositStatus }>
