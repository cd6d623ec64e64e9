/**
 * Matches bank lines (W113). A line belongs to no partner. Its transfer may belong to one, whose rows may be
 * in another cell (W177), so one transaction cannot write both. A match therefore has three transactions:
 * claim the line, post the transfer, take the line out of suspense. Each can be repeated. The claim says
 * what is intended, so that any process can finish it.
 */
import type pg from 'pg'
import { appendAudit, WHOLE_PLATFORM, type OperatorActor } from '../../base/audit/append.ts'
import type { EveryCell } from '../../cells/every-cell.ts'
import { errorCodeOf, SQL_STATE } from '../../base/database/errors.ts'
import { withTransaction } from '../../base/database/with-transaction.ts'
import { needsSecondPerson } from '../../base/second-person.ts'
import { postTransfers } from '../../ledger/post.ts'
import { findCandidates, findCertain } from './candidates.ts'
import { findBankLine } from './find.ts'
import { isInGroup, lockClaims } from './group-things.ts'
import { finishGroup } from './group.ts'
import { finishUnmatch } from './unmatch.ts'
import { isSameMatch, matchOf, suspenseTransfer, type BankLineRow, type Match } from './line.ts'
import { postMatch } from './post-match.ts'
import { confirmTogether, type ManualPostings } from './posting-requests.ts'
import { resolveMatch, type MatchError, type Target } from './resolve-match.ts'
import { claimLine, finishLine, releaseLine } from './set-status.ts'

export type MatchResult =
  | { ok: true; line: BankLineRow }
  | {
      ok: false
      code:
        | MatchError
        | 'BANK_LINE404_NOT_FOUND'
        | 'BANK_LINE409_MATCHED'
        | 'BANK_LINE409_TAKEN'
        | 'APPROVAL409_SECOND_PERSON'
        | 'APPROVAL409_SAME_PERSON'
    }

/**
 * Says what a line is. The same again gets the same answer.
 *
 * @param manual when another person must say the same; null for what the platform does by itself.
 */
export const matchBankLine = async (
  cells: EveryCell,
  bankLineId: string,
  target: Target,
  by: OperatorActor,
  manual: ManualPostings | null,
): Promise<MatchResult> => {
  const { pool } = cells.control
  const line = await findBankLine(pool, bankLineId)
  if (line === null) return { ok: false, code: 'BANK_LINE404_NOT_FOUND' }
  const resolved = await resolveMatch(cells, line, target)
  if (!resolved.ok) return resolved
  if (line.status === 'unmatched' && (await needsSecond(cells, line, target, manual))) {
    const said = `match ${saidOf(resolved.match)}`
    const answer = await confirmTogether(pool, { bankLineId, said }, by)
    if (answer !== 'confirmed') return { ok: false, code: answer }
  }
  const claimed = await claim(pool, bankLineId, resolved.match, by)
  return claimed.ok ? finishMatch(cells, claimed.line) : claimed
}

const saidOf = ({ kind, partnerId, sourceId, code, line }: Match): string =>
  [kind, partnerId, sourceId, code, line].join(' ')

/**
 * Above the operator's amount. What a bag or a channel's remittance may be goes to no partner by the word
 * of one person either.
 */
const needsSecond = async (
  cells: EveryCell,
  line: BankLineRow,
  target: Target,
  manual: ManualPostings | null,
): Promise<boolean> => {
  if (manual === null) return false
  if (needsSecondPerson(manual, line.amount)) return true
  if (target.kind !== 'topup') return false
  return (await findCandidates(cells, [line.bank_line_id])).length > 0
}

const claim = async (
  pool: pg.Pool,
  bankLineId: string,
  match: Match,
  by: OperatorActor,
): Promise<MatchResult> => {
  try {
    return await withTransaction(pool, async (tx): Promise<MatchResult> => {
      await lockClaims(tx)
      if (await isInGroup(tx, bankLineId, match)) return { ok: false, code: 'BANK_LINE409_TAKEN' }
      const claimed = await claimLine(tx, bankLineId, match, by)
      if (claimed === null) return earlierClaim(tx, bankLineId, match)
      await appendAudit(tx, by, {
        partnerId: WHOLE_PLATFORM,
        action: 'bank-line.match',
        subject: bankLineId,
        details: match,
      })
      return { ok: true, line: claimed }
    })
  } catch (error) {
    if (errorCodeOf(error) === SQL_STATE.uniqueViolation) {
      return { ok: false, code: 'BANK_LINE409_TAKEN' }
    }
    throw error
  }
}

/** The line was claimed before, or while this request waited for its row. */
const earlierClaim = async (
  tx: pg.ClientBase,
  bankLineId: string,
  match: Match,
): Promise<MatchResult> => {
  const line = await findBankLine(tx, bankLineId)
  const earlier = line === null ? null : matchOf(line)
  if (line === null || earlier === null || !isSameMatch(earlier, match)) {
    return { ok: false, code: 'BANK_LINE409_MATCHED' }
  }
  return { ok: true, line }
}

/** Posts the transfer of a claimed line, and takes the line out of suspense. */
const finishMatch = async (cells: EveryCell, line: BankLineRow): Promise<MatchResult> => {
  const { pool } = cells.control
  if (line.status === 'matched') return { ok: true, line }
  const match = matchOf(line)
  if (match === null) throw new Error(`the bank line ${line.bank_line_id} is not claimed`)
  const posted = await postMatch(cells, line, match)
  if (!posted.ok) {
    await releaseLine(pool, line.bank_line_id, match)
    return posted
  }
  return withTransaction(pool, async (tx): Promise<MatchResult> => {
    const finished = await finishLine(tx, line.bank_line_id)
    if (finished === null) {
      // Another process has finished it meanwhile.
      const now = await findBankLine(tx, line.bank_line_id)
      if (now?.status !== 'matched') throw new Error(`the line ${line.bank_line_id} was released`)
      return { ok: true, line: now }
    }
    const actor = line.match_actor ?? line.match_name ?? ''
    await postTransfers(tx, [suspenseTransfer(finished, 'out', actor)])
    return { ok: true, line: finished }
  })
}

/** The platform itself, in the audit log and as the person who matched a line. */
const PLATFORM: OperatorActor = { id: null, name: 'platform', holder: 'platform', requestId: null }

/** Open lines that one run compares with all bags, remittances and payouts. */
const COMPARED_MAX = 1_000

/** Lines that one run matches. */
const MATCHED_MAX = 100

/**
 * Matches the open lines whose amount and reference agree with exactly one bag, remittance or payout.
 *
 * @returns how many were matched, and whether more may follow at once.
 */
export const matchCertainLines = async (
  cells: EveryCell,
): Promise<{ matched: number; mayBeMore: boolean }> => {
  const { rows } = await cells.control.pool.query<{ id: string }>(
    `select bank_line_id as id from bank_lines
    where status = 'unmatched'
    order by bank_line_id desc
    limit $1`,
    [COMPARED_MAX],
  )
  const certain = await findCertain(
    cells,
    rows.map(({ id }) => id),
  )
  let matched = 0
  for (const { bank_line_id: bankLineId, kind, id } of certain.slice(0, MATCHED_MAX)) {
    const result = await matchBankLine(cells, bankLineId, { kind, id }, PLATFORM, null)
    if (result.ok) matched += 1
  }
  return { matched, mayBeMore: certain.length > MATCHED_MAX && matched > 0 }
}

/** A request finishes its own claim within seconds. */
const CLAIM_SECONDS = 10

/** Finishes the matches of processes that died in the middle. */
export const resumeMatches = async (cells: EveryCell): Promise<number> => {
  const { pool } = cells.control
  const { rows } = await pool.query<{ id: string }>(
    `select bank_line_id as id from bank_lines
    where status in ('matching', 'unmatching') and claimed_at < wasl_now() - make_interval(secs => $1)
    order by bank_line_id
    limit $2`,
    [CLAIM_SECONDS, MATCHED_MAX],
  )
  let problem: unknown = null
  const note = (error: unknown): void => {
    problem ??= error
  }
  for (const { id } of rows) {
    const line = await findBankLine(pool, id)
    // The partner of one line may be in a cell that is away: the others are finished meanwhile.
    if (line !== null) await resume(cells, line).catch(note)
  }
  if (problem !== null) throw problem
  return rows.length
}

const resume = async (cells: EveryCell, line: BankLineRow): Promise<void> => {
  if (line.status === 'unmatching') await finishUnmatch(cells, line)
  else if (line.status !== 'matching' || line.match_kind === 'rejoined') return
  else if (line.match_kind === 'group') await finishGroup(cells, line.match_source as string)
  else await finishMatch(cells, line)
}
