import pg from 'pg'
import pino from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { migrate } from '../../src/base/database/migrate.ts'
import { types } from '../../src/base/database/types.ts'
import { closeDays } from '../../src/ledger/close-day.ts'
import { createDayCloser } from '../../src/ledger/keep-books.ts'
import { makePartitions } from '../../src/operations/retention/make-partitions.ts'
import { clockOf, toNextNoon } from '../support/clock.ts'
import { checkInvariants } from '../support/invariants.ts'
import { closeEndedDays, dateInAlgiers } from '../support/ledger.ts'
import { until } from '../support/wait.ts'
import { startReplicatedPostgres, type ReplicatedPostgres } from './support/replicated-postgres.ts'
import { openStorm, type Storm } from './support/storm.ts'

const log = { info: () => undefined, warn: () => undefined, error: () => undefined }

let servers: ReplicatedPostgres
let storm: Storm

/** The test's own connections, whose commits do not wait for the standby. */
let pool: pg.Pool

beforeAll(async () => {
  servers = await startReplicatedPostgres()
  await migrate(servers.primary.url, log)
  await servers.replicateSynchronously()
  storm = await openStorm(servers.primary.url)
  const options = '-c synchronous_commit=local'
  pool = new pg.Pool({ connectionString: servers.primary.url, max: 4, types, options })
  pool.on('error', () => undefined)
})

afterAll(async () => {
  await pool.end()
  await storm.close()
  await servers.close()
})

test('a commit that waits for its standby across midnight holds the closing up, and is named', async () => {
  const { platform, channel, partner } = storm
  const clock = clockOf(pool)
  await toNextNoon(clock)
  const early = await platform.opened(channel, partner, 'EARLY')
  await platform.change(channel, 'confirm', early.paymentId)
  const late = await platform.opened(channel, partner, 'LATE')
  const day = dateInAlgiers(await clock.now())
  // Otherwise the platform may be making some, and its lock would wait for the standby too.
  await until('the partitions to be made', async () => {
    await makePartitions(pool)
    const { rows } = await pool.query(
      `select from pg_stat_activity where state <> 'idle' and query like 'create table%'
      and pid <> pg_backend_pid()`,
    )
    return rows.length === 0
  })
  servers.part()
  const confirming = platform.change(channel, 'confirm', late.paymentId)
  const waits = async (): Promise<boolean> => {
    const { rows } = await pool.query(
      `select from pg_stat_activity where wait_event = 'SyncRep' and application_name = 'wasl moves'`,
    )
    return rows.length > 0
  }
  await until('the confirm to wait for the standby', waits)
  await clock.advance(86_400)
  expect(await closeDays(pool)).toMatchObject({ state: 'waits', through: day })

  await clock.advance(120)
  const lines: any[] = []
  const close = createDayCloser(pool, pino({}, { write: (line) => lines.push(JSON.parse(line)) }))
  await close()
  expect(lines).toMatchObject([
    { msg: 'business days cannot be closed while these transactions run', through: day },
  ])
  expect(lines[0].waitsFor.join('\n')).toMatch(/wasl moves.*, its commit waits for a standby/)
  // A scrape leaves out what the database does not tell in time.
  const unclosed = await until('the metric', async () => {
    const { text } = await platform.call('GET', '/metrics')
    return /\nwasl_ledger_unclosed_seconds (\S+)\n/.exec(text)?.[1]
  })
  expect(Number(unclosed)).toBeGreaterThan(12 * 3_600 + 119)

  // The operator gives the standby up.
  await pool.query(`alter system set synchronous_standby_names = ''`)
  await pool.query('select pg_reload_conf()')
  // The call ends after some seconds without an answer, and then the till asks again.
  await confirming
  await until('the till to be told', async () => {
    const { status, body } = await platform.change(channel, 'confirm', late.paymentId)
    return status === 200 && body.stage === 'paid'
  })
  expect(await closeEndedDays(pool)).toBe(day)
  const { rows } = await pool.query(
    `select count(*) as count from ledger_transfers where business_date = $1`,
    [day],
  )
  expect(rows).toEqual([{ count: 2 }])
  await until('deliveries under way to end', async () => {
    const { rows: leased } = await pool.query(
      'select from webhook_deliveries where leased_until is not null',
    )
    return leased.length === 0
  })
  expect(await checkInvariants(pool)).toEqual([])
})
