import { hash } from 'node:crypto'
import type { OperatorActor } from '../../base/audit/append.ts'
import type { EveryCell } from '../../cells/every-cell.ts'
import { needsSecondPerson } from '../../base/second-person.ts'
import { linesOfGroup, matchGroup, type GroupResult } from './group.ts'
import { findBankLine } from './find.ts'
import { readThings } from './group-things.ts'
import { resolveGroup, type GroupTarget, type ResolvedGroup } from './resolve-group.ts'
import { confirmTogether, type ManualPostings } from './posting-requests.ts'

export type TogetherResult =
  | GroupResult
  | Extract<ResolvedGroup, { ok: false }>
  | { ok: false; code: 'APPROVAL409_SECOND_PERSON' | 'APPROVAL409_SAME_PERSON' }

/** Says what lines are together. The same again gets the same answer. */
export const matchTogether = async (
  cells: EveryCell,
  bankLineIds: readonly string[],
  targets: readonly GroupTarget[],
  by: OperatorActor,
  manual: ManualPostings,
): Promise<TogetherResult> => {
  const earlier = await findEarlier(cells, bankLineIds, targets)
  if (earlier !== null) return earlier
  const group = await resolveGroup(cells, bankLineIds, targets)
  if (!group.ok) return group
  const { lines, things } = group
  if (lines.some(({ status }) => status !== 'unmatched')) {
    return { ok: false, code: 'BANK_LINE409_MATCHED' }
  }
  const amount = Math.abs(lines.reduce((sum, line) => sum + line.amount, 0))
  if (needsSecondPerson(manual, amount)) {
    const parts = [...bankLineIds.toSorted(), ...things.map(({ sourceId }) => sourceId).toSorted()]
    const said = `group ${hash('sha256', parts.join(' '), 'hex')}`
    const bankLineId = bankLineIds.toSorted()[0] as string
    const answer = await confirmTogether(cells.control.pool, { bankLineId, said }, by)
    if (answer !== 'confirmed') return { ok: false, code: answer }
  }
  return matchGroup(cells, lines, things, by)
}

/** The same lines, matched with the same things before. A batch may be of other payouts by now. */
const findEarlier = async (
  cells: EveryCell,
  bankLineIds: readonly string[],
  targets: readonly GroupTarget[],
): Promise<GroupResult | null> => {
  const { pool } = cells.control
  const line = await findBankLine(pool, bankLineIds[0] as string)
  if (line?.match_kind !== 'group' || line.status !== 'matched') return null
  const groupId = line.match_source as string
  const lines = await linesOfGroup(pool, groupId)
  if (
    !isSameSet(
      lines.map((one) => one.bank_line_id),
      bankLineIds,
    )
  )
    return null
  const things = (await readThings(pool, groupId)).filter(({ status }) => status === 'proved')
  const isBatch = targets.some(({ kind }) => kind === 'batch')
  const asked = targets.map(({ id }) => id)
  if (
    !isBatch &&
    !isSameSet(
      things.map(({ sourceId }) => sourceId),
      asked,
    )
  )
    return null
  const proved = things.reduce((sum, { amount }) => sum + amount, 0)
  const sum = lines.reduce((total, { amount }) => total + amount, 0)
  return { ok: true, groupId, lines, remainder: sum - (sum > 0 ? proved : -proved) }
}

const isSameSet = (one: readonly string[], other: readonly string[]): boolean =>
  JSON.stringify(one.toSorted()) === JSON.stringify(other.toSorted())
