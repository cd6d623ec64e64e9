import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { readConfig } from '../src/base/config/config.ts'
import { createLog } from '../src/base/log.ts'
import { startPlatform } from '../src/run/start.ts'
import { createTestDatabase, openPool, inDatabase, type TestDatabase } from './support/database.ts'
import { checkInvariants } from './support/invariants.ts'
import { startPartner, type PartnerServer } from './support/partner.ts'
import { createChannel, createPartner } from './support/parties.ts'
import { newReference, nodeAt } from './support/node.ts'
import { startMain as startProcess, type Main } from './support/platform-process.ts'
import { expectRefusal } from './support/scene.ts'
import { until } from './support/wait.ts'

const MASTER_KEY = randomBytes(32).toString('base64')
let operatorKey = 'an-operator-key-for-stories-0123456789'

let database: TestDatabase
let server: PartnerServer
let pool: pg.Pool

beforeAll(async () => {
  database = await createTestDatabase()
  server = await startPartner()
  pool = openPool(database.url, 2)
})

afterAll(async () => {
  for (const { child } of running) child.kill('SIGKILL')
  await pool.end()
  await server.close()
  await database.drop()
})

const running = new Set<Main>()

const startMain = (env: Record<string, string>): Main => {
  const main = startProcess(env)
  running.add(main)
  void main.exited.then(() => running.delete(main))
  return main
}

const usual = (): Record<string, string> => ({
  DATABASE_URL: database.url,
  WASL_MASTER_KEY: MASTER_KEY,
  WASL_OPERATOR_KEY: operatorKey,
  WASL_ALLOW_PRIVATE_TARGETS: '1',
})

/** A platform with a partner and a channel of its own. */
const startUsual = async (env: Record<string, string> = {}) => {
  const main = startMain({ ...usual(), ...env })
  const node = nodeAt(await main.listening, operatorKey)
  const desk = { ...node, operatorKey }
  const [partner, channel] = [await createPartner(desk, server), await createChannel(desk)]
  return { main, node, partner, channel }
}

describe('a wrong environment (D23)', () => {
  test('stops the start with one sentence that names the variable, and shows no secret', async () => {
    const taken = createServer().listen(0, '127.0.0.1')
    await once(taken, 'listening')
    const address = taken.address()
    const takenPort = String(typeof address === 'object' && address !== null ? address.port : 0)
    const cases: [Record<string, string>, RegExp][] = [
      [{ PORT: takenPort }, /PORT: \d+ on 127\.0\.0\.1 is taken by another program/],
      [
        { WASL_MASTER_KEY: '' },
        /WASL_MASTER_KEY: expected 32 bytes in base64, because DATABASE_URL/,
      ],
      [{ WASL_LOCK_SECONDS: '0' }, /WASL_LOCK_SECONDS: expected a whole number from 1 to 86400/],
    ]
    await Promise.all(
      cases.map(async ([env, sentence]) => {
        const main = startMain({ ...usual(), ...env })
        expect(await main.exited).toBe(1)
        const lines = main.stderr().trim().split('\n')
        expect(lines).toHaveLength(1)
        expect(lines[0]).toMatch(sentence)
        expect(main.stderr() + main.stdout()).not.toContain(MASTER_KEY)
        expect(main.stderr() + main.stdout()).not.toContain(operatorKey)
      }),
    )
    taken.close()
  })

  test('a taken port is replaced by another one where the start allows it', async () => {
    const holder = startMain(usual())
    const port = Number(new URL(await holder.listening).port)
    const config = readConfig({ ...usual(), PORT: String(port) })
    const log = createLog('silent')
    await expect(startPlatform(config, log)).rejects.toThrow(`PORT: ${port} on 127.0.0.1 is taken`)
    // Two at once: whatever each might have seen beforehand, one of them is second.
    const [first, second] = await Promise.all(
      [1, 2].map(() => startPlatform(config, log, { otherPorts: true })),
    )
    const ports = [first, second].map((one) => Number(new URL(one?.address ?? '').port))
    expect(new Set([port, ...ports]).size).toBe(3)
    await Promise.all([first?.stop(), second?.stop()])
    // It would lead the platform of the tests below.
    holder.terminate()
    expect(await holder.exited).toBe(0)
  })

  test('another master key than the one that sealed the secrets stops the start', async () => {
    const { main } = await startUsual()
    main.terminate()
    await main.exited
    const other = randomBytes(32).toString('base64')
    const wrong = startMain({ ...usual(), WASL_MASTER_KEY: other })
    expect(await wrong.exited).toBe(1)
    expect(wrong.stderr()).toMatch(
      /^The platform did not start: WASL_MASTER_KEY is \w+, and the database has secrets that are sealed under \w+: /,
    )
    const both = startMain({
      ...usual(),
      WASL_MASTER_KEY: other,
      WASL_MASTER_KEY_PREVIOUS: MASTER_KEY,
    })
    await both.listening
    both.terminate()
    expect(await both.exited).toBe(0)
  })

  test('a missing database stops the start too', async () => {
    const url = new URL(database.url)
    url.port = '1'
    const main = startMain({ ...usual(), DATABASE_URL: url.href })
    expect(await main.exited).toBe(1)
    expect(main.stderr()).toMatch(/^The platform did not start: .*ECONNREFUSED/)
  })
})

describe('a start on an empty database (D23)', () => {
  test('makes the schema and one first key, also when two processes start at once', async () => {
    const serverUrl = inject('databaseServerUrl')
    const name = `empty_${randomBytes(6).toString('hex')}`
    const admin = new pg.Client({ connectionString: serverUrl })
    await admin.connect()
    await admin.query(`create database ${name}`)
    const env = { DATABASE_URL: inDatabase(serverUrl, name), WASL_MASTER_KEY: MASTER_KEY }
    const mains = [startMain(env), startMain(env)]
    const origins = await Promise.all(mains.map(({ listening }) => listening))
    const KEY = /wasl_opr_[A-Za-z0-9_-]{43}/g
    const shown = await until('the first key', () => {
      const keys = mains.flatMap((main) => main.stderr().match(KEY) ?? [])
      return keys.length > 0 && keys
    })
    expect(shown).toHaveLength(1)
    for (const origin of origins) {
      const node = nodeAt(origin, shown[0] as string)
      expect(await node.operator('/partners')).toEqual({ items: [], nextCursor: null })
      expect((await node.call('GET', '/readyz')).status).toBe(200)
    }
    // It is shown this once: neither in the log, nor at the next start.
    for (const main of mains) {
      expect(main.stdout()).not.toContain(shown[0] as string)
      main.terminate()
    }
    expect(await Promise.all(mains.map(({ exited }) => exited))).toEqual([0, 0])
    const again = startMain(env)
    await again.listening
    again.terminate()
    expect(await again.exited).toBe(0)
    expect(again.stderr()).toBe('')
    await admin.query(`drop database ${name} with (force)`)
    await admin.end()
  })
})

describe('the environment of a running platform (D23)', () => {
  test('WASL_LOCK_SECONDS is how long a lock lasts (D10)', async () => {
    const { main, node, partner, channel } = await startUsual({ WASL_LOCK_SECONDS: '77' })
    const payment = await node.opened(channel, partner, newReference())
    const { createdAt } = await node.operator(`/payments/${payment.paymentId}`)
    const lockedMs = Date.parse(payment.lockReleaseTime ?? '') - new Date(createdAt).getTime()
    expect(lockedMs).toBe(77_000)
    main.terminate()
    expect(await main.exited).toBe(0)
  })

  test('without WASL_ALLOW_PRIVATE_TARGETS no private address is called, even if it is stored', async () => {
    const { main, partner, channel } = await startUsual()
    main.terminate()
    await main.exited
    const strict = startMain({ ...usual(), WASL_ALLOW_PRIVATE_TARGETS: '' })
    const node = nodeAt(await strict.listening, operatorKey)
    const reference = newReference()
    const before = server.requests.length
    expectRefusal(await node.open(channel, partner, reference), 'PARTNER502_BAD_RESPONSE')
    const body = { name: 'Shop', apiUrl: server.apiUrl }
    const created = await node.call('POST', '/operator/v1/partners', { key: operatorKey, body })
    expectRefusal(created, 'VALIDATION400')
    expect(server.requests.length).toBe(before)
    strict.terminate()
    expect(await strict.exited).toBe(0)
  })

  test('WASL_OPERATOR_KEY is the operator’s key; a change revokes the previous one', async () => {
    const next = 'another-operator-key-for-stories-0123456789'
    const main = startMain({ ...usual(), WASL_OPERATOR_KEY: next })
    const origin = await main.listening
    const [old, renewed] = [nodeAt(origin, operatorKey), nodeAt(origin, next)]
    expect((await renewed.operator('/channels')).items).toEqual(expect.any(Array))
    const refused = await old.call('GET', '/operator/v1/channels', { key: operatorKey })
    expectRefusal(refused, 'OPERATOR401_UNAUTHORIZED')
    main.terminate()
    await main.exited
    // Nor does a process that starts with the old variable bring it back.
    const late = startMain(usual())
    const node = nodeAt(await late.listening, operatorKey)
    const ignored = await node.call('GET', '/operator/v1/channels', { key: operatorKey })
    expectRefusal(ignored, 'OPERATOR401_UNAUTHORIZED')
    expect(late.stderr() + late.stdout()).toContain('this process ignores it')
    late.terminate()
    await late.exited
    operatorKey = next
  })
})

describe('SIGTERM', () => {
  test('is not delayed by silent connections or half a request', async () => {
    const { main, node } = await startUsual()
    const sockets = ['', 'G', 'POST /channel/v1/payments HTTP/1.1\r\nHost: a\r\nContent-Le'].map(
      (text) => {
        const socket = connect(node.port, '127.0.0.1', () => socket.write(text))
        return socket.on('error', () => undefined)
      },
    )
    await until('all to be connected', () => sockets.every(({ connecting }) => !connecting))
    main.terminate()
    expect(await main.exited).toBe(0)
    expect(main.stdout()).not.toContain('cut short')
  })

  /** A process is told to stop during a lookup and a webhook attempt, which end afterwards. */
  const stopInTheMiddle = async () => {
    const { main, node, partner, channel } = await startUsual()
    const [told, asked] = [newReference(), newReference()]
    const hold: Record<string, () => void> = {}
    const held = (name: string) => new Promise<void>((resolve) => (hold[name] = resolve))
    const [webhook, lookup] = [held('webhook'), held('lookup')]
    server.onWebhook(() => ({ after: webhook }), told)
    server.onLookup(() => ({ after: lookup }), asked)
    const { paymentId } = await node.opened(channel, partner, told)
    await server.webhooksArrived(told, 1)
    const opening = node.open(channel, partner, asked)
    await until('the lookup', () => server.lookupsOf(asked).length === 1)

    main.terminate()
    await until('the platform to stop listening', () =>
      fetch(`${node.origin}/healthz`).then(
        () => false,
        () => true,
      ),
    )
    hold['lookup']?.()
    const opened = await opening
    hold['webhook']?.()
    expect(await main.exited).toBe(0)
    return { paymentId, asked, opened }
  }

  test('finishes an open lookup and a webhook attempt; then the process ends', async () => {
    let story = await stopInTheMiddle()
    // A partner has five seconds for a lookup, and a slow machine may take longer to stop listening.
    while (story.opened.status === 504) story = await stopInTheMiddle()
    const { paymentId, asked, opened } = story
    expect(opened.status).toBe(201)

    const { rows } = await pool.query(
      `select outcome, delivered_at is not null as delivered,
        leased_until is not null as leased
      from webhook_deliveries
      join webhook_attempt_results using (partner_id, event_id)
      where event_id = event_id_of($1::uuid, 1)`,
      [paymentId],
    )
    expect(rows).toEqual([{ outcome: 'acknowledged', delivered: true, leased: false }])
    // What was not begun is left for the next start, without waiting for any lease.
    const next = startMain(usual())
    await next.listening
    const [event] = await server.webhooksArrived(asked, 1)
    expect(event?.event?.data['paymentId']).toBe(opened.body.paymentId)
    next.terminate()
    expect(await next.exited).toBe(0)
    expect(server.problems).toEqual([])
    expect(await checkInvariants(pool)).toEqual([])
  })
})
