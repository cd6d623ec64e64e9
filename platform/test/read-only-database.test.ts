import Fastify from 'fastify'
import pg from 'pg'
import { describe, expect, test } from 'vitest'
import { createDatabase } from '../src/base/database/database.ts'
import { health } from '../src/http/service/health.ts'
import { createMetrics } from '../src/operations/metrics/metrics.ts'
import { startCuttableWay, type CuttableWay } from './support/cuttable.ts'
import { newReference, type Answer } from './support/node.ts'
import { callSet, makeQrCode } from './support/qr.ts'
import { expectRefusal, useScene } from './support/scene.ts'
import { until } from './support/wait.ts'

let way: CuttableWay

const scene = useScene({
  async databaseWay(url) {
    way = await startCuttableWay(url)
    return way.url
  },
})

/** Sessions that begin from now on find a database that can be read alone, as on a standby. */
const beginReadOnly = async (isReadOnly: boolean): Promise<void> => {
  const server = new URL(scene.platform.databaseUrl)
  const name = server.pathname.slice(1)
  const setting = isReadOnly ? 'set default_transaction_read_only = on' : 'reset all'
  // A new session of this database could not write.
  server.pathname = '/postgres'
  const client = new pg.Client(server.href)
  await client.connect()
  await client.query(`alter database ${name} ${setting}`)
  await client.end()
}

describe('an address that leads to a standby for a moment, as in a failover', () => {
  test('is answered with 503, and used again when it leads to a primary', async () => {
    const { platform, partner, channel } = scene
    const reference = newReference()
    const { paymentId } = await platform.opened(channel, partner, reference)
    const token = await makeQrCode(platform.pool, partner)
    await platform.settled()
    const set = () => callSet(platform, partner, { qrCodeToken: token, amounts: [100] })

    await beginReadOnly(true)
    await way.cut()
    await way.restore()
    expectRefusal(await platform.change(channel, 'confirm', paymentId), 'SERVER503_UNAVAILABLE')
    expectRefusal(await set(), 'SERVER503_UNAVAILABLE')
    // It may lag behind, and answer that what was confirmed is still open.
    expectRefusal(await platform.payment(channel, paymentId), 'SERVER503_UNAVAILABLE')
    const ready = async (): Promise<unknown[]> => {
      const { status, body } = await platform.call('GET', '/readyz')
      return [status, body]
    }
    await expect.poll(ready).toEqual([503, { status: 'the database is read-only' }])
    expect((await platform.call('GET', '/metrics')).text).toContain('\nwasl_database_up 0\n')

    // A session that began read-only stays read-only. The platform replaces it, and answers 503 until then.
    await beginReadOnly(false)
    const answered = async (what: string, ask: () => Promise<Answer>): Promise<Answer> =>
      until(what, async () => {
        const answer = await ask()
        return answer.status !== 503 && answer
      })
    const confirm = () => platform.change(channel, 'confirm', paymentId)
    expect((await answered('a confirm', confirm)).status).toBe(200)
    expect((await answered('a set', set)).status).toBe(200)
    const read = () => platform.payment(channel, paymentId)
    expect((await answered('a payment', read)).body.stage).toBe('paid')
    await answered('/readyz', () => platform.call('GET', '/readyz'))
    const metrics = async (): Promise<string> => (await platform.call('GET', '/metrics')).text
    await expect.poll(metrics).toContain('\nwasl_database_up 1\n')
  })
})

/** As it happens to all sessions of a server whose keeper makes it read-only, for its disk is full. */
test('a database that becomes read-only is not ready', async () => {
  const db = createDatabase(scene.platform.databaseUrl)
  const { probes } = db
  const app = Fastify()
  health(app, {
    cells: [{ name: '', isReady: () => true, db }],
    roles: ['api'],
    metrics: createMetrics(probes),
    isStopping: () => false,
  })
  const ready = async (): Promise<unknown> => (await app.inject('/readyz')).json()
  await expect.poll(ready).toMatchObject({ status: 'ready' })
  await probes.query('set session characteristics as transaction read only')
  await expect.poll(ready).toEqual({ status: 'the database is read-only' })
  expect((await app.inject('/metrics')).body).toContain('\nwasl_database_up 0\n')
  await app.close()
  await db.close()
})
