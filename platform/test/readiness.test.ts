/** /readyz says whether a payment passes, and nothing that is asked beside it changes its answer. */
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Answer } from './support/node.ts'
import { startTestPlatform, type TestPlatform } from './support/platform.ts'
import { until } from './support/wait.ts'

let platform: TestPlatform

beforeAll(async () => {
  platform = await startTestPlatform()
})

afterAll(() => platform.stop())

const ready = async (): Promise<number> => (await platform.call('GET', '/readyz')).status

const databaseName = (): string => new URL(platform.databaseUrl).pathname.slice(1)

/** In a session of another database: the platform's own may admit none. */
const fromOutside = async (statement: string, values: string[] = []): Promise<void> => {
  const server = new URL(platform.databaseUrl)
  server.pathname = '/postgres'
  const client = new pg.Client(server.href)
  await client.connect()
  await client.query(statement, values)
  await client.end()
}

/** A database that has no place for another session keeps those that it has. */
const admitSessions = (allowed: boolean): Promise<void> =>
  fromOutside(`alter database ${databaseName()} allow_connections ${allowed}`)

test.each(['wasl moves', 'wasl opens', 'wasl hot'])(
  'without its connection %s, and no place for another, the platform is not ready',
  async (name) => {
    await expect.poll(ready).toBe(200)
    await admitSessions(false)
    await fromOutside(
      `select pg_terminate_backend(pid) from pg_stat_activity
      where datname = $1 and application_name = $2`,
      [databaseName(), name],
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
  const scrapes: Promise<Answer>[] = []
  let isAnswered = true
  const begin = (): void => {
    isAnswered = false
    scrapes.push(...Array.from({ length: 400 }, () => platform.call('GET', '/metrics')))
    void Promise.allSettled(scrapes).then(() => (isAnswered = true))
  }
  const waiting = async (): Promise<number> => {
    const { rowCount } = await platform.pool.query(
      `select from pg_stat_activity
      where datname = current_database() and application_name = 'wasl probes'
        and wait_event_type = 'Lock'`,
    )
    return rowCount ?? 0
  }
  const counts = await until('it to be ready while scrapes wait', async () => {
    // A scrape does not wait for ever.
    if (isAnswered) begin()
    const before = await waiting()
    const status = await ready()
    const after = await waiting()
    return before > 0 && status === 200 && after > 0 && [before, after]
  })
  expect(counts).toEqual([1, 1])
  await holder.query('rollback')
  holder.release()
  for (const { status } of await Promise.all(scrapes)) expect(status).toBe(200)
})
