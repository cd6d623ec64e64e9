import type pg from 'pg'
import type { OperatorActor } from '../../base/audit/append.ts'
import type { EveryCell } from '../../cells/every-cell.ts'
import { withTransaction } from '../../base/database/with-transaction.ts'
import { bankDeposit } from '../cash/deposits/bank.ts'
import { bank, OPERATOR, payableTo, type Account } from '../../ledger/account.ts'
import { postTransfers } from '../../ledger/post.ts'
import { recordPaid } from '../settlement/payouts/record-bank.ts'
import { recordBankRefund } from '../../payments/refunds/pay-by-bank.ts'
import { bankRemittance } from '../cash/remittances/bank.ts'
import type { BankLineRow, Match } from './line.ts'
import type { MatchError } from './resolve-match.ts'

export type Posted = { ok: true } | { ok: false; code: MatchError }

/**
 * Posts the transfer of a claimed line, in one transaction where its partner lives. It is idempotent:
 * the transfer has the deposit, the remittance, the payout or the line as its source.
 */
export const postMatch = async (
  cells: EveryCell,
  line: BankLineRow,
  match: Match,
): Promise<Posted> => cells.at(match.partnerId, ({ pool }) => postAt(pool, line, match))

const postAt = async (pool: pg.Pool, line: BankLineRow, match: Match): Promise<Posted> => {
  const { partnerId, sourceId } = match
  const by = claimer(line)
  const actor = by.id ?? by.name
  const credit = {
    amount: line.amount,
    account: line.account,
    by: by.holder,
    behind: by.behind,
    actor,
  }
  switch (match.kind) {
    case 'deposit':
      return withTransaction(pool, (tx) => bankDeposit(tx, { depositId: sourceId, ...credit }))
    case 'remittance':
      return withTransaction(pool, (tx) =>
        bankRemittance(tx, { remittanceId: sourceId, ...credit }),
      )
    case 'payout':
      return recordPaid(pool, { partnerId, payoutId: sourceId }, line.bank_line_id, by)
    case 'refund':
      return recordBankRefund(pool, { refundId: sourceId, ...refundSaid(line, match), by })
    case 'fee':
      return post(pool, line, match, { debit: { kind: 'bank_charges', owner: OPERATOR } })
    case 'sweep':
      return post(pool, line, match, { debit: bank('own') })
    case 'topup':
      return post(pool, line, match, { credit: payableTo(partnerId) })
    case 'posted':
    case 'group':
    case 'rejoined':
      return { ok: true }
    default:
      return match.kind satisfies never
  }
}

const refundSaid = ({ bank_line_id: bankLineId }: BankLineRow, { code, line }: Match) => {
  if (code !== 'REFUND_PAID' && code !== 'REFUND_RETURNED') {
    throw new Error(`the line ${bankLineId} was matched with a refund as ${code}`)
  }
  return { bankLineId, code, line } as const
}

/** The transfer of the line itself: the other side is the bank account. */
const post = (
  pool: pg.Pool,
  line: BankLineRow,
  { partnerId, sourceId, code, line: number }: Match,
  side: { debit: Account } | { credit: Account },
): Promise<Posted> =>
  withTransaction(pool, async (tx): Promise<Posted> => {
    const account = bank(line.account)
    const sides = { debit: account, credit: account, ...side }
    const amount = Math.abs(line.amount)
    const actor = claimer(line).id ?? claimer(line).name
    await postTransfers(tx, [{ partnerId, sourceId, code, line: number, ...sides, amount, actor }])
    return { ok: true }
  })

/** Who said what the line is, even when another process finishes it. */
export const claimer = (line: BankLineRow): OperatorActor => ({
  id: line.match_actor,
  name: line.match_name ?? '',
  holder: line.match_by ?? '',
  requestId: null,
  ...(line.match_behind !== null && { behind: line.match_behind }),
})
