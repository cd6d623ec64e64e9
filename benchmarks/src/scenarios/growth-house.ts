/** The databases of `growth`: made at once, or month by month in a folder that stays. */
import { PAYMENTS } from '../../../platform/src/operations/retention/tables.ts'
import type { BenchDatabase } from '../harness/postgres.ts'
import { MONTHS } from '../options.ts'
import type { Bench, Row } from '../scenario.ts'
import { makeMonths, SPREAD_MS } from '../seed/months.ts'
import { seededPartners, seedPartners, type SeededPartner } from '../seed/partners.ts'
import { seedPayments, TIME_BASE } from '../seed/payments.ts'

/** A database of one size, and its measurements. */
export type House = {
  payments: number
  database: BenchDatabase
  partners: SeededPartner[]
  /** The first so many payments are spread over all partners. */
  spread: number
  timesMs: Record<Measured, number[]>
}

/** What is measured in both. */
export type Measured = 'status' | 'list' | 'listOfAll' | 'search' | 'claim' | 'dayClose'

/** Partners whose payments are listed: the first ones. */
export const LISTED = 25

export type Size = { payments: number; partners: number }

/**
 * Makes a database at once. A page of four rows costs less than a full one, so in the small one half of
 * the payments are those of the partners that are listed.
 */
export const makeHouse = async (
  bench: Bench,
  name: string,
  size: Size & { listed?: number },
): Promise<House> => {
  bench.log(`inserting ${count(size.payments)} payments`)
  const { database, partners } = await makeEmpty(bench, name, size)
  const startMs = TIME_BASE - SPREAD_MS
  const spread = size.payments - (size.listed ?? 0)
  await insert(database, size, { startMs, from: 0, until: spread })
  const ofListed = { ...size, partners: LISTED }
  await insert(database, ofListed, { startMs, from: spread, until: size.payments })
  await vacuum(database)
  return houseOf(database, { payments: size.payments, spread, partners })
}

const count = (value: number): string => value.toLocaleString('en-US')

const houseOf = (
  database: BenchDatabase,
  size: Pick<House, 'payments' | 'spread' | 'partners'>,
): House => ({
  ...size,
  database,
  timesMs: { status: [], list: [], listOfAll: [], search: [], claim: [], dayClose: [] },
})

/** With its partners and partitions. */
const makeEmpty = async (bench: Bench, name: string, { partners }: Size) => {
  const database = await bench.postgres.createMigrated(name)
  const seeded = await seedPartners(database.client, partners)
  await makeMonths(database.client, PAYMENTS.tables)
  return { database, partners: seeded }
}

/** Payments of the numbers from `from` to before `until`; that of number 0 was opened at `startMs`. */
type Part = { startMs: number; from: number; until: number }

const insert = (
  { client }: BenchDatabase,
  { payments, partners }: Size,
  { startMs, from, until }: Part,
): Promise<void> => {
  const times = { startMs, stepMs: Math.floor(SPREAD_MS / payments) }
  const numbers = { from, count: until - from }
  return seedPayments(client, { partners, channelId: 1, ...times, ...numbers, as: 'delivered' })
}

const vacuum = async ({ client }: BenchDatabase): Promise<void> => {
  await client.query('vacuum analyze')
  await client.query('checkpoint')
}

const KEPT = 'bench_kept'

/** What there is of a kept database. Its time is that of its first day, whenever a month is added. */
type Progress = { payments: number; startMs: number; months: number }

/**
 * Fills the kept database up to a month. A month is inserted whole or not at all, and those that are there
 * are not inserted again: a run that was stopped is repeated.
 */
export const fillKept = async (bench: Bench, size: Size & { month: number }): Promise<Row> => {
  const { payments, month } = size
  const { database, progress } = await openOrBegin(bench, size)
  if (progress.payments !== payments)
    throw new Error(
      `expected a folder for ${count(payments)} payments, received one for ` +
        `${count(progress.payments)}: choose another one with --keep`,
    )
  const end = (months: number): number => Math.floor((payments * months) / MONTHS)
  for (let next = progress.months + 1; next <= month; next += 1) {
    bench.log(`inserting month ${next} of ${MONTHS}`)
    const { client } = database
    await client.query('begin')
    const { startMs } = progress
    await insert(database, size, { startMs, from: end(next - 1), until: end(next) })
    await client.query('update growth.progress set months = $1', [next])
    await client.query('commit')
  }
  // Before it is measured in any case: a run may have been stopped between a month and this.
  if (progress.months < month || month === MONTHS) await vacuum(database)
  const bytes = await bytesOf(database)
  await database.disconnect()
  return {
    scenario: `growth, month ${month} of ${MONTHS}`,
    contestant: `${count(end(month) - end(month - 1))} payments`,
    result: `${count(Math.round(bytes / end(Math.max(month, progress.months))))} bytes each`,
    ratio: null,
    goal: null,
  }
}

/** When it was not made to its end, it is made from the start. */
const openOrBegin = async (
  bench: Bench,
  size: Size,
): Promise<{ database: BenchDatabase; progress: Progress }> => {
  const found = await bench.postgres.find(KEPT)
  const known = found && (await progressOf(found))
  if (found && known) return { database: found, progress: known }
  await found?.disconnect()
  const { database } = await makeEmpty(bench, KEPT, size)
  const progress = { payments: size.payments, startMs: TIME_BASE - SPREAD_MS, months: 0 }
  await database.client.query(`
    create schema growth;
    create table growth.progress as
      select ${progress.payments}::float8 as payments, ${progress.startMs}::float8 as start_ms,
        0 as months`)
  return { database, progress }
}

const progressOf = async ({ client }: BenchDatabase): Promise<Progress | null> => {
  const { rows: made } = await client.query(`select from pg_tables where schemaname = 'growth'`)
  if (made.length === 0) return null
  const { rows } = await client.query<Progress>(
    'select payments, start_ms as "startMs", months from growth.progress',
  )
  return rows[0] ?? null
}

const bytesOf = async ({ client }: BenchDatabase): Promise<number> => {
  const { rows } = await client.query<{ bytes: number }>(
    'select pg_database_size(current_database())::float8 as bytes',
  )
  return rows[0]?.bytes ?? 0
}

/** The kept database when it has every month. */
export const openKept = async (bench: Bench, payments: number): Promise<House> => {
  const database = await bench.postgres.find(KEPT)
  if (database === null) throw new Error('expected the kept database to be filled')
  const partners = await seededPartners(database.client)
  return houseOf(database, { payments, spread: payments, partners })
}
