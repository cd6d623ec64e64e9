import { load } from '../harness/wrk.ts'
import { atMost, median, medianRatio, milliseconds } from '../measure.ts'
import { MONTHS } from '../options.ts'
import type { Bench, Row, Scenario } from '../scenario.ts'
import { measureCalls, type Calls } from './growth-calls.ts'
import { CLAIM, measureClaims } from './growth-claims.ts'
import { measureDayClose, type Closes } from './growth-day-close.ts'
import { fillKept, makeHouse, openKept, type House, type Measured } from './growth-house.ts'

/** How many payments each has, how often is claimed, what is sent, and which days are closed. */
export type Parts = Calls & Closes & { small: number; large: number; claims: number }

/**
 * A warm-up comes before each turn, because the other database's turn has filled the caches. The console
 * lists pages of 100. In the quick form a partner has 40 payments, so its pages are shorter.
 */
const FULL: Parts = {
  small: 10_000,
  large: 20_000_000,
  claims: 21,
  load,
  warmUpSeconds: 1,
  pageRows: 100,
  closes: 21,
  dayTransfers: 1_000,
}
const QUICK: Parts = { ...FULL, large: 100_000, pageRows: 20 }

const GOAL = 1.5

const PARTNERS = 2_500

/** How much slower calls, claims and the closing of a day are with 2,000 times as many payments. */
export const growth: Scenario = {
  name: 'growth',
  about:
    'p99 of status, list and search, and the time of a claim and of a day close, at 10 thousand and 20 million payments',
  tools: ['wrk'],
  isLong: true,
  run: (bench) => runGrowth(bench, bench.quick ? QUICK : FULL),
}

/**
 * Both databases exist from the beginning and take turns, so that conditions are equal. A kept database
 * that lacks months is only filled.
 */
export const runGrowth = async (bench: Bench, parts: Parts): Promise<Row[]> => {
  const { kept } = bench
  const size = { payments: parts.large, partners: PARTNERS }
  const rows: Row[] = []
  if (kept !== null) {
    rows.push(await fillKept(bench, { ...size, month: kept.month }))
    if (kept.month < MONTHS) return rows
  }
  const small = await makeHouse(bench, 'bench_small', {
    ...size,
    payments: parts.small,
    listed: Math.floor(parts.small / 2),
  })
  const large = await (kept === null
    ? makeHouse(bench, 'bench_large', size)
    : openKept(bench, parts.large))
  const houses = [small, large]
  await measureCalls(bench, houses, parts)
  await measureClaims(houses, parts.claims)
  await measureDayClose(bench, houses, parts)
  await small.database.drop()
  await (kept === null ? large.database.drop() : large.database.disconnect())
  const named = Object.entries(NAMES) as [Measured, string][]
  return [...rows, ...named.flatMap(([measured, name]) => rowsOf(name, small, large, measured))]
}

const NAMES: Record<Measured, string> = {
  status: 'status, p99',
  list: 'list of a partner, p99',
  listOfAll: 'list of all partners, p99',
  search: 'search, p99',
  claim: `claim of ${CLAIM}, median`,
  dayClose: 'day close, median',
}

const rowsOf = (what: string, small: House, large: House, measured: Measured): Row[] => {
  const timesOf = ({ timesMs }: House): number[] => timesMs[measured]
  const scenario = `growth, ${what}`
  const ratio = medianRatio(timesOf(large), timesOf(small))
  const row = (house: House): Omit<Row, 'ratio' | 'goal'> => ({
    scenario,
    contestant: `${house.payments.toLocaleString('en-US')} payments`,
    result: milliseconds(median(timesOf(house))),
  })
  return [
    { ...row(small), ratio: 1, goal: null },
    { ...row(large), ratio, goal: atMost(`${GOAL} × as long`, GOAL, ratio) },
  ]
}
