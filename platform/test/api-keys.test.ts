import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hashApiKey, makeApiKey } from '../src/base/secrets/api-key.ts'
import { authenticateChannel, authenticateOperator } from '../src/parties/keys/authenticate.ts'
import { channelNumber } from '../src/base/wire-ids.ts'
import { ensureOperatorKey } from '../src/parties/operators/first-key.ts'
import { openOperatorHouse, type OperatorHouse } from './support/operator-house.ts'

let house: OperatorHouse

beforeAll(async () => {
  house = await openOperatorHouse()
})

afterAll(() => house.close())

describe('looking up a key', () => {
  test('sends only its hash to the database', async () => {
    const shown: unknown[] = []
    const spy = {
      hot: { query: async ({ values }: { values: unknown[] }) => (shown.push(...values), []) },
    } as never
    const key = makeApiKey({ kind: 'channel', channelId: 7 })
    expect(await authenticateChannel(spy, key)).toBeNull()
    expect(await authenticateOperator(spy, key)).toBeNull()
    expect(shown).toEqual([7, hashApiKey(key), hashApiKey(key)])
  })

  test('finds a channel, and none for any other key', async () => {
    const { body } = await house.call('POST', '/operator/v1/channels', {
      body: { name: 'Till', kind: 'MARKETPLACE' },
    })
    const channelId = channelNumber(body.channelId)
    const settings = {
      status: 'active',
      partnerIds: null,
      requiresAgent: false,
      keyPermissions: null,
    }
    const found = { channelId, kind: 'MARKETPLACE', name: 'Till', isTest: false, ...settings }
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

  test('reads it again after five seconds, so that a revoked key is soon refused', async () => {
    let asked = 0
    const row = { channel_id: 7, kind: 'AGENCY', name: 'Till' }
    const hot = { query: async () => ((asked += 1), [row]) }
    const db = { hot, notes: { query: async () => [] } } as never
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
  const SECOND = 'the-second-configured-key-0123456789'
  const USUAL = 'an-operator-key-for-tests-0123456789'

  /** As if no platform had ever started. */
  const forgetAll = () => house.db.pool.query('delete from operator_api_keys')

  test('is the configured one, stored as its hash; a changed one replaces it for good', async () => {
    const { pool } = house.db
    const names = async (key: string): Promise<string | undefined> =>
      (await authenticateOperator(house.db, key))?.name
    const warnings: unknown[] = []
    const log = { warn: (text: unknown) => void warnings.push(text) }
    expect(await ensureOperatorKey(pool, SECOND, log)).toBeNull()
    expect(warnings).toEqual([
      expect.stringMatching(
        /^WASL_OPERATOR_KEY has changed: the key before it, opr_\d+, opens nothing/,
      ),
    ])
    expect(await ensureOperatorKey(pool, SECOND, log)).toBeNull()
    expect(warnings).toHaveLength(1)
    expect(await names(SECOND)).toBe('environment')
    expect(await names(USUAL)).toBeUndefined()
    // An old process that starts with the old variable brings nothing back.
    expect(await ensureOperatorKey(pool, USUAL, log)).toBeNull()
    expect(warnings[1]).toMatch(
      /^WASL_OPERATOR_KEY holds the key opr_\d+, which was revoked or replaced at .*Z and stays so/,
    )
    expect([await names(USUAL), await names(SECOND)]).toEqual([undefined, 'environment'])
    const { rows } = await pool.query(
      `select actor_id, actor, action, subject, details ->> 'setting' as setting
      from audit_log
      where action like 'operator-key.%'
      order by audit_id`,
    )
    const entry = { actor_id: null, actor: 'command line', setting: 'WASL_OPERATOR_KEY' }
    expect(rows).toEqual([
      { ...entry, action: 'operator-key.replace', subject: expect.stringMatching(/^opr_\d+$/) },
      { ...entry, action: 'operator-key.ignore', subject: rows[0]?.subject },
    ])
    await forgetAll()
    await ensureOperatorKey(pool, USUAL, log)
  })

  test('is made once if the platform has no key, however many platforms start at once', async () => {
    const { pool } = house.db
    const together = <Result>(act: () => Promise<Result>): Promise<Result[]> =>
      Promise.all(Array.from({ length: 6 }, act))
    let keys: string[] = []
    for (let round = 0; round < 10; round += 1) {
      await forgetAll()
      // With all connections open the six come close enough to meet.
      await together(() => pool.query('select pg_sleep(0.01)'))
      const made = await together(() => ensureOperatorKey(pool, undefined, console))
      keys = made.filter((key) => key !== null)
      expect(keys).toHaveLength(1)
    }
    expect(await authenticateOperator(house.db, keys[0])).toMatchObject({ name: 'first' })
    expect(await ensureOperatorKey(pool, undefined, console)).toBeNull()
    const log = { warn: () => undefined }
    await ensureOperatorKey(pool, keys[0], log)
    await ensureOperatorKey(pool, SECOND, log)
    expect(await authenticateOperator(house.db, keys[0])).toBeNull()
    await forgetAll()
    await ensureOperatorKey(pool, USUAL, log)
  })

  test.each([
    'short',
    'a'.repeat(40),
    'thirty-one-characters-and-not-1',
    'with spaces between words',
    'clé-d’opérateur-accentuée',
    'x'.repeat(257),
  ])('is refused when it could be guessed or cannot stand in a header: %j', async (key) => {
    await expect(ensureOperatorKey(house.db.pool, key, console)).rejects.toThrow(
      'WASL_OPERATOR_KEY: expected a key made by the platform (wasl_opr_…), or 32 to 256 visible',
    )
  })
})
