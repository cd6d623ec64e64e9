/**
 * A bank line: one movement of a bank account of the operator, as the bank exports it.
 *
 * The import books every new line between the bank and the suspense of the line, so that the ledger has
 * what the bank has. Matching takes it out of suspense again, and it then proves one transfer of the
 * ledger: one that a person has posted, or one that the match posts.
 *
 * - `unmatched`: nobody knows what it is. It waits in suspense.
 * - `matching`: somebody, or the platform, says what it is. The transfer may belong to a partner, whose
 *   rows another transaction writes: this status is the intention, and a periodic task finishes it
 *   after a crash. The line goes back to `unmatched` when that transfer can no longer be posted: a
 *   payout that the bank returned, or a remittance that the channel cancelled.
 * - `matched`: it is out of suspense, and its transfer is in the ledger.
 * - `unmatching`: somebody takes the match back. What it posted is reversed, then the line is in suspense
 *   again, and `unmatched`.
 *
 * One line may be many things, and many lines one: a group (D37). What its things leave of the lines is a
 * line of its own, the remainder, which waits in suspense.
 */
import type { BankLineStatus, BankMatchKind, Centimes } from '@wasl/protocol'
import { bank, type BankAccount } from '../../ledger/account.ts'
import type { TransferCode } from '../../ledger/codes.ts'
import { NO_PARTNER, type NewTransfer } from '../../ledger/post.ts'

/** The transfer that a line proves. */
export type Match = {
  kind: BankMatchKind
  /** The partner of the transfer, or 0. */
  partnerId: number
  sourceId: string
  code: TransferCode
  line: number
  /** Whether the match posts the transfer; otherwise it proves what a person has posted. */
  posts: boolean
}

export type BankLineRow = {
  bank_line_id: string
  account: BankAccount
  booked_on: string
  value_on: string | null
  amount: Centimes
  description: string
  reference: string | null
  status: BankLineStatus
  match_kind: BankMatchKind | null
  match_partner: number | null
  match_source: string | null
  match_code: TransferCode | null
  match_line: number | null
  match_by: string | null
  /** The persons behind them. */
  match_behind: string[] | null
  match_actor: string | null
  match_name: string | null
  match_posts: boolean | null
  times_unmatched: number
  remainder_of: string | null
  unmatch_by: string | null
  unmatch_actor: string | null
  unmatch_name: string | null
  unmatch_reason: string | null
}

export const LINE_COLUMNS = `bank_line_id, account, booked_on::text, value_on::text, amount, description,
  reference, status, match_kind, match_partner, match_source, match_code, match_line, match_by,
  match_behind, match_actor, match_name, match_posts, times_unmatched, remainder_of, unmatch_by, unmatch_actor,
  unmatch_name, unmatch_reason`

/** What a line is said to be; null while it is unmatched. */
export const matchOf = (row: BankLineRow): Match | null => {
  const { match_kind: kind, match_partner, match_source, match_code: code, match_line } = row
  if (kind === null || code === null) return null
  return {
    kind,
    partnerId: match_partner as number,
    sourceId: match_source as string,
    code,
    line: match_line as number,
    // Older matches do not say. Most of them post.
    posts: row.match_posts ?? kind !== 'posted',
  }
}

export const isSameMatch = (one: Match, other: Match): boolean =>
  one.code === other.code &&
  one.sourceId === other.sourceId &&
  one.line === other.line &&
  one.partnerId === other.partnerId

type Booked = Pick<BankLineRow, 'bank_line_id' | 'account' | 'amount'> & {
  times_unmatched?: number
}

/**
 * Between the bank and the suspense of the line: `in` as the line says, `out` when it is matched, and
 * `back` when that match is taken back.
 */
export const suspenseTransfer = (
  { bank_line_id: sourceId, account, amount, times_unmatched: timesUnmatched = 0 }: Booked,
  direction: 'in' | 'out' | 'back',
  actor: string,
): NewTransfer => {
  const suspense = { kind: 'suspense', owner: sourceId } as const
  const addsToBank = amount > 0 === (direction === 'in')
  const isBack = direction === 'back'
  const number = direction === 'in' ? 1 : timesUnmatched + 1
  const [debit, credit] =
    addsToBank === isBack ? [suspense, bank(account)] : [bank(account), suspense]
  return {
    partnerId: NO_PARTNER,
    sourceId,
    code: addsToBank ? 'SUSPENSE_IN' : 'SUSPENSE_OUT',
    line: isBack ? -number : number,
    debit,
    credit,
    amount: Math.abs(amount),
    actor,
  }
}
