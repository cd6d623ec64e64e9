/** /readyz says whether a payment passes, and nothing that is asked beside it changes its answer. */
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestPlatform, type TestPlatform } from './support/platform.ts'
import { until } from './support/wait.ts'

let platform: TestPlatform

beforeAll(async () => {
  platform = await startTestPlatform()
})

afterAll(() => platform.stop())

const ready = async (): Promise<number> => (await platform.call('GET', '/readyz')).status

/** A database that has no place for another session keeps those that it has. */
const admitSessions = async (allowed: boolean): Promise<void> => {
  const server = new URL(platform.databaseUrl)
  const name = server.pathname.slice(1)
  server.pathname = '/postgres'
  const client = new pg.Client(server.href)
  await client.connect()
  await client.query(`alter database ${name} allow_connections ${allowed}`)
  await client.end()
}

test.each(['wasl moves', 'wasl opens', 'wasl hot'])(
  'without its connection %s, and no place for another, the platform is not ready',
  async (name) => {
    await expect.poll(ready).toBe(200)
    await admitSessions(false)
    await platform.pool.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and application_name = $1`,
      [name],
    )
    await expect.poll(ready).toBe(503)
    await admitSessions(true)
    await expect.poll(ready).toBe(200)
  },
)

test('400 scrapes that all wait for the database leave it ready, and take one connection', async () => {
  const holder = await platform.pool.connect()
  await holder.query('begin')
  await holder.query('lock table webhook_deliveries in access exclusive mode')
  const scrapes = Array.from({ length: 400 }, () => platform.call('GET', '/metrics'))
  const waiting = async (): Promise<number> => {
    const { rowCount } = await platform.pool.query(
      `select from pg_stat_activity
      where datname = current_database() and application_name = 'wasl probes'
        and wait_event_type = 'Lock'`,
    )
    return rowCount ?? 0
  }
  await until('a scrape to wait', async () => (await waiting()) > 0)
  expect(await ready()).toBe(200)
  expect(await waiting()).toBe(1)
  await holder.query('rollback')
  holder.release()
  for (const { status } of await Promise.all(scrapes)) expect(status).toBe(200)
})
