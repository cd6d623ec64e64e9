import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hashApiKey, makeApiKey } from '../src/partners/api-key.ts'
import { authenticateChannel, authenticateOperator } from '../src/partners/authenticate.ts'
import { channelNumber } from '../src/partners/ids.ts'
import { ensureOperatorKey } from '../src/partners/operator-key.ts'
import { openOperatorHouse, type OperatorHouse } from './support/operator-house.ts'

let house: OperatorHouse

beforeAll(async () => {
  house = await openOperatorHouse()
})

afterAll(() => house.close())

describe('looking a key up', () => {
  test('shows the database its hash alone, so that no comparison depends on the key', async () => {
    const shown: unknown[] = []
    const spy = {
      hot: { query: async ({ values }: { values: unknown[] }) => (shown.push(...values), []) },
    } as never
    const key = makeApiKey({ kind: 'channel', channelId: 7 })
    expect(await authenticateChannel(spy, key)).toBeNull()
    expect(await authenticateOperator(spy, key)).toBeNull()
    expect(shown).toEqual([7, hashApiKey(key), hashApiKey(key)])
  })

  test('finds a channel, and nobody for any other key', async () => {
    const { body } = await house.call('POST', '/operator/v1/channels', {
      body: { name: 'Till', kind: 'MARKETPLACE' },
    })
    const channelId = channelNumber(body.channelId)
    const found = { channelId, kind: 'MARKETPLACE', name: 'Till' }
    expect(await authenticateChannel(house.db, body.apiKey)).toEqual(found)
    expect(await authenticateChannel(house.db, body.apiKey)).toEqual(found)
    const last = body.apiKey.at(-1) === 'A' ? 'B' : 'A'
    const others = [
      undefined,
      '',
      'x',
      body.apiKey.slice(0, -1) + last,
      body.apiKey.replace(/chn_\d+/, 'chn_999'),
      makeApiKey({ kind: 'partner', partnerId: 7 }),
    ]
    for (const key of others) expect(await authenticateChannel(house.db, key)).toBeNull()
  })

  test('asks again after five seconds, so that a withdrawn key is soon refused', async () => {
    let asked = 0
    const row = { channel_id: 7, kind: 'AGENCY', name: 'Till' }
    const db = { hot: { query: async () => ((asked += 1), [row]) } } as never
    const key = makeApiKey({ kind: 'channel', channelId: 7 })
    const { performance } = globalThis
    const real = performance.now.bind(performance)
    let aheadMs = 0
    performance.now = () => real() + aheadMs
    try {
      await authenticateChannel(db, key)
      await authenticateChannel(db, key)
      expect(asked).toBe(1)
      aheadMs = 5_000
      await authenticateChannel(db, key)
      expect(asked).toBe(2)
    } finally {
      performance.now = real
    }
  })
})

describe('the first operator key (D23)', () => {
  test('is the configured one, stored as its hash; a changed one replaces it', async () => {
    const { pool } = house.db
    const names = async (key: string): Promise<string | undefined> =>
      (await authenticateOperator(house.db, key))?.name
    expect(await ensureOperatorKey(pool, 'the-second-configured-key', console)).toBeNull()
    expect(await ensureOperatorKey(pool, 'the-second-configured-key', console)).toBeNull()
    expect(await names('the-second-configured-key')).toBe('environment')
    expect(await names('an-operator-key-for-tests')).toBeUndefined()
    await ensureOperatorKey(pool, 'an-operator-key-for-tests', console)
    expect(await names('the-second-configured-key')).toBeUndefined()
  })

  test('is made once when there is none, however many platforms start at once', async () => {
    const { pool } = house.db
    const together = <Result>(act: () => Promise<Result>): Promise<Result[]> =>
      Promise.all(Array.from({ length: 6 }, act))
    let keys: string[] = []
    for (let round = 0; round < 10; round += 1) {
      await pool.query('delete from operator_api_keys')
      // With all connections open the six come close enough to meet.
      await together(() => pool.query('select pg_sleep(0.01)'))
      const made = await together(() => ensureOperatorKey(pool, undefined, console))
      keys = made.filter((key) => key !== null)
      expect(keys).toHaveLength(1)
    }
    expect(await authenticateOperator(house.db, keys[0])).toMatchObject({ name: 'first' })
    expect(await ensureOperatorKey(pool, undefined, console)).toBeNull()
    await ensureOperatorKey(pool, keys[0], console)
    await ensureOperatorKey(pool, 'an-operator-key-for-tests', console)
    expect(await authenticateOperator(house.db, keys[0])).toBeNull()
  })

  test.each([
    'short',
    'fifteen-letters',
    'with spaces between words',
    'clé-d’opérateur-accentuée',
    'x'.repeat(257),
  ])('is refused when it could be guessed or cannot stand in a header: %j', async (key) => {
    await expect(ensureOperatorKey(house.db.pool, key, console)).rejects.toThrow(
      'WASL_OPERATOR_KEY: expected 16 to 256 visible ASCII',
    )
  })
})
