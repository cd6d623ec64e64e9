import { readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { createDatabase, type Database } from '../../../platform/src/base/database/database.ts'
import { ownerOfPartner } from '../../../platform/src/money/settlement/fees/owner.ts'
import { closeStatement } from '../../../platform/src/money/settlement/statements/close.ts'
import { streamLines } from '../../../platform/src/money/settlement/statements/lines.ts'
import { atMost } from '../measure.ts'
import type { Bench, Row, Scenario } from '../scenario.ts'

const PAYMENTS = 1_000_000
const PAYMENTS_QUICK = 20_000

/** One payment in so many is refunded, a half of it at a time. */
const REFUNDED = 50

const PARTNER = 1001

const SECONDS_GOAL = 60
const MEMORY_GOAL_MB = 200

const SAMPLE_MS = 50

/** How long a statement over a million payments takes to close, and the memory that this needs. */
export const statement: Scenario = {
  name: 'statement',
  about: 'closing a statement of a million payments and 40 thousand refunds, and reading its lines',
  tools: [],
  isLong: true,
  run: (bench) => runStatement(bench),
}

const runStatement = async (bench: Bench): Promise<Row[]> => {
  const payments = bench.quick ? PAYMENTS_QUICK : PAYMENTS
  const { client, url, drop } = await bench.postgres.createMigrated('bench_statement')
  await seed(client, payments)
  bench.log(`${payments} payments are in the ledger`)
  const db = createDatabase(url)
  const closed = await measured(client, () => close(db))
  const read = await measured(client, () => readLines(db, payments))
  await db.close()
  await drop()
  return [...rowsOf('closing it', closed, true), ...rowsOf('reading its lines', read, false)]
}

const close = async ({ pool }: Database): Promise<void> => {
  const by = { actor: { id: null, name: 'bench', requestId: null }, holder: 'bench' }
  const result = await closeStatement(pool, ownerOfPartner(PARTNER), '2030-01-30', by)
  if (!result.ok) throw new Error(result.code)
}

const readLines = async ({ pool }: Database, payments: number): Promise<void> => {
  const client = await pool.connect()
  await client.query('begin read only')
  let lines = 0
  const period = { partnerId: PARTNER, from: '2029-01-01', until: '2030-01-30' }
  for await (const page of streamLines(client, period)) lines += page.length
  await client.query('commit')
  client.release()
  if (lines < payments) throw new Error(`${lines} lines were read of ${payments}`)
}

/** Fees within a minimum and a maximum; the refunds give their share back. */
const seed = async (client: pg.Client, payments: number): Promise<void> => {
  await client.query(`
    insert into partners (partner_id, name, api_url, created_at)
    values (${PARTNER}, 'Large', 'https://large.example', '2030-01-01Z')`)
  await client.query(
    `insert into channels (name, kind) values ('Till', 'AGENCY'), ('Web', 'MARKETPLACE')`,
  )
  await client.query(`
    insert into fee_versions (partner_id, fee_version_id, owner, channel_kind, effective_from, revision,
      basis_points, fixed, minimum, maximum, vat_basis_points, on_refund, made_by, made_at, approved_by,
      approved_at)
    select ${PARTNER}, new_id(${PARTNER}), 'prt_${PARTNER}', kind, date, 1, 150, 500, 1000, 20000, 1900,
      'proportional', 'one', wasl_now(), 'other', wasl_now()
    from unnest(array['AGENCY', 'MARKETPLACE']) as kind,
      unnest(array['2030-01-01', '2030-01-15']::date[]) as date`)
  await client.query(`
    insert into ledger_transfers (partner_id, source_id, code, debit_kind, debit_owner, credit_kind,
      credit_owner, amount, actor, at, business_date)
    select ${PARTNER}, new_id(${PARTNER}), 'COLLECT', 'cash', 'chn_' || 1 + number % 2,
      'partner_payable', 'prt_${PARTNER}', 1000 + number % 1000000, 'bench',
      '2030-01-01Z'::timestamptz + number * interval '30 days' / ${payments},
      '2030-01-01'::date + (number * 30 / ${payments})::int
    from generate_series(0, ${payments - 1}) as number`)
  await client.query(`
    insert into ledger_transfers (partner_id, source_id, code, debit_kind, debit_owner, credit_kind,
      credit_owner, amount, actor, at, business_date)
    select partner_id, event_id_of(source_id, ordinal), 'REFUND', 'partner_payable', credit_owner,
      'refund_due', credit_owner, amount / 2, actor, at, business_date
    from (
      select *, row_number() over (order by source_id) as place
      from ledger_transfers where code = 'COLLECT'
    ) as paid, unnest(array[3, 4]) as ordinal
    where place % ${REFUNDED} = 0`)
  await client.query(
    `update ledger_state set open_day = '2030-01-31', sealed_through = '2030-01-30'`,
  )
  await client.query('vacuum analyze ledger_transfers')
}

type Measured = { seconds: number; platformMb: number; postgresMb: number }

/** Runs it, and samples the memory of its own of this process and of PostgreSQL's sessions. */
const measured = async (client: pg.Client, run: () => Promise<void>): Promise<Measured> => {
  const before = { platform: ownMb(process.pid), postgres: await sessionsMb(client) }
  const peak = { platform: 0, postgres: 0 }
  let isOver = false
  const sampling = (async () => {
    while (!isOver) {
      peak.platform = Math.max(peak.platform, ownMb(process.pid) - before.platform)
      peak.postgres = Math.max(peak.postgres, (await sessionsMb(client)) - before.postgres)
      await pause(SAMPLE_MS)
    }
  })()
  const startedMs = performance.now()
  await run()
  const seconds = (performance.now() - startedMs) / 1000
  isOver = true
  await sampling
  return { seconds, platformMb: peak.platform, postgresMb: peak.postgres }
}

/** Of all sessions of the database, with their parallel workers. */
const sessionsMb = async (client: pg.Client): Promise<number> => {
  const { rows } = await client.query<{ pid: number }>(
    `select pid from pg_stat_activity where datname = current_database()`,
  )
  return rows.reduce((sum, { pid }) => sum + ownMb(pid), 0)
}

/** The memory of a process that it shares with no other, in MB; 0 when it has ended. */
const ownMb = (pid: number): number => {
  try {
    const kib = /^RssAnon:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
    return (Number(kib ?? 0) * 1024) / 1_000_000
  } catch {
    return 0
  }
}

const rowsOf = (
  contestant: string,
  { seconds, platformMb, postgresMb }: Measured,
  isGoal: boolean,
): Row[] => {
  const memory = platformMb + postgresMb
  const common = { scenario: 'statement', ratio: null }
  return [
    {
      ...common,
      contestant,
      result: `${seconds.toFixed(1)} s`,
      goal: isGoal ? atMost('60 s', SECONDS_GOAL, seconds) : null,
    },
    {
      ...common,
      contestant: `${contestant}, memory`,
      result: `${memory.toFixed(0)} MB`,
      goal: isGoal ? atMost('200 MB', MEMORY_GOAL_MB, memory) : null,
      note: `platform ${platformMb.toFixed(0)} MB, PostgreSQL ${postgresMb.toFixed(0)} MB`,
    },
  ]
}
