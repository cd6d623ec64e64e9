import { randomBytes } from 'node:crypto'
import { inspect } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hashApiKey, makeApiKey } from '../src/partners/api-key.ts'
import { authenticateChannel, authenticateOperator } from '../src/partners/authenticate.ts'
import { loadPartnerTarget, type PartnerTarget } from '../src/partners/credentials.ts'
import { ensureOperatorKey } from '../src/partners/operator-key.ts'
import { resealSecrets } from '../src/partners/reseal.ts'
import { createKeyring } from '../src/partners/secrets.ts'
import { createReadStatus } from '../src/payments/read-status.ts'
import { openOperatorHouse, type OperatorHouse } from './support/operator-house.ts'

let house: OperatorHouse

beforeAll(async () => {
  house = await openOperatorHouse()
})

afterAll(() => house.close())

const numberOf = (partnerId: string): number => Number(partnerId.slice('prt_'.length))

const load = async (partnerId: string): Promise<PartnerTarget> => {
  const target = await loadPartnerTarget(house.db, house.keyring, numberOf(partnerId))
  if (target === null) throw new Error(`there is no partner ${partnerId}`)
  return target
}

const hmacSecretOf = (target: PartnerTarget): string => target.hmacKey.export().toString()

const rotate = async (partnerId: string, body: Record<string, unknown>): Promise<any> => {
  const answer = await house.call('POST', `/operator/v1/partners/${partnerId}/rotate`, { body })
  expect(answer.status).toBe(200)
  return answer.body
}

const patch = async (partnerId: string, body: Record<string, unknown>): Promise<any> => {
  const answer = await house.call('PATCH', `/operator/v1/partners/${partnerId}`, { body })
  expect(answer.status).toBe(200)
  return answer.body
}

/** Moves the one time source, as a local platform can. */
const moveClock = (interval: string): Promise<unknown> =>
  house.db.pool.query(
    `create or replace function wasl_clock() returns timestamptz language sql volatile parallel safe
    as $$ select clock_timestamp() + interval '${interval}' $$`,
  )

/** Every row of every table, as text. */
const dump = async (): Promise<string> => {
  const { rows: tables } = await house.db.pool.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
    where schemaname not in ('pg_catalog', 'information_schema')`,
  )
  const texts: string[] = []
  for (const { name } of tables) {
    const { rows } = await house.db.pool.query<{ text: string }>(
      `select t::text as text from ${name} t`,
    )
    texts.push(...rows.map(({ text }) => `${name} ${text}`))
  }
  return texts.join('\n')
}

/** The ways in which a text may stand in a dump: itself, its bytes in hexadecimal, base64. */
const spellings = (secret: string): string[] => [
  secret,
  secret.replace(/^.*_(?=.{43}$)/s, ''),
  Buffer.from(secret).toString('hex'),
  Buffer.from(secret.slice(-43), 'base64url').toString('hex'),
  Buffer.from(secret).toString('base64').slice(0, 40),
]

describe('a stolen database', () => {
  test('holds no key and no secret in clear, in any table', async () => {
    const partner = await house.createPartner()
    const channel = await house.call('POST', '/operator/v1/channels', {
      body: { name: 'A', kind: 'AGENCY' },
    })
    const rotated = await rotate(partner.partnerId, { secret: 'apiKey' })
    const pending = await rotate(partner.partnerId, { secret: 'hmacSecret' })
    const moved = await patch(partner.partnerId, { apiUrl: 'https://elsewhere.example' })
    const text = await dump()
    expect(text).toContain(partner.partnerId)
    expect(text).toContain(hashApiKey(partner.apiKey).toString('hex'))
    const secrets = [
      partner.apiKey,
      partner.apiSecret,
      partner.hmacSecret,
      channel.body.apiKey,
      rotated.value,
      pending.value,
      moved.apiSecret,
      moved.hmacSecret,
      'an-operator-key-for-tests',
    ]
    for (const secret of secrets) {
      expect(secret).toMatch(/^.{16,}$/)
      for (const spelling of spellings(secret)) expect(text).not.toContain(spelling)
    }
  })

  test('opens nothing to who knows it but not the master key', async () => {
    const { partnerId } = await house.createPartner()
    const stranger = createKeyring(randomBytes(32))
    await expect(loadPartnerTarget(house.db, stranger, numberOf(partnerId))).rejects.toThrow(
      `the apiSecret of ${partnerId} (version 1) is sealed under the master key ${house.keyring.current.id}`,
    )
  })
})

describe('a sealed secret that was moved by hand', () => {
  const give = (set: string, from: string, to: string): Promise<unknown> =>
    house.db.pool.query(
      `update partner_secrets as stored set sealed = other.sealed
      from partner_secrets as other
      where ${set} and other.partner_id = ${numberOf(from)} and stored.partner_id = ${numberOf(to)}`,
    )

  test('to another partner is refused', async () => {
    const [victim, thief] = [await house.createPartner(), await house.createPartner()]
    await give(
      `stored.field = 'apiSecret' and other.field = 'apiSecret'`,
      victim.partnerId,
      thief.partnerId,
    )
    await expect(load(thief.partnerId)).rejects.toThrow('does not open')
    expect((await load(victim.partnerId)).apiSecret).toBe(victim.apiSecret)
  })

  test('to another field is refused', async () => {
    const { partnerId } = await house.createPartner()
    await give(`stored.field = 'apiSecret' and other.field = 'hmacSecret'`, partnerId, partnerId)
    await expect(load(partnerId)).rejects.toThrow('does not open')
  })

  test('back from a version that was rotated out is refused', async () => {
    const { partnerId } = await house.createPartner()
    const old = await house.db.pool.query(
      `select sealed from partner_secrets where partner_id = $1 and field = 'apiSecret'`,
      [numberOf(partnerId)],
    )
    await rotate(partnerId, { secret: 'apiSecret', overlapSeconds: 0 })
    await house.db.pool.query(
      `update partner_secrets set sealed = $2 where partner_id = $1 and field = 'apiSecret'`,
      [numberOf(partnerId), old.rows[0].sealed],
    )
    await expect(load(partnerId)).rejects.toThrow('does not open')
  })
})

describe('rotation of a shared secret', () => {
  test('goes on with the old one until the overlap ends, then uses the new one', async () => {
    const partner = await house.createPartner()
    const { value, previousValidUntil } = await rotate(partner.partnerId, {
      secret: 'apiSecret',
      overlapSeconds: 600,
    })
    const during = await load(partner.partnerId)
    expect(during.apiSecret).toBe(partner.apiSecret)
    expect(during.validUntil?.toISOString()).toBe(previousValidUntil)
    expect(during.validForMs).toBeGreaterThan(590_000)
    expect(during.validForMs).toBeLessThanOrEqual(600_000)
    const { body } = await house.call('GET', `/operator/v1/partners/${partner.partnerId}`)
    expect(body.rotations).toEqual([{ secret: 'apiSecret', previousValidUntil }])
    await moveClock('601 s')
    try {
      const after = await load(partner.partnerId)
      expect(after.apiSecret).toBe(value)
      expect(hmacSecretOf(after)).toBe(partner.hmacSecret)
      expect(after.validUntil).toBeNull()
      const later = await house.call('GET', `/operator/v1/partners/${partner.partnerId}`)
      expect(later.body.rotations).toEqual([])
    } finally {
      await moveClock('0 s')
    }
  })

  test('takes a day unless another overlap is named', async () => {
    const { partnerId } = await house.createPartner()
    const { previousValidUntil } = await rotate(partnerId, { secret: 'hmacSecret' })
    const overlapMs = Date.parse(previousValidUntil) - Date.now()
    expect(overlapMs / 3_600_000).toBeCloseTo(24, 2)
  })

  test('with an overlap of 0 ends the old one at once and makes a pending rotation useless', async () => {
    const { partnerId } = await house.createPartner()
    const pending = await rotate(partnerId, { secret: 'hmacSecret', overlapSeconds: 60 })
    const { value } = await rotate(partnerId, { secret: 'hmacSecret', overlapSeconds: 0 })
    expect(hmacSecretOf(await load(partnerId))).toBe(value)
    await moveClock('120 s')
    try {
      const target = await load(partnerId)
      expect(hmacSecretOf(target)).toBe(value)
      expect(hmacSecretOf(target)).not.toBe(pending.value)
    } finally {
      await moveClock('0 s')
    }
  })

  test('leaves no version behind that can never be used again', async () => {
    const { partnerId } = await house.createPartner()
    const versions = async (): Promise<number[]> =>
      (
        await house.db.pool.query(
          `select version from partner_secrets where partner_id = $1 and field = 'apiSecret' order by version`,
          [numberOf(partnerId)],
        )
      ).rows.map((row) => row.version)
    await rotate(partnerId, { secret: 'apiSecret', overlapSeconds: 60 })
    expect(await versions()).toEqual([1, 2])
    await rotate(partnerId, { secret: 'apiSecret', overlapSeconds: 30 })
    expect(await versions()).toEqual([1, 3])
    await rotate(partnerId, { secret: 'apiSecret', overlapSeconds: 0 })
    expect(await versions()).toEqual([4])
  })

  test('of one partner many times at once gives each answer a version of its own', async () => {
    const { partnerId } = await house.createPartner()
    const answers = await Promise.all(
      Array.from({ length: 8 }, () =>
        rotate(partnerId, { secret: 'apiSecret', overlapSeconds: 0 }),
      ),
    )
    expect(new Set(answers.map(({ value }) => value)).size).toBe(8)
    expect(answers.map(({ value }) => value)).toContain((await load(partnerId)).apiSecret)
  })

  test.each([-1, 2_592_001, 1.5, '60', null])(
    'with an overlap of %j is VALIDATION400',
    async (overlapSeconds) => {
      const { partnerId } = await house.createPartner()
      const body = { secret: 'apiKey', overlapSeconds }
      const answer = await house.call('POST', `/operator/v1/partners/${partnerId}/rotate`, { body })
      expect(answer.body.error).toBe('VALIDATION400')
    },
  )
})

describe('rotation of an API key', () => {
  const accepts = async (partnerId: string, key: string): Promise<boolean> => {
    const readStatus = createReadStatus(house.db.status)
    const asked = { partnerId: numberOf(partnerId), keyHash: hashApiKey(key), reference: 'INV-1' }
    return (await readStatus(asked)).verdict !== 'unauthorized'
  }

  test('has both keys accepted until the overlap ends, then the new one alone', async () => {
    const { partnerId, apiKey } = await house.createPartner()
    const { value, previousValidUntil } = await rotate(partnerId, {
      secret: 'apiKey',
      overlapSeconds: 60,
    })
    expect([await accepts(partnerId, apiKey), await accepts(partnerId, value)]).toEqual([
      true,
      true,
    ])
    const { body } = await house.call('GET', `/operator/v1/partners/${partnerId}`)
    expect(body.rotations).toEqual([{ secret: 'apiKey', previousValidUntil }])
    await moveClock('61 s')
    try {
      expect([await accepts(partnerId, apiKey), await accepts(partnerId, value)]).toEqual([
        false,
        true,
      ])
    } finally {
      await moveClock('0 s')
    }
  })

  test('with an overlap of 0 has the old key refused at once', async () => {
    const { partnerId, apiKey } = await house.createPartner()
    const first = await rotate(partnerId, { secret: 'apiKey', overlapSeconds: 600 })
    const second = await rotate(partnerId, { secret: 'apiKey', overlapSeconds: 0 })
    const keys = [apiKey, first.value, second.value]
    expect(await Promise.all(keys.map((key) => accepts(partnerId, key)))).toEqual([
      false,
      false,
      true,
    ])
  })

  test('never makes an old key live longer than an earlier rotation said', async () => {
    const { partnerId, apiKey } = await house.createPartner()
    await rotate(partnerId, { secret: 'apiKey', overlapSeconds: 30 })
    await rotate(partnerId, { secret: 'apiKey', overlapSeconds: 3600 })
    await moveClock('31 s')
    try {
      expect(await accepts(partnerId, apiKey)).toBe(false)
    } finally {
      await moveClock('0 s')
    }
  })

  test("lets one partner's key in nowhere else", async () => {
    const [one, other] = [await house.createPartner(), await house.createPartner()]
    expect(await accepts(other.partnerId, one.apiKey)).toBe(false)
  })
})

describe('a change of host', () => {
  test('replaces both shared secrets at once and shows the new ones this once', async () => {
    const partner = await house.createPartner()
    const changed = await patch(partner.partnerId, { apiUrl: 'https://elsewhere.example/pay' })
    expect(changed.apiSecret).toMatch(/^wasl_sec_/)
    expect(changed.hmacSecret).toMatch(/^wasl_hmac_/)
    expect(changed.webhookUrl).toBe('https://elsewhere.example/pay/webhooks/platform')
    const target = await load(partner.partnerId)
    expect([target.apiSecret, hmacSecretOf(target)]).toEqual([
      changed.apiSecret,
      changed.hmacSecret,
    ])
    expect(target.apiSecret).not.toBe(partner.apiSecret)
    expect(hmacSecretOf(target)).not.toBe(partner.hmacSecret)
    const read = await house.call('GET', `/operator/v1/partners/${partner.partnerId}`)
    expect(JSON.stringify(read.body)).not.toContain(changed.apiSecret)
  })

  test('of the webhook URL alone does so too, and so does going back to the derived one', async () => {
    const partner = await house.createPartner()
    const away = await patch(partner.partnerId, { webhookUrl: 'https://hooks.example/in' })
    expect((await load(partner.partnerId)).apiSecret).toBe(away.apiSecret)
    const back = await patch(partner.partnerId, { webhookUrl: null })
    expect(back.webhookUrl).toBe('https://shop.example/pay/webhooks/platform')
    expect(back.apiSecret).not.toBe(away.apiSecret)
    expect((await load(partner.partnerId)).apiSecret).toBe(back.apiSecret)
  })

  test('ends rotations under way: no secret from before the change is ever used again', async () => {
    const { partnerId } = await house.createPartner()
    await rotate(partnerId, { secret: 'apiSecret', overlapSeconds: 60 })
    await rotate(partnerId, { secret: 'hmacSecret', overlapSeconds: 60 })
    const changed = await patch(partnerId, { apiUrl: 'https://elsewhere.example' })
    expect(changed.rotations).toEqual([])
    await moveClock('3600 s')
    try {
      const target = await load(partnerId)
      expect([target.apiSecret, hmacSecretOf(target)]).toEqual([
        changed.apiSecret,
        changed.hmacSecret,
      ])
    } finally {
      await moveClock('0 s')
    }
  })

  test('is none when only the path changes', async () => {
    const partner = await house.createPartner()
    const changed = await patch(partner.partnerId, {
      apiUrl: 'https://SHOP.example:443/v2',
      name: 'Shop 2',
    })
    expect(changed).not.toHaveProperty('apiSecret')
    expect((await load(partner.partnerId)).apiSecret).toBe(partner.apiSecret)
  })

  test('never lets a changed URL meet an old secret, whoever reads meanwhile', async () => {
    const partner = await house.createPartner({ apiUrl: 'https://h0.example' })
    const hostsOf = new Map<string, Set<string>>([
      [partner.apiSecret, new Set(['https://h0.example'])],
    ])
    let changing = true
    const reader = async (): Promise<void> => {
      while (changing) {
        const { apiSecret, apiUrl, webhookUrl } = await load(partner.partnerId)
        expect(webhookUrl).toBe(`${apiUrl}/webhooks/platform`)
        hostsOf.set(apiSecret, (hostsOf.get(apiSecret) ?? new Set()).add(apiUrl))
      }
    }
    const readers = [reader(), reader(), reader()]
    for (let index = 1; index <= 25; index += 1) {
      await patch(partner.partnerId, { apiUrl: `https://h${index}.example` })
    }
    changing = false
    await Promise.all(readers)
    expect(hostsOf.size).toBeGreaterThan(10)
    for (const [secret, hosts] of hostsOf) expect([...hosts], secret).toHaveLength(1)
  })

  test('raises the revision, and so do a rotation and a change of status', async () => {
    const { partnerId } = await house.createPartner()
    const revisions = [(await load(partnerId)).revision]
    await patch(partnerId, { apiUrl: 'https://elsewhere.example' })
    revisions.push((await load(partnerId)).revision)
    await rotate(partnerId, { secret: 'hmacSecret', overlapSeconds: 60 })
    revisions.push((await load(partnerId)).revision)
    await patch(partnerId, { status: 'inactive' })
    const last = await load(partnerId)
    expect(revisions.concat(last.revision)).toEqual([1, 2, 3, 4])
    expect(last.status).toBe('inactive')
  })
})

describe('secrets in the logs', () => {
  test('do not stand there, whatever is done or goes wrong with them', async () => {
    const partner = await house.createPartner()
    const channel = await house.call('POST', '/operator/v1/channels', {
      body: { name: 'A', kind: 'AGENCY' },
    })
    const rotated = await rotate(partner.partnerId, { secret: 'apiSecret' })
    const moved = await patch(partner.partnerId, { apiUrl: 'https://elsewhere.example' })
    const secrets = [
      partner.apiKey,
      partner.apiSecret,
      partner.hmacSecret,
      channel.body.apiKey,
      rotated.value,
      moved.apiSecret,
      moved.hmacSecret,
    ]
    const errors: unknown[] = []
    for (const key of secrets) {
      const refused = await house.call('GET', `/operator/v1/partners?x=${key}`, { key })
      errors.push(refused.body)
      await house.call('GET', `/operator/v1/${key}`, { key })
      await house.call('POST', '/operator/v1/partners', { key, body: { name: key } })
    }
    await house.db.pool.query(
      `alter table audit_log add constraint nothing_now check (action = '') not valid`,
    )
    const failed = await house.call('POST', '/operator/v1/partners', {
      body: { name: 'F', apiUrl: 'https://f.example' },
    })
    await house.db.pool.query('alter table audit_log drop constraint nothing_now')
    errors.push(failed.body)
    await house.db.pool.query(
      `update partner_secrets set sealed = sealed || '\\x00' where partner_id = $1`,
      [numberOf(partner.partnerId)],
    )
    errors.push(
      await load(partner.partnerId).catch((error: unknown) => inspect(error, { depth: 9 })),
    )
    const text = house.logs.join('') + JSON.stringify(errors)
    expect(text).toContain('does not open')
    expect(house.logs.join('')).toContain('SERVER500_INTERNAL')
    for (const secret of [
      ...secrets,
      'an-operator-key-for-tests',
      house.keyring.current.key.export().toString('hex'),
    ]) {
      expect(text).not.toContain(secret)
    }
    expect(text).not.toMatch(/wasl_(?:prt|chn|sec|hmac|opr)_/)
  })
})

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
    const channelId = Number(body.channelId.slice('chn_'.length))
    const found = { channelId, kind: 'MARKETPLACE', name: 'Till' }
    expect(await authenticateChannel(house.db, body.apiKey)).toEqual(found)
    expect(await authenticateChannel(house.db, body.apiKey)).toEqual(found)
    const last = body.apiKey.at(-1) === 'A' ? 'B' : 'A'
    const others = [
      undefined,
      '',
      'x',
      body.apiKey.slice(0, -1) + last,
      body.apiKey.replace(/chn_\d+/, 'chn_1'),
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

describe('the master key', () => {
  test('can be changed: every secret is sealed under the new one and stays the same', async () => {
    const own = await openOperatorHouse()
    try {
      const partners = [await own.createPartner(), await own.createPartner()]
      await own.call('POST', `/operator/v1/partners/${partners[0].partnerId}/rotate`, {
        body: { secret: 'apiSecret' },
      })
      const next = randomBytes(32)
      const both = createKeyring(next, [own.keyring.current.key.export()])
      expect(await resealSecrets(own.db.pool, both)).toBe(5)
      expect(await resealSecrets(own.db.pool, both)).toBe(0)
      const nextAlone = createKeyring(next)
      for (const { partnerId, apiSecret, hmacSecret } of partners) {
        const target = await loadPartnerTarget(own.db, nextAlone, numberOf(partnerId))
        expect([target?.apiSecret, target && hmacSecretOf(target)]).toEqual([apiSecret, hmacSecret])
      }
      await expect(
        loadPartnerTarget(own.db, own.keyring, numberOf(partners[0].partnerId)),
      ).rejects.toThrow('sealed under')
      const wrong = createKeyring(randomBytes(32))
      await expect(resealSecrets(own.db.pool, wrong)).rejects.toThrow('sealed under')
    } finally {
      await own.close()
    }
  })
})

describe('the first operator key (D23)', () => {
  test('is the configured one, stored as its hash; a changed one replaces it', async () => {
    const { pool } = house.db
    const names = async (key: string): Promise<string | undefined> =>
      (await authenticateOperator(house.db, key))?.name
    expect(await ensureOperatorKey(pool, 'the-second-configured-key')).toBeNull()
    expect(await ensureOperatorKey(pool, 'the-second-configured-key')).toBeNull()
    expect(await names('the-second-configured-key')).toBe('environment')
    expect(await names('an-operator-key-for-tests')).toBeUndefined()
    await ensureOperatorKey(pool, 'an-operator-key-for-tests')
    expect(await names('the-second-configured-key')).toBeUndefined()
  })

  test('is made once when there is none, however many platforms start at once', async () => {
    const { pool } = house.db
    await pool.query('delete from operator_api_keys')
    const made = await Promise.all(
      Array.from({ length: 6 }, () => ensureOperatorKey(pool, undefined)),
    )
    const keys = made.filter((key) => key !== null)
    expect(keys).toHaveLength(1)
    expect(await authenticateOperator(house.db, keys[0])).toEqual({ name: 'first' })
    expect(await ensureOperatorKey(pool, undefined)).toBeNull()
    await ensureOperatorKey(pool, keys[0])
    await ensureOperatorKey(pool, 'an-operator-key-for-tests')
    expect(await authenticateOperator(house.db, keys[0])).toBeNull()
  })

  test.each([
    'short',
    'fifteen-letters',
    'with spaces between words',
    'clé-d’opérateur-accentuée',
    'x'.repeat(257),
  ])('is refused when it could be guessed or cannot stand in a header: %j', async (key) => {
    await expect(ensureOperatorKey(house.db.pool, key)).rejects.toThrow(
      'WASL_OPERATOR_KEY: expected 16 to 256 visible ASCII',
    )
  })
})
