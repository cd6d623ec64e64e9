import { setTimeout as pause } from 'node:timers/promises'
import { findHome } from '../../../platform/src/cells/homes.ts'
import { openPool } from '../../../platform/test/support/database.ts'
import { checkInvariants } from '../../../platform/test/support/invariants.ts'
import type { PartnerServer } from '../../../platform/test/support/partner.ts'
import type { TestPartner } from '../../../platform/test/support/node.ts'
import {
  printsOf,
  sumsOf,
  type TestCell,
  type TwoCells,
} from '../../../platform/test/support/two-cells.ts'
import type { Writers } from '../../../platform/test/support/writers.ts'
import type { Verdict } from '../storm.ts'

/** What happened, over all moves. */
export type Tally = {
  done: number
  undone: number
  kills: Record<string, number>
  /** Of the moves in which nothing was killed. */
  refusedMs: number[]
  /** Rows of the partner in a cell that is not its home, found between two moves. */
  foreign: string[]
}

const DELIVERY_TRIES_MAX = 600

/** Moves both clocks on until nothing is owed. */
const deliverAll = async (cells: TwoCells): Promise<boolean> => {
  for (let tries = 1; tries <= DELIVERY_TRIES_MAX; tries += 1) {
    let owed = 0
    await cells.clock.advance(5)
    for (const { installation } of [cells.north, cells.south]) {
      const { rows } = await installation.pool.query<{ owed: number }>(
        'select count(*)::int as owed from webhook_deliveries where due_at is not null',
      )
      owed += rows[0]?.owed ?? 0
    }
    if (owed === 0) return true
    await pause(100)
  }
  return false
}

/** What was acknowledged is there, once; the shop was told; the old home has nothing; invariants hold. */
export const judge = async (
  cells: TwoCells,
  partner: TestPartner,
  shop: PartnerServer,
  writers: Writers,
  tally: Tally,
): Promise<Verdict> => {
  const isSettled = await deliverAll(cells)
  const { here } = await homeOf(cells, partner)
  const told = new Set(
    shop.requests
      .filter(({ event }) => event?.event === 'payment.success')
      .map(({ reference }) => reference),
  )
  const { lost, doubled } = await compare(cells, here, writers)
  const foreign = [...tally.foreign, ...(await rowsAway(cells, partner))]
  const violations = [
    ...lost,
    ...doubled,
    ...foreign,
    ...writers.strange,
    ...shop.problems,
    ...(isSettled ? [] : ['Not every webhook was delivered.']),
    ...[...writers.confirmed.keys()]
      .filter((reference) => !told.has(reference))
      .map((reference) => `The shop was never told that ${reference} is paid.`),
    ...(await violationsIn(cells.north)),
    ...(await violationsIn(cells.south)),
  ]
  const kills = Object.entries(tally.kills).map(([what, times]) => `${times} of the ${what}`)
  return {
    figures: [
      `moves: ${tally.done} done, ${tally.undone} undone; kills: ${kills.join(', ') || 'none'}`,
      `payments acknowledged: ${writers.confirmed.size}; lost: ${lost.length}, doubled: ${doubled.length}`,
      `tables of a foreign cell that were written to: ${foreign.length}`,
      `writes refused, moves without a kill: ${summary(tally.refusedMs)}`,
      `a payment (open and confirm) of the neighbour while nobody moves: ${summary(writers.tookMs.still)}`,
      `the same while the partner moves and nothing is killed: ${summary(writers.tookMs.moving)}`,
      `the p99 of the neighbour while the partner moves: ${ratio(writers.tookMs)} times that of the rest`,
    ],
    violations,
  }
}

/** Over a connection without the mover's limit for a statement: a cell has all payments of an hour. */
const violationsIn = async ({ name, server }: TestCell): Promise<string[]> => {
  const pool = openPool(server.url, 1)
  try {
    await pool.query('analyze')
    return (await checkInvariants(pool)).map((one) => `${name}: ${one}`)
  } finally {
    await pool.end()
  }
}

const compare = async (
  cells: TwoCells,
  home: TestCell,
  writers: Writers,
): Promise<{ lost: string[]; doubled: string[] }> => {
  const paid = new Map<string, string>()
  const doubled: string[] = []
  for (const cell of new Set([cells.north, home])) {
    const { rows } = await cell.pool.query<{ reference: string; payment_id: string }>(
      `select reference, payment_id from payments where stage = 'paid'`,
    )
    for (const { reference, payment_id: paymentId } of rows) {
      if (paid.has(reference)) doubled.push(`${reference} was paid twice.`)
      paid.set(reference, paymentId)
    }
  }
  const lost = [...writers.confirmed].filter(([reference, id]) => paid.get(reference) !== id)
  return {
    doubled,
    lost: lost.map(([reference]) => `${reference} was confirmed, and is lost.`),
  }
}

const homeOf = async (
  cells: TwoCells,
  partner: TestPartner,
): Promise<{ here: TestCell; away: TestCell }> => {
  const { north, south } = cells
  const home = (await findHome(north.pool, partner.number))?.cell
  return home === 'north' ? { here: north, away: south } : { here: south, away: north }
}

/** What the cell that is not the home has of the partner. */
export const rowsAway = async (cells: TwoCells, partner: TestPartner): Promise<string[]> =>
  rowsOf((await homeOf(cells, partner)).away, partner)

const rowsOf = async (cell: TestCell, partner: TestPartner): Promise<string[]> => {
  const prints = {
    ...(await printsOf(cell.pool, partner.number)),
    ...(await sumsOf(cell.pool, partner.number)),
  }
  return Object.entries(prints)
    .filter(([, print]) => !print.startsWith('0 '))
    .map(([table]) => `${cell.name}, which is not the home, has rows in ${table}.`)
}

const percentile = (values: readonly number[], share: number): number => {
  const sorted = values.toSorted((one, other) => one - other)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

const ratio = ({ moving, still }: Writers['tookMs']): string =>
  moving.length === 0 || still.length === 0
    ? 'an unknown number of'
    : (percentile(moving, 0.99) / percentile(still, 0.99)).toFixed(2)

const summary = (values: readonly number[]): string => {
  if (values.length === 0) return 'none'
  const at = (share: number): number => Math.round(percentile(values, share))
  return `p50 ${at(0.5)} ms, p99 ${at(0.99)} ms, longest ${at(1)} ms, of ${values.length}`
}
