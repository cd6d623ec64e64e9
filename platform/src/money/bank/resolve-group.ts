import type { Centimes } from '@wasl/protocol'
import type { EveryCell } from '../../cells/every-cell.ts'
import { findDeposit } from '../cash/deposits/find.ts'
import { findRemittance } from '../cash/remittances/find.ts'
import { readRefund } from '../../payments/refunds/read.ts'
import { readBatchPayouts } from '../settlement/payouts/batch-life.ts'
import { readPayout } from '../settlement/payouts/read.ts'
import { ownerNumberOfId } from '../../base/wire-ids.ts'
import { findBankLine } from './find.ts'
import type { GroupThing } from './group.ts'
import type { BankLineRow } from './line.ts'
import { resolveMatch, type MatchError, type Target } from './resolve-match.ts'

/** What lines may be together: a batch is all of its payouts that no line proves yet. */
export type GroupTarget =
  | Extract<Target, { kind: 'deposit' | 'remittance' | 'payout' | 'refund'; id: string }>
  | { kind: 'batch'; id: string }

export type ResolvedGroup =
  | { ok: true; lines: BankLineRow[]; things: GroupThing[]; remainder: Centimes }
  | { ok: false; code: MatchError | 'BANK_LINE404_NOT_FOUND' }
  | { ok: false; code: 'BANK_LINE409_SUMS'; lines: Centimes; things: Centimes; remainder: Centimes }

const NOT_THIS = { ok: false, code: 'BANK_LINE409_NOT_THIS' } as const

const sumOf = (rows: readonly { amount: Centimes }[]): Centimes =>
  rows.reduce((sum, { amount }) => sum + amount, 0)

/** What a group would prove, and what would be left of its lines. */
export const resolveGroup = async (
  cells: EveryCell,
  bankLineIds: readonly string[],
  targets: readonly GroupTarget[],
): Promise<ResolvedGroup> => {
  const lines: BankLineRow[] = []
  for (const id of bankLineIds) {
    const line = await findBankLine(cells.control.pool, id)
    if (line === null) return { ok: false, code: 'BANK_LINE404_NOT_FOUND' }
    lines.push(line)
  }
  const [first] = lines
  if (first === undefined) return NOT_THIS
  const isOut = first.amount < 0
  if (lines.some(({ account, amount }) => account !== first.account || amount < 0 !== isOut)) {
    return NOT_THIS
  }
  const things: GroupThing[] = []
  for (const target of await withoutBatches(cells, targets)) {
    const amount = await amountOf(cells, target)
    const line = { ...first, amount: isOut ? -(amount ?? 1) : (amount ?? 1) }
    const resolved = await resolveMatch(cells, line, target)
    if (!resolved.ok) return resolved
    if (amount === null || isSame(things, resolved.match.sourceId)) return NOT_THIS
    things.push({ ...resolved.match, amount })
  }
  if (things.length === 0) return { ok: false, code: 'PAYOUT404_NOT_FOUND' }
  const [inLines, inThings] = [Math.abs(sumOf(lines)), sumOf(things)]
  const remainder = (inLines - inThings) * (isOut ? -1 : 1)
  if (inThings > inLines) {
    return { ok: false, code: 'BANK_LINE409_SUMS', lines: inLines, things: inThings, remainder }
  }
  return { ok: true, lines, things, remainder }
}

const isSame = (things: readonly GroupThing[], sourceId: string): boolean =>
  things.some((thing) => thing.sourceId === sourceId)

type Single = Exclude<GroupTarget, { kind: 'batch' }>

const withoutBatches = async (
  cells: EveryCell,
  targets: readonly GroupTarget[],
): Promise<Single[]> => {
  const singles: Single[] = []
  for (const target of targets) {
    if (target.kind !== 'batch') singles.push(target)
    else {
      for (const { payoutId, status, bankLineId } of await readBatchPayouts(cells, target.id)) {
        const isOpen = status === 'instructed' || (status === 'paid' && bankLineId === null)
        if (isOpen) singles.push({ kind: 'payout', id: payoutId })
      }
    }
  }
  return singles
}

/** What a thing is worth in a group: what a person has posted, or else what was announced. */
const amountOf = (cells: EveryCell, { kind, id }: Single): Promise<Centimes | null> => {
  const { pool } = cells.control
  const partnerId = ownerNumberOfId(id) ?? 0
  switch (kind) {
    case 'deposit':
      return findDeposit(pool, null, id).then((row) =>
        row === null ? null : (row.banked ?? row.amount),
      )
    case 'remittance':
      return findRemittance(pool, null, id).then((row) =>
        row === null ? null : (row.banked ?? row.amount),
      )
    case 'payout':
      return cells.at(
        partnerId,
        async (home) => (await readPayout(home.pool, partnerId, id))?.amount ?? null,
      )
    case 'refund':
      return cells.at(partnerId, async (home) => (await readRefund(home.pool, id))?.amount ?? null)
    default:
      return kind satisfies never
  }
}
