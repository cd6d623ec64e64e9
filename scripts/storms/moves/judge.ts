import { setTimeout as pause } from 'node:timers/promises'
import { findHome } from '../../../platform/src/cells/homes.ts'
import { checkInvariants } from '../../../platform/test/support/invariants.ts'
import type { PartnerServer } from '../../../platform/test/support/partner.ts'
import type { TestPartner } from '../../../platform/test/support/platform.ts'
import {
  printsOf,
  sumsOf,
  type TestCell,
  type TwoCells,
} from '../../../platform/test/support/two-cells.ts'
import type { Verdict } from '../storm.ts'
import type { Writers } from './writers.ts'

/** What happened, over all moves. */
export type Tally = {
  done: number
  undone: number
  kills: Record<string, number>
  /** Of the moves in which nothing was killed. */
  refusedMs: number[]
}

const DELIVERY_TRIES_MAX = 600

/** Moves both clocks on until nothing is owed. */
const deliverAll = async (cells: TwoCells): Promise<boolean> => {
  for (let tries = 1; tries <= DELIVERY_TRIES_MAX; tries += 1) {
    let owed = 0
    for (const { installation } of [cells.north, cells.south]) {
      await installation.clock.advance(5)
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
  const home = (await findHome(cells.north.pool, partner.number))?.cell
  const [here, away] = home === 'north' ? [cells.north, cells.south] : [cells.south, cells.north]
  const told = new Set(
    shop.requests
      .filter(({ event }) => event?.event === 'payment.success')
      .map(({ reference }) => reference),
  )
  const violations = [
    ...(await missing(cells, here, writers)),
    ...writers.strange,
    ...shop.problems,
    ...(isSettled ? [] : ['Not every webhook was delivered.']),
    ...[...writers.confirmed.keys()]
      .filter((reference) => !told.has(reference))
      .map((reference) => `The shop was never told that ${reference} is paid.`),
    ...(await rowsOf(away, partner)),
    ...(await checkInvariants(cells.north.pool)).map((one) => `north: ${one}`),
    ...(await checkInvariants(cells.south.pool)).map((one) => `south: ${one}`),
  ]
  const kills = Object.entries(tally.kills).map(([what, times]) => `${times} of the ${what}`)
  return {
    figures: [
      `moves: ${tally.done} done, ${tally.undone} undone; kills: ${kills.join(', ') || 'none'}`,
      `payments acknowledged: ${writers.confirmed.size}`,
      `writes refused, moves without a kill: ${summary(tally.refusedMs)}`,
      `a payment (open and confirm) of the neighbour while nobody moves: ${summary(writers.tookMs.still)}`,
      `the same while the partner moves and nothing is killed: ${summary(writers.tookMs.moving)}`,
    ],
    violations,
  }
}

const missing = async (cells: TwoCells, home: TestCell, writers: Writers): Promise<string[]> => {
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
  return [...doubled, ...lost.map(([reference]) => `${reference} was confirmed, and is lost.`)]
}

const rowsOf = async (cell: TestCell, partner: TestPartner): Promise<string[]> => {
  const prints = {
    ...(await printsOf(cell.pool, partner.number)),
    ...(await sumsOf(cell.pool, partner.number)),
  }
  return Object.entries(prints)
    .filter(([, print]) => !print.startsWith('0 '))
    .map(([table]) => `${cell.name}, which is not the home, has rows in ${table}.`)
}

const summary = (values: readonly number[]): string => {
  if (values.length === 0) return 'none'
  const sorted = values.toSorted((one, other) => one - other)
  const at = (share: number): number =>
    Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] as number)
  return `p50 ${at(0.5)} ms, p99 ${at(0.99)} ms, longest ${at(1)} ms, of ${sorted.length}`
}
