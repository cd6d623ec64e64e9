import { randomBytes } from 'node:crypto'
import { inspect } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hashApiKey } from '../src/base/secrets/api-key.ts'
import { loadPartnerTarget } from '../src/parties/partners/load-target.ts'
import { resealSecrets } from '../src/base/secrets/reseal.ts'
import { createKeyring } from '../src/base/secrets/seal.ts'
import {
  hmacSecretOf,
  numberOf,
  openOperatorHouse,
  type OperatorHouse,
} from './support/operator-house.ts'

let house: OperatorHouse

beforeAll(async () => {
  house = await openOperatorHouse()
})

afterAll(() => house.close())

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
  test('has no key and no secret in plain text, in any table', async () => {
    const partner = await house.createPartner()
    const channel = await house.call('POST', '/operator/v1/channels', {
      body: { name: 'A', kind: 'AGENCY' },
    })
    const rotated = await house.rotate(partner.partnerId, { secret: 'apiKey' })
    const pending = await house.rotate(partner.partnerId, { secret: 'hmacSecret' })
    const moved = await house.patchPartner(partner.partnerId, {
      apiUrl: 'https://elsewhere.example',
    })
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
      'an-operator-key-for-tests-0123456789',
    ]
    for (const secret of secrets) {
      expect(secret).toMatch(/^.{16,}$/)
      for (const spelling of spellings(secret)) expect(text).not.toContain(spelling)
    }
  })

  test('opens no secret without the master key', async () => {
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

  test('is refused for another partner', async () => {
    const [victim, thief] = [await house.createPartner(), await house.createPartner()]
    await give(
      `stored.field = 'apiSecret' and other.field = 'apiSecret'`,
      victim.partnerId,
      thief.partnerId,
    )
    await expect(house.loadTarget(thief.partnerId)).rejects.toThrow('does not open')
    expect((await house.loadTarget(victim.partnerId)).apiSecret).toBe(victim.apiSecret)
  })

  test('is refused for another field', async () => {
    const { partnerId } = await house.createPartner()
    await give(`stored.field = 'apiSecret' and other.field = 'hmacSecret'`, partnerId, partnerId)
    await expect(house.loadTarget(partnerId)).rejects.toThrow('does not open')
  })

  test('is refused for another version', async () => {
    const { partnerId } = await house.createPartner()
    const old = await house.db.pool.query(
      `select sealed from partner_secrets where partner_id = $1 and field = 'apiSecret'`,
      [numberOf(partnerId)],
    )
    await house.rotate(partnerId, { secret: 'apiSecret', overlapSeconds: 0 })
    await house.db.pool.query(
      `update partner_secrets set sealed = $2 where partner_id = $1 and field = 'apiSecret'`,
      [numberOf(partnerId), old.rows[0].sealed],
    )
    await expect(house.loadTarget(partnerId)).rejects.toThrow('does not open')
  })
})

describe('secrets in the logs', () => {
  test('do not appear, whatever is done or goes wrong', async () => {
    const partner = await house.createPartner()
    const channel = await house.call('POST', '/operator/v1/channels', {
      body: { name: 'A', kind: 'AGENCY' },
    })
    const rotated = await house.rotate(partner.partnerId, { secret: 'apiSecret' })
    const moved = await house.patchPartner(partner.partnerId, {
      apiUrl: 'https://elsewhere.example',
    })
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
      await house
        .loadTarget(partner.partnerId)
        .catch((error: unknown) => inspect(error, { depth: 9 })),
    )
    const text = house.logs.join('') + JSON.stringify(errors)
    expect(text).toContain('does not open')
    expect(house.logs.join('')).toContain('SERVER500_INTERNAL')
    for (const secret of [
      ...secrets,
      'an-operator-key-for-tests-0123456789',
      house.keyring.current.key.export().toString('hex'),
    ]) {
      expect(text).not.toContain(secret)
    }
    expect(text).not.toMatch(/wasl_(?:prt|chn|sec|hmac|opr)_/)
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
