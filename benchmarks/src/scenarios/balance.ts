import type pg from 'pg'
import { createDatabase, type Database } from '../../../platform/src/base/database/database.ts'
import { cashOfChannel, type Account } from '../../../platform/src/ledger/account.ts'
import { balanceOf } from '../../../platform/src/ledger/balance.ts'
import { rollUp } from '../../../platform/src/ledger/roll-up.ts'
import { summarizePastMonths } from '../../../platform/src/ledger/summarize.ts'
import type { BenchDatabase } from '../harness/postgres.ts'
import { inTurn } from '../in-turn.ts'
import { atMost, median, medianRatio, milliseconds } from '../measure.ts'
import type { Bench, Row, Scenario } from '../scenario.ts'
import { FIRST_PARTNER } from '../seed/partners.ts'
import { makeMonths, SPREAD_MS } from '../seed/months.ts'
import { TIME_BASE } from '../seed/payments.ts'

const SMALL = 10_000
const LARGE = 20_000_000
const LARGE_QUICK = 100_000

const GOAL_RATIO = 1.5
const GOAL_MS = 50

const PARTNERS = 500
const CHANNELS = 20

/** Transfers that came since the last roll-up: five seconds of a thousand a second. */
const TAIL = 5_000

const CALLS = 41

const AMOUNT = 59_980

/** The time of a balance does not grow with the ledger. */
export const balance: Scenario = {
  name: 'balance',
  about: 'the balance of an account, at 10 thousand and 20 million transfers',
  tools: [],
  isLong: true,
  run: (bench) => runBalance(bench),
}

/** A ledger of one size. */
type House = { transfers: number; database: BenchDatabase; db: Database; timesMs: number[] }

const runBalance = async (bench: Bench): Promise<Row[]> => {
  const small = await makeHouse(bench, 'bench_ledger_small', SMALL)
  const large = await makeHouse(bench, 'bench_ledger_large', bench.quick ? LARGE_QUICK : LARGE)
  const houses = [small, large]
  await bench.measure(async () => {
    for (const house of houses) house.timesMs.length = 0
    for (let call = 0; call <= CALLS; call += 1) {
      await inTurn(houses, async (house) => {
        const startedMs = performance.now()
        const found = await balanceOf(house.db.pool, ACCOUNT)
        // The first call is a warm-up.
        if (call > 0) house.timesMs.push(performance.now() - startedMs)
        expectBalance(house, found)
      })
    }
  })
  for (const { db, database } of houses) {
    await db.close()
    await database.drop()
  }
  return rowsOf(small, large)
}

/** A channel that takes money for every partner. */
const ACCOUNT: Account = cashOfChannel(1)

const expectBalance = ({ transfers }: House, found: number): void => {
  const expected = ((transfers + TAIL) / CHANNELS) * AMOUNT
  if (found !== expected) throw new Error(`expected a balance of ${expected}, found ${found}`)
}

const makeHouse = async (bench: Bench, name: string, transfers: number): Promise<House> => {
  bench.log(`inserting ${transfers.toLocaleString('en-US')} transfers`)
  const database = await bench.postgres.createMigrated(name)
  const { client } = database
  await makeMonths(client, ['ledger_transfers'])
  await seedTransfers(client, 0, transfers, TIME_BASE - SPREAD_MS, SPREAD_MS / transfers)
  await client.query('vacuum analyze')
  const db = createDatabase(database.url)
  bench.log('rolling them up')
  while ((await rollUp(db.pool)) === 'more');
  await client.query('vacuum analyze ledger_days, ledger_totals')
  await summarizePastMonths(db.pool)
  await seedTransfers(client, transfers, TAIL, TIME_BASE, 0)
  await client.query('checkpoint')
  return { transfers, database, db, timesMs: [] }
}

/** Rows of one statement. */
const CHUNK = 250_000

const seedTransfers = async (
  client: pg.Client,
  first: number,
  count: number,
  startMs: number,
  stepMs: number,
): Promise<void> => {
  for (let done = 0; done < count; done += CHUNK) {
    const from = first + done
    await client.query(INSERT, [
      from,
      from + Math.min(CHUNK, count - done) - 1,
      startMs - first * stepMs,
      stepMs,
      PARTNERS,
      CHANNELS,
      AMOUNT,
      FIRST_PARTNER,
    ])
  }
}

const INSERT = `
  insert into ledger_transfers (partner_id, source_id, code, debit_kind, debit_owner, credit_kind,
    credit_owner, amount, actor, at, business_date)
  select partner_id, (
      lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0') || '7'
      || lpad(to_hex(number & 4095), 3, '0') || '8' || lpad(to_hex(number), 7, '0')
      || lpad(to_hex(partner_id), 8, '0')
    )::uuid,
    'COLLECT', 'cash', 'chn_' || 1 + number % $6::int, 'partner_payable', 'prt_' || partner_id,
    $7::bigint, 'chn_' || 1 + number % $6::int, at, (at at time zone 'Africa/Algiers')::date
  from (
    select number, $8::int + (number / $6::int % $5::int)::int as partner_id,
      to_timestamp(($3::float8 + number * $4::float8) / 1000) as at
    from generate_series($1::bigint, $2::bigint) as number
  ) as numbered`

const rowsOf = (small: House, large: House): Row[] => {
  const scenario = `balance, median of ${CALLS}`
  const ratio = medianRatio(large.timesMs, small.timesMs)
  const largeMs = median(large.timesMs)
  const row = (house: House): Omit<Row, 'ratio' | 'goal'> => ({
    scenario,
    contestant: `${house.transfers.toLocaleString('en-US')} transfers`,
    result: milliseconds(median(house.timesMs)),
  })
  return [
    { ...row(small), ratio: 1, goal: atMost(`${GOAL_MS} ms in the large one`, GOAL_MS, largeMs) },
    { ...row(large), ratio, goal: atMost(`${GOAL_RATIO} × as long`, GOAL_RATIO, ratio) },
  ]
}
