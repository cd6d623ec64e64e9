/**
 * Matches lines in groups: one line is many things, or many lines are one (D37). A group has the three
 * steps of a match (W113): claim the lines and the things, post each thing where its partner lives, take
 * the lines out of suspense. What the things leave of the lines becomes a line of its own, which waits in
 * suspense. So does a thing that could not be posted any more.
 */
import type { Centimes } from '@wasl/protocol'
import { hash } from 'node:crypto'
import type pg from 'pg'
import { appendAudit, WHOLE_PLATFORM, type OperatorActor } from '../../base/audit/append.ts'
import type { EveryCell } from '../../cells/every-cell.ts'
import { withTransaction } from '../../base/database/with-transaction.ts'
import { postTransfers } from '../../ledger/post.ts'
import { findBankLine } from './find.ts'
import {
  insertThings,
  isProved,
  lineOfThing,
  lockClaims,
  readThings,
  setThing,
  type Thing,
} from './group-things.ts'
import { LINE_COLUMNS, matchOf, suspenseTransfer, type BankLineRow, type Match } from './line.ts'
import { postMatch } from './post-match.ts'
import { claimLine, finishLine, releaseLine } from './set-status.ts'

export type GroupThing = Match & { amount: Centimes }

export type GroupResult =
  | { ok: true; groupId: string; lines: BankLineRow[]; remainder: Centimes }
  | { ok: false; code: 'BANK_LINE404_NOT_FOUND' | 'BANK_LINE409_MATCHED' | 'BANK_LINE409_TAKEN' }
  | { ok: false; code: 'BANK_LINE409_NOT_THIS' }

/** Claims the lines and things of a group, posts them, and says what is left. */
export const matchGroup = async (
  cells: EveryCell,
  lines: readonly BankLineRow[],
  things: readonly GroupThing[],
  by: OperatorActor,
): Promise<GroupResult> => {
  const claimed = await claimGroup(cells.control.pool, lines, things, by)
  return claimed.ok ? finishGroup(cells, claimed.groupId) : claimed
}

type Claimed = { ok: true; groupId: string } | Extract<GroupResult, { ok: false }>

const claimGroup = (
  pool: pg.Pool,
  lines: readonly BankLineRow[],
  things: readonly GroupThing[],
  by: OperatorActor,
): Promise<Claimed> =>
  withTransaction(pool, async (tx): Promise<Claimed> => {
    await lockClaims(tx)
    const [first] = lines
    if (first === undefined) throw new Error('a group has no line')
    if (await isProved(tx, first.account, things)) return { ok: false, code: 'BANK_LINE409_TAKEN' }
    const { rows } = await tx.query<{ id: string }>('select new_id(0) as id')
    const groupId = rows[0]?.id as string
    for (const [place, { bank_line_id: id, amount }] of lines.entries()) {
      const match = groupMatch(groupId, place + 1, amount)
      const claimed = await claimLine(tx, id, match, by)
      if (claimed === null) throw new LineGone()
    }
    await insertThings(tx, groupId, first.account, things)
    await appendAudit(tx, by, {
      partnerId: WHOLE_PLATFORM,
      action: 'bank-line.match',
      subject: groupId,
      details: {
        lines: lines.map(({ bank_line_id: id }) => id),
        things: things.map(({ kind, sourceId, amount }) => ({ kind, sourceId, amount })),
      },
    })
    return { ok: true, groupId }
  }).catch((error: unknown): Claimed => {
    if (error instanceof LineGone) return { ok: false, code: 'BANK_LINE409_MATCHED' }
    throw error
  })

/** A line of the group was matched meanwhile: nothing of the group is claimed. */
class LineGone extends Error {}

/** What a line of a group is: the code is that of its own suspense, because the things have the others. */
const groupMatch = (groupId: string, number: number, amount: Centimes): Match => ({
  kind: 'group',
  partnerId: 0,
  sourceId: groupId,
  code: amount > 0 ? 'SUSPENSE_OUT' : 'SUSPENSE_IN',
  line: number,
  posts: true,
})

export const linesOfGroup = async (
  db: pg.Pool | pg.ClientBase,
  groupId: string,
): Promise<BankLineRow[]> => {
  const { rows } = await db.query<BankLineRow>(
    `select ${LINE_COLUMNS} from bank_lines
    where match_source = $1 and match_kind = 'group'
    order by match_line`,
    [groupId],
  )
  return rows
}

/** Posts the things of a claimed group, and takes its lines out of suspense. It can be repeated. */
export const finishGroup = async (cells: EveryCell, groupId: string): Promise<GroupResult> => {
  const { pool } = cells.control
  const lines = await linesOfGroup(pool, groupId)
  const [first] = lines
  if (first === undefined) return { ok: false, code: 'BANK_LINE404_NOT_FOUND' }
  for (const thing of await readThings(pool, groupId)) {
    if (thing.status !== 'claimed') continue
    const posted = await postMatch(cells, lineOfThing(first, thing), thing)
    await setThing(pool, groupId, thing.number, ['claimed', posted.ok ? 'proved' : 'refused'])
  }
  return withTransaction(pool, (tx) => endGroup(tx, groupId))
}

const sumOf = (rows: readonly { amount: Centimes }[]): Centimes =>
  rows.reduce((sum, { amount }) => sum + amount, 0)

const isProvedThing = ({ status }: Thing): boolean => status === 'proved'

const endGroup = async (tx: pg.ClientBase, groupId: string): Promise<GroupResult> => {
  await lockClaims(tx)
  const lines = await linesOfGroup(tx, groupId)
  const proved = sumOf((await readThings(tx, groupId)).filter(isProvedThing))
  const [first] = lines
  if (first === undefined) return { ok: false, code: 'BANK_LINE404_NOT_FOUND' }
  if (proved === 0) {
    for (const line of lines) await releaseLine(tx, line.bank_line_id, matchOf(line) as Match)
    return { ok: false, code: 'BANK_LINE409_NOT_THIS' }
  }
  const remainder = sumOf(lines) - (first.amount > 0 ? proved : -proved)
  if (lines.every(({ status }) => status === 'matched'))
    return { ok: true, groupId, lines, remainder }
  const actor = first.match_actor ?? first.match_name ?? ''
  const ended: BankLineRow[] = []
  for (const { bank_line_id: id } of lines) {
    const line = (await finishLine(tx, id)) ?? (await findBankLine(tx, id))
    if (line !== null) ended.push(line)
  }
  await postTransfers(
    tx,
    ended.map((line) => suspenseTransfer(line, 'out', actor)),
  )
  const last = ended.at(-1)
  if (remainder !== 0 && last !== undefined) await addRemainder(tx, last, remainder, actor)
  return { ok: true, groupId, lines: ended, remainder }
}

/** What is left of the lines waits in suspense, as a line of its own. */
const addRemainder = async (
  tx: pg.ClientBase,
  { bank_line_id: of, times_unmatched: times }: BankLineRow,
  amount: Centimes,
  actor: string,
): Promise<void> => {
  const digest = hash('sha256', JSON.stringify(['remainder', of, times]), 'buffer')
  const { rows } = await tx.query<Pick<BankLineRow, 'bank_line_id' | 'account' | 'amount'>>(
    `insert into bank_lines (bank_line_id, account, content_sha256, ordinal, import_id, booked_on,
      value_on, amount, description, reference, remainder_of)
    select new_id(0), account, $2, 1, import_id, booked_on, value_on, $3, description, reference,
      bank_line_id
    from bank_lines where bank_line_id = $1
    returning bank_line_id, account, amount`,
    [of, digest, amount],
  )
  const [rest] = rows
  if (rest === undefined) throw new Error(`the remainder of the line ${of} was not stored`)
  await postTransfers(tx, [suspenseTransfer(rest, 'in', actor)])
}
