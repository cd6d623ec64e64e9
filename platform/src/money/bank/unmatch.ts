/**
 * Takes the match of a line back (D37): in three steps, like a match. Nothing is deleted. What the match
 * posted is reversed, and the line is in suspense again. What a person had posted stays.
 */
import type pg from 'pg'
import { appendAudit, WHOLE_PLATFORM, type OperatorActor } from '../../base/audit/append.ts'
import type { EveryCell } from '../../cells/every-cell.ts'
import { withTransaction } from '../../base/database/with-transaction.ts'
import { needsSecondPerson } from '../../base/second-person.ts'
import { postTransfers } from '../../ledger/post.ts'
import { findBankLine } from './find.ts'
import { linesOfGroup } from './group.ts'
import { lineOfThing, lockClaims, readThings, setThing } from './group-things.ts'
import { LINE_COLUMNS, matchOf, suspenseTransfer, type BankLineRow, type Match } from './line.ts'
import { confirmTogether, type ManualPostings } from './posting-requests.ts'
import { beginUnmatch, claimLine, endUnmatch, finishLine } from './set-status.ts'
import { mayUndo, undoMatch, type UndoRefusal } from './undo-match.ts'

export type UnmatchResult =
  | { ok: true; line: BankLineRow }
  | {
      ok: false
      code:
        | 'BANK_LINE404_NOT_FOUND'
        | 'BANK_LINE409_NOT_MATCHED'
        | 'BANK_LINE409_REMAINDER'
        | 'APPROVAL409_SECOND_PERSON'
        | 'APPROVAL409_SAME_PERSON'
        | UndoRefusal
    }

/** What a match consists of: the line's own, or the things of its group. */
export const partsOf = async (
  cells: EveryCell,
  line: BankLineRow,
): Promise<{ line: BankLineRow; match: Match; number: number | null }[]> => {
  const match = matchOf(line)
  if (match === null) return []
  if (match.kind !== 'group') return [{ line, match, number: null }]
  const [first = line] = await linesOfGroup(cells.control.pool, match.sourceId)
  const things = await readThings(cells.control.pool, match.sourceId)
  return things
    .filter(({ status }) => status === 'proved')
    .map((thing) => ({ line: lineOfThing(first, thing), match: thing, number: thing.number }))
}

/** Takes the match of a line back, and of the other lines of its group. */
export const unmatchBankLine = async (
  cells: EveryCell,
  bankLineId: string,
  reason: string,
  by: OperatorActor,
  manual: ManualPostings,
): Promise<UnmatchResult> => {
  const { pool } = cells.control
  const line = await findBankLine(pool, bankLineId)
  if (line === null) return { ok: false, code: 'BANK_LINE404_NOT_FOUND' }
  if (line.status === 'unmatching') return finishUnmatch(cells, line)
  if (line.status !== 'matched') return { ok: false, code: 'BANK_LINE409_NOT_MATCHED' }
  for (const part of await partsOf(cells, line)) {
    const refusal = await mayUndo(cells, part.line, part.match)
    if (refusal !== null) return { ok: false, code: refusal }
  }
  // The reasons of the two may differ; the match is the same.
  const said = `unmatch ${line.match_source} ${line.times_unmatched}`
  if (needsSecondPerson(manual, await amountAtStake(pool, line))) {
    const answer = await confirmTogether(pool, { bankLineId, said }, by)
    if (answer !== 'confirmed') return { ok: false, code: answer }
  }
  const begun = await begin(pool, line, reason, by)
  return begun.ok ? finishUnmatch(cells, begun.line) : begun
}

/** All lines of a group are taken back together. */
const amountAtStake = async (pool: pg.Pool, line: BankLineRow): Promise<number> => {
  const lines =
    line.match_kind === 'group' ? await linesOfGroup(pool, line.match_source as string) : [line]
  return Math.abs(lines.reduce((sum, { amount }) => sum + amount, 0))
}

const begin = (
  pool: pg.Pool,
  line: BankLineRow,
  reason: string,
  by: OperatorActor,
): Promise<UnmatchResult> =>
  withTransaction(pool, async (tx): Promise<UnmatchResult> => {
    await lockClaims(tx)
    const match = matchOf(line)
    if (match === null) return { ok: false, code: 'BANK_LINE409_NOT_MATCHED' }
    const lines = match.kind === 'group' ? await linesOfGroup(tx, match.sourceId) : [line]
    const rest = await remainderOf(tx, lines)
    if (rest !== null && rest.status !== 'unmatched') {
      return { ok: false, code: 'BANK_LINE409_REMAINDER' }
    }
    for (const { bank_line_id: id } of lines) {
      if ((await beginUnmatch(tx, id, reason, by)) === null) {
        return { ok: false, code: 'BANK_LINE409_NOT_MATCHED' }
      }
    }
    if (rest !== null) await claimLine(tx, rest.bank_line_id, rejoining(rest, match.sourceId), by)
    await appendAudit(tx, by, {
      partnerId: WHOLE_PLATFORM,
      action: 'bank-line.unmatch',
      subject: line.bank_line_id,
      details: { reason, ...match },
    })
    const now = await findBankLine(tx, line.bank_line_id)
    return now === null ? { ok: false, code: 'BANK_LINE404_NOT_FOUND' } : { ok: true, line: now }
  })

/** What the match left of these lines, and did not rejoin them. */
const remainderOf = async (
  tx: pg.ClientBase,
  lines: readonly BankLineRow[],
): Promise<BankLineRow | null> => {
  const { rows } = await tx.query<BankLineRow>(
    `select ${LINE_COLUMNS} from bank_lines
    where remainder_of = any($1::uuid[]) and (match_kind <> 'rejoined') is not false`,
    [lines.map(({ bank_line_id: id }) => id)],
  )
  return rows[0] ?? null
}

const rejoining = ({ amount, times_unmatched: times }: BankLineRow, groupId: string): Match => ({
  kind: 'rejoined',
  partnerId: 0,
  sourceId: groupId,
  code: amount > 0 ? 'SUSPENSE_OUT' : 'SUSPENSE_IN',
  // Lines of the group have the numbers above 0.
  line: -1 - times,
  posts: true,
})

/** Reverses what the match posted, and puts the line back into suspense. It can be repeated. */
export const finishUnmatch = async (
  cells: EveryCell,
  line: BankLineRow,
): Promise<UnmatchResult> => {
  const { pool } = cells.control
  const match = matchOf(line)
  if (match === null) return { ok: true, line }
  const by = unmatcher(line)
  for (const part of await partsOf(cells, line)) {
    await undoMatch(cells, part.line, part.match, by)
    if (part.number !== null)
      await setThing(pool, match.sourceId, part.number, ['proved', 'undone'])
  }
  return withTransaction(pool, async (tx): Promise<UnmatchResult> => {
    await lockClaims(tx)
    const lines = match.kind === 'group' ? await linesOfGroup(tx, match.sourceId) : [line]
    const rest = await remainderOfUnmatched(tx, match.sourceId)
    for (const one of lines) await backToSuspense(tx, one, by)
    if (rest !== null) {
      const ended = await finishLine(tx, rest.bank_line_id)
      if (ended !== null) await postTransfers(tx, [suspenseTransfer(ended, 'out', actorOf(by))])
    }
    const now = await findBankLine(tx, line.bank_line_id)
    return now === null ? { ok: false, code: 'BANK_LINE404_NOT_FOUND' } : { ok: true, line: now }
  })
}

const remainderOfUnmatched = async (
  tx: pg.ClientBase,
  groupId: string,
): Promise<BankLineRow | null> => {
  const { rows } = await tx.query<BankLineRow>(
    `select ${LINE_COLUMNS} from bank_lines
    where match_source = $1 and match_kind = 'rejoined' and status = 'matching'`,
    [groupId],
  )
  return rows[0] ?? null
}

const backToSuspense = async (
  tx: pg.ClientBase,
  line: BankLineRow,
  by: OperatorActor,
): Promise<void> => {
  const ended = await endUnmatch(tx, line.bank_line_id)
  // Another process has ended it.
  if (ended === null) return
  const { times_unmatched: times } = ended
  const reversed = { ...ended, times_unmatched: times - 1 }
  await postTransfers(tx, [suspenseTransfer(reversed, 'back', actorOf(by))])
}

const actorOf = ({ id, name }: OperatorActor): string => id ?? name

/** Who undoes the match, even when another process finishes it. */
const unmatcher = (line: BankLineRow): OperatorActor => ({
  id: line.unmatch_actor,
  name: line.unmatch_name ?? '',
  holder: line.unmatch_by ?? '',
  requestId: null,
})
