import type pg from 'pg'
import type { OperatorActor } from '../../base/audit/append.ts'
import { hasVariance, undoBanked } from '../cash/deposits/undo-bank.ts'
import { undoConfirmed } from '../cash/remittances/undo-bank.ts'
import type { EveryCell } from '../../cells/every-cell.ts'
import { withTransaction } from '../../base/database/with-transaction.ts'
import { bank, OPERATOR, payableTo, type Account } from '../../ledger/account.ts'
import { postTransfers } from '../../ledger/post.ts'
import { nextTransfer, recordBankRefund } from '../../payments/refunds/pay-by-bank.ts'
import { readRefund } from '../../payments/refunds/read.ts'
import { readPayout } from '../settlement/payouts/read.ts'
import { undoPaid } from '../settlement/payouts/undo-paid.ts'
import type { BankLineRow, Match } from './line.ts'

export type UndoRefusal =
  | 'BANK_LINE409_NOT_UNDONE'
  | 'PAYOUT409_WRONG_STATUS'
  | 'REFUND409_WRONG_STATUS'

/** Why a match cannot be taken back now; null when it can. */
export const mayUndo = (
  cells: EveryCell,
  line: BankLineRow,
  match: Match,
): Promise<UndoRefusal | null> =>
  cells.at(match.partnerId, async ({ pool }): Promise<UndoRefusal | null> => {
    const { kind, sourceId, partnerId, posts } = match
    switch (kind) {
      case 'deposit':
        return posts && (await hasVariance(pool, sourceId)) ? 'BANK_LINE409_NOT_UNDONE' : null
      case 'payout': {
        const payout = await readPayout(pool, partnerId, sourceId)
        return posts && payout?.status !== 'paid' ? 'PAYOUT409_WRONG_STATUS' : null
      }
      case 'refund': {
        const refund = await readRefund(pool, sourceId)
        const next = refund === null ? null : nextTransfer(refund, counterOf(match))
        return next === null ? 'REFUND409_WRONG_STATUS' : null
      }
      case 'sweep':
        return (await isProvedElsewhere(cells.control.pool, line, match))
          ? 'BANK_LINE409_NOT_UNDONE'
          : null
      case 'rejoined':
        return 'BANK_LINE409_NOT_UNDONE'
      case 'remittance':
      case 'fee':
      case 'topup':
      case 'posted':
      case 'group':
        return null
      default:
        return kind satisfies never
    }
  })

const counterOf = ({ code }: Match): 'REFUND_PAID' | 'REFUND_RETURNED' =>
  code === 'REFUND_PAID' ? 'REFUND_RETURNED' : 'REFUND_PAID'

/** A sweep has a line in both accounts: the other one is taken back first. */
const isProvedElsewhere = async (
  db: pg.Pool,
  { bank_line_id: bankLineId }: BankLineRow,
  { sourceId, code, line }: Match,
): Promise<boolean> => {
  const { rowCount } = await db.query(
    `select from bank_lines
    where match_source = $1 and match_code = $2 and match_line = $3 and bank_line_id <> $4
      and status <> 'unmatched'`,
    [sourceId, code, line, bankLineId],
  )
  return rowCount !== 0
}

/** Reverses what a match has posted, where its partner lives. The same again changes nothing. */
export const undoMatch = (
  cells: EveryCell,
  line: BankLineRow,
  match: Match,
  by: OperatorActor,
): Promise<void> => cells.at(match.partnerId, ({ pool }) => undoAt(pool, line, match, by))

const undoAt = async (
  pool: pg.Pool,
  line: BankLineRow,
  match: Match,
  by: OperatorActor,
): Promise<void> => {
  const { kind, partnerId, sourceId, line: number, posts } = match
  const { bank_line_id: bankLineId } = line
  const actor = by.id ?? by.name
  switch (kind) {
    case 'payout': {
      const undone = { partnerId, payoutId: sourceId, bankLineId, line: number, posts }
      return undoPaid(pool, undone, by)
    }
    case 'deposit': {
      const undone = { depositId: sourceId, line: number, actor }
      return posts ? withTransaction(pool, (tx) => undoBanked(tx, undone)) : undefined
    }
    case 'remittance': {
      const undone = { remittanceId: sourceId, line: number, actor }
      return posts ? withTransaction(pool, (tx) => undoConfirmed(tx, undone)) : undefined
    }
    case 'refund':
      return undoRefund(pool, line, match, by)
    case 'fee':
      return reverse(pool, line, match, { debit: { kind: 'bank_charges', owner: OPERATOR } }, actor)
    case 'sweep':
      return reverse(pool, line, match, { debit: bank('own') }, actor)
    case 'topup':
      return reverse(pool, line, match, { credit: payableTo(partnerId) }, actor)
    case 'posted':
    case 'group':
    case 'rejoined':
      return undefined
    default:
      return kind satisfies never
  }
}

const undoRefund = async (
  pool: pg.Pool,
  { bank_line_id: bankLineId }: BankLineRow,
  match: Match,
  by: OperatorActor,
): Promise<void> => {
  const code = counterOf(match)
  // A refund that was returned is paid again by the next number.
  const line = code === 'REFUND_PAID' ? match.line + 1 : match.line
  await recordBankRefund(pool, { refundId: match.sourceId, bankLineId, code, line, by })
}

/** The reverse of what the line itself is the source of. */
const reverse = (
  pool: pg.Pool,
  line: BankLineRow,
  { partnerId, sourceId, code, line: number }: Match,
  side: { debit: Account } | { credit: Account },
  actor: string,
): Promise<void> =>
  withTransaction(pool, async (tx) => {
    const account = bank(line.account)
    const { debit, credit } = { debit: account, credit: account, ...side }
    const amount = Math.abs(line.amount)
    const sides = { debit: credit, credit: debit }
    await postTransfers(tx, [{ partnerId, sourceId, code, line: -number, ...sides, amount, actor }])
  })
