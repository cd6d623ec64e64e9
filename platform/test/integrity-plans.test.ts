/** The checks of webhooks read the rows of their range by an index, however many lie beside it (W206). */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { INTEGRITY_IN_RANGES } from '../src/operations/integrity/integrity.ts'
import { cut, readRanges, withRange, type Range } from '../src/operations/integrity/ranges.ts'
import { startTestPlatform, type TestPlatform } from './support/platform.ts'

let platform: TestPlatform

const EVENTS = 60_000

const PARTNERS = 40

const RANGES = 20

const DAY_MS = 86_400_000

let ranges: Range[]

/** Events of one month, each delivered at the first attempt, evenly over it and over the partners. */
const generate = async (startMs: number): Promise<void> => {
  const { pool } = platform
  const client = await pool.connect()
  const stepMs = Math.floor((25 * DAY_MS) / EVENTS)
  try {
    await client.query('begin; set local session_replication_role = replica')
    await client.query(
      `create temporary table made on commit drop as
      select 900000 + n % ${PARTNERS} as partner_id, to_timestamp(ms / 1000.0) as at,
        event_id_of((
          lpad(to_hex(ms), 12, '0') || '7' || substr(md5(n::text), 1, 3) || '8' ||
          substr(md5(n::text), 4, 15)
        )::uuid, 1) as event_id
      from (select n, $1::bigint + n * $2::bigint as ms from generate_series(1, $3::bigint) as n) as of`,
      [startMs, stepMs, EVENTS],
    )
    await client.query(
      `insert into webhook_events (partner_id, event_id, kind, body, created_at)
      select partner_id, event_id, 'payment.success', repeat('x', 400), at from made`,
    )
    await client.query(
      `insert into webhook_deliveries (partner_id, event_id, attempts, delivered_at)
      select partner_id, event_id, 1, at + interval '1 second' from made`,
    )
    await client.query(
      `insert into webhook_attempts (partner_id, event_id, attempt, started_at)
      select partner_id, event_id, 1, at from made`,
    )
    await client.query(
      `insert into webhook_attempt_results (partner_id, event_id, attempt, finished_at, outcome, status,
        duration_ms)
      select partner_id, event_id, 1, at + interval '1 second', 'acknowledged', 200, 90 from made`,
    )
    await client.query('commit')
    await client.query('analyze webhook_events, webhook_deliveries')
    await client.query('analyze webhook_attempts, webhook_attempt_results')
  } finally {
    client.release()
  }
}

beforeAll(async () => {
  platform = await startTestPlatform()
  const startMs = (await platform.clock.now()).getTime() - 40 * DAY_MS
  const stepMs = (25 * DAY_MS) / RANGES
  ranges = cut(
    Array.from({ length: RANGES }, (_, place) => startMs + 25 * DAY_MS - place * stepMs),
    RANGES,
  )
  await generate(startMs)
})

afterAll(() => platform.stop())

test('each range has about as many events, whatever the statistics of the tables say', async () => {
  const { pool } = platform
  // As after a restore.
  await pool.query(`update pg_class set reltuples = -1 where relname ~ '^webhook_events'`)
  const found = await readRanges(pool)
  const counts: number[] = []
  for (const range of found) {
    const events = `select from webhook_events where event_id >= ':from'::uuid and event_id < ':to'::uuid`
    const { rowCount } = await pool.query(withRange(events, range))
    counts.push(rowCount ?? 0)
  }
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(EVENTS)
  expect(Math.max(...counts)).toBeLessThan(EVENTS / 2)
  expect(found.length).toBeGreaterThanOrEqual(4)
  await pool.query('analyze webhook_events')
})

type PlanNode = {
  'Node Type': string
  'Relation Name'?: string
  'Actual Rows': number
  'Rows Removed by Filter'?: number
  Plans?: PlanNode[]
}

const nodesOf = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)]

const I6 = Object.entries(INTEGRITY_IN_RANGES).filter(([name]) => name.startsWith('I6'))

test.each(I6)('%s', async (_, query) => {
  const range = ranges[RANGES / 2] as Range
  const { rows } = await platform.pool.query<{ 'QUERY PLAN': { Plan: PlanNode }[] }>(
    `explain (analyze, format json) ${withRange(query, range)}`,
  )
  const [explained] = rows[0]?.['QUERY PLAN'] ?? []
  const ofEvents = nodesOf(explained?.Plan as PlanNode).filter((node) =>
    /^webhook_(?:events|deliveries)/.test(node['Relation Name'] ?? ''),
  )
  expect(ofEvents.length).toBeGreaterThan(0)
  expect(ofEvents.filter((node) => node['Node Type'] === 'Seq Scan')).toEqual([])
  const read = ofEvents.map((node) => node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0))
  // As many as the range has, of all that there are.
  expect(Math.max(...read)).toBeLessThan((EVENTS / RANGES) * 1.1)
})
