import type { Centimes } from '@wasl/protocol'
import type pg from 'pg'
import type { EveryCell } from '../../cells/every-cell.ts'
import { findDeposit } from '../cash/deposits/find.ts'
import type { TransferCode } from '../../ledger/codes.ts'
import { NO_PARTNER } from '../../ledger/post.ts'
import { readPayout } from '../settlement/payouts/read.ts'
import { nextTransfer } from '../../payments/refunds/pay-by-bank.ts'
import { readRefund } from '../../payments/refunds/read.ts'
import { findRemittance } from '../cash/remittances/find.ts'
import { partnerOfId } from '../../base/wire-ids.ts'
import { matchOf, type BankLineRow, type Match } from './line.ts'

/** What somebody says that a line is. */
export type Target =
  | { kind: 'deposit' | 'remittance' | 'payout' | 'refund'; id: string }
  | { kind: 'topup'; partnerId: number }
  | { kind: 'fee' | 'sweep' }
  /** A transfer of the bank account that a person has posted. */
  | { kind: 'posted'; sourceId: string }

export type MatchError =
  | 'BANK_LINE409_NOT_THIS'
  | 'DEPOSIT404_NOT_FOUND'
  | 'DEPOSIT409_WRONG_STATUS'
  | 'REMITTANCE404_NOT_FOUND'
  | 'REMITTANCE409_WRONG_STATUS'
  | 'PAYOUT404_NOT_FOUND'
  | 'PAYOUT409_WRONG_STATUS'
  | 'REFUND404_NOT_FOUND'
  | 'REFUND409_WRONG_STATUS'
  | 'PARTNER404_NOT_FOUND'

export type Resolved = { ok: true; match: Match } | { ok: false; code: MatchError }

/**
 * The transfer that a line would prove, if it can be posted now. What is refused between this answer and
 * the posting stays refused for ever, so such a line may go back to `unmatched`.
 */
export const resolveMatch = async (
  cells: EveryCell,
  line: BankLineRow,
  target: Target,
): Promise<Resolved> => {
  const { pool } = cells.control
  switch (target.kind) {
    case 'deposit':
      return ofDeposit(pool, line, target.id)
    case 'remittance':
      return ofRemittance(pool, line, target.id)
    case 'payout':
      return cells.at(partnerIn(target.id), (home) => ofPayout(home.pool, line, target.id))
    case 'refund':
      return cells.at(partnerIn(target.id), (home) => ofRefund(home.pool, line, target.id))
    case 'topup':
      return cells.at(target.partnerId, (home) => ofTopup(home.pool, line, target.partnerId))
    case 'fee':
      return line.amount < 0 ? ofLine(line, 'fee', 'BANK_FEE') : NOT_THIS
    case 'sweep':
      return line.amount < 0 && line.account === 'clients'
        ? ofLine(line, 'sweep', 'SWEPT')
        : NOT_THIS
    case 'posted':
      return ofPosted(cells, line, target.sourceId)
    default:
      return target satisfies never
  }
}

/** An id of nobody's is unknown in the control cell, like one without a partner. */
const partnerIn = (id: string): number => partnerOfId(id) ?? NO_PARTNER

/** Another direction, amount or account than the target has. */
const NOT_THIS = { ok: false, code: 'BANK_LINE409_NOT_THIS' } as const

const resolved = (match: Match): Resolved => ({ ok: true, match })

/** The line itself is the source. */
const ofLine = (
  { bank_line_id: sourceId, times_unmatched: timesUnmatched }: BankLineRow,
  kind: 'fee' | 'sweep' | 'topup',
  code: TransferCode,
  partnerId = NO_PARTNER,
): Resolved => resolved({ kind, partnerId, sourceId, code, line: timesUnmatched + 1, posts: true })

const ofDeposit = async (pool: pg.Pool, line: BankLineRow, id: string): Promise<Resolved> => {
  const deposit = await findDeposit(pool, null, id)
  if (deposit === null) return { ok: false, code: 'DEPOSIT404_NOT_FOUND' }
  if (line.amount < 0) return NOT_THIS
  const isBankedOtherwise = deposit.status === 'banked' && !isCreditOf(line, deposit)
  if (deposit.status === 'bagged' || isBankedOtherwise) {
    return { ok: false, code: 'DEPOSIT409_WRONG_STATUS' }
  }
  return resolved({
    kind: 'deposit',
    partnerId: NO_PARTNER,
    sourceId: id,
    code: 'BANKED',
    line: deposit.times_unbanked + 1,
    posts: deposit.status !== 'banked',
  })
}

const ofRemittance = async (pool: pg.Pool, line: BankLineRow, id: string): Promise<Resolved> => {
  const remittance = await findRemittance(pool, null, id)
  if (remittance === null) return { ok: false, code: 'REMITTANCE404_NOT_FOUND' }
  if (line.amount < 0) return NOT_THIS
  const isPaidOtherwise = remittance.status === 'confirmed' && !isCreditOf(line, remittance)
  if (remittance.status === 'cancelled' || isPaidOtherwise) {
    return { ok: false, code: 'REMITTANCE409_WRONG_STATUS' }
  }
  return resolved({
    kind: 'remittance',
    partnerId: NO_PARTNER,
    sourceId: id,
    code: 'REMITTANCE',
    line: remittance.times_unconfirmed + 1,
    posts: remittance.status !== 'confirmed',
  })
}

/** Whether a person has posted exactly what the line says. */
const isCreditOf = (
  line: BankLineRow,
  { banked, account }: { banked: Centimes | null; account: string | null },
): boolean => banked === line.amount && account === line.account

const ofPayout = async (pool: pg.Pool, line: BankLineRow, id: string): Promise<Resolved> => {
  const partnerId = partnerIn(id)
  const payout = await readPayout(pool, partnerId, id)
  if (payout === null) return { ok: false, code: 'PAYOUT404_NOT_FOUND' }
  if (line.amount !== -payout.amount || line.account !== 'clients') return NOT_THIS
  if (payout.status !== 'instructed' && payout.status !== 'paid') {
    return { ok: false, code: 'PAYOUT409_WRONG_STATUS' }
  }
  const code = partnerId === NO_PARTNER ? 'COMMISSION_PAID' : 'PAYOUT'
  return resolved({
    kind: 'payout',
    partnerId,
    sourceId: id,
    code,
    line: payout.timesUnpaid + 1,
    posts: payout.status !== 'paid',
  })
}

/** Money that left the clients' account has paid the refund; money that came has returned it. */
const ofRefund = async (pool: pg.Pool, line: BankLineRow, id: string): Promise<Resolved> => {
  const refund = await readRefund(pool, id)
  if (refund === null) return { ok: false, code: 'REFUND404_NOT_FOUND' }
  if (Math.abs(line.amount) !== refund.amount || line.account !== 'clients') return NOT_THIS
  const code = line.amount < 0 ? 'REFUND_PAID' : 'REFUND_RETURNED'
  const earlier = matchOf(line)
  if (earlier?.sourceId === id && earlier.code === code) return { ok: true, match: earlier }
  const number = nextTransfer(refund, code)
  if (number === null) return { ok: false, code: 'REFUND409_WRONG_STATUS' }
  const { partner_id: partnerId } = refund
  return {
    ok: true,
    match: { kind: 'refund', partnerId, sourceId: id, code, line: number, posts: true },
  }
}

const ofTopup = async (pool: pg.Pool, line: BankLineRow, partnerId: number): Promise<Resolved> => {
  if (line.amount < 0) return NOT_THIS
  const { rowCount } = await pool.query('select from partners where partner_id = $1', [partnerId])
  if (rowCount === 0) return { ok: false, code: 'PARTNER404_NOT_FOUND' }
  return ofLine(line, 'topup', 'TOPUP', partnerId)
}

/** The oldest such transfer that no other line of this account proves. */
const ofPosted = async (
  cells: EveryCell,
  line: BankLineRow,
  sourceId: string,
): Promise<Resolved> => {
  const partnerId = partnerIn(sourceId)
  const { rows: proved } = await cells.control.pool.query<Transfer>(
    `select match_code as code, match_line as line
    from bank_lines other
    where other.match_source = $1 and other.match_partner = $2
      and other.account = $3 and other.bank_line_id <> $4
    union all
    select code, line
    from bank_group_things
    where source_id = $1 and thing_partner = $2 and account = $3 and status in ('claimed', 'proved')`,
    [sourceId, partnerId, line.account, line.bank_line_id],
  )
  const posted = await cells.at(partnerId, ({ pool }) =>
    findPosted(pool, line, { partnerId, sourceId }, proved),
  )
  if (posted === undefined) return NOT_THIS
  return { ok: true, match: { kind: 'posted', partnerId, sourceId, ...posted, posts: false } }
}

type Transfer = { code: TransferCode; line: number }

const findPosted = async (
  pool: pg.Pool,
  { amount, account }: BankLineRow,
  { partnerId, sourceId }: { partnerId: number; sourceId: string },
  proved: Transfer[],
): Promise<Transfer | undefined> => {
  const { rows } = await pool.query<Transfer>(
    `select code, line
    from ledger_transfers posted
    where partner_id = $1 and source_id = $2 and amount = abs($3::bigint)
      and code not in ('SUSPENSE_IN', 'SUSPENSE_OUT')
      -- What was taken back, and what takes it back, are proved by no line. A channel's payout that came
      -- back is a reversed line too, and the bank has a line for it.
      and (code = 'COMMISSION_PAID' or (line > 0 and not exists (
        select from ledger_transfers back
        where back.partner_id = posted.partner_id and back.source_id = posted.source_id
          and back.code = posted.code and back.line = -posted.line
      )))
      and case when $3 > 0
        then debit_kind = 'bank' and debit_owner = $4
        else credit_kind = 'bank' and credit_owner = $4
      end
      and not exists (
        select from unnest($5::text[], $6::int[]) as proved (code, line)
        where proved.code = posted.code and proved.line = posted.line
      )
    order by at, line
    limit 1`,
    [
      partnerId,
      sourceId,
      amount,
      account,
      proved.map(({ code }) => code),
      proved.map(({ line }) => line),
    ],
  )
  return rows[0]
}
