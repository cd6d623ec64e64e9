import fc from 'fast-check'
import { randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { createKeyring, makeSecret, seal, unseal, type SecretPlace } from './seal.ts'

const keyring = createKeyring(randomBytes(32))

const places: fc.Arbitrary<SecretPlace> = fc.record({
  partnerId: fc.integer({ min: 1, max: 2_147_483_647 }),
  field: fc.constantFrom('apiSecret', 'hmacSecret'),
  version: fc.integer({ min: 1, max: 1000 }),
})

const place: SecretPlace = { partnerId: 1001, field: 'apiSecret', version: 1 }

describe('a sealed secret', () => {
  test('opens again in its own place', () => {
    fc.assert(
      fc.property(
        places,
        fc.string({ unit: 'binary' }).filter((text) => text !== '' && text.isWellFormed()),
        (at, secret) => {
          expect(unseal(keyring, at, seal(keyring, at, secret))).toBe(secret)
        },
      ),
    )
  })

  test('opens in no other place, even one that differs in a single part', () => {
    fc.assert(
      fc.property(places, places, (from, other) => {
        const sealed = seal(keyring, from, 'secret')
        for (const part of ['partnerId', 'field', 'version'] as const) {
          if (from[part] === other[part]) continue
          const to = { ...from, [part]: other[part] }
          expect(() => unseal(keyring, to, sealed)).toThrow('belong elsewhere')
        }
      }),
    )
  })

  test('is refused after a change of any single bit', () => {
    const stored = seal(keyring, place, makeSecret('apiSecret'))
    for (let bit = 0; bit < stored.sealed.length * 8; bit += 1) {
      const sealed = Buffer.from(stored.sealed)
      sealed[bit >> 3] = (sealed[bit >> 3] as number) ^ (1 << (bit & 7))
      expect(() => unseal(keyring, place, { ...stored, sealed })).toThrow(/does not open|layout/)
    }
  })

  test('is refused when it is cut short, down to nothing', () => {
    const stored = seal(keyring, place, 'secret')
    for (let length = 0; length < stored.sealed.length; length += 1) {
      const sealed = stored.sealed.subarray(0, length)
      expect(() => unseal(keyring, place, { ...stored, sealed })).toThrow(/does not open|layout/)
    }
  })

  test('never looks the same twice and holds nothing of the secret', () => {
    const secret = makeSecret('hmacSecret')
    const first = seal(keyring, place, secret).sealed
    expect(seal(keyring, place, secret).sealed.equals(first)).toBe(false)
    expect(first.includes(secret)).toBe(false)
  })
})

describe('a keyring', () => {
  test('opens what earlier master keys sealed and seals with the current one', () => {
    const [old, current] = [randomBytes(32), randomBytes(32)]
    const sealedBefore = seal(createKeyring(old), place, 'secret')
    const both = createKeyring(current, [old])
    expect(unseal(both, place, sealedBefore)).toBe('secret')
    expect(seal(both, place, 'secret').masterKeyId).toBe(both.current.id)
    expect(both.current.id).toBe(createKeyring(current).current.id)
    expect(both.current.id).not.toBe(createKeyring(old).current.id)
  })

  test('says which master key is missing, without showing any', () => {
    const master = randomBytes(32)
    const stored = seal(createKeyring(master), place, 'secret')
    const attempt = (): string => unseal(keyring, place, stored)
    expect(attempt).toThrow(
      `the apiSecret of prt_1001 (version 1) is sealed under the master key ${stored.masterKeyId}`,
    )
    expect(attempt).not.toThrow(master.toString('hex'))
    expect(attempt).not.toThrow(master.toString('base64'))
  })

  test('does not open a secret under another master key that took the id of the right one', () => {
    const stored = seal(keyring, place, 'secret')
    const other = createKeyring(randomBytes(32)).current
    const forged = {
      current: other,
      byId: new Map([[stored.masterKeyId, { ...other, id: stored.masterKeyId }]]),
    }
    expect(() => unseal(forged, place, stored)).toThrow('does not open')
  })

  test.each([0, 16, 31, 33])('refuses a master key of %i bytes', (length) => {
    expect(() => createKeyring(randomBytes(length))).toThrow(
      `expected a master key of 32 bytes, received ${length}`,
    )
  })
})

describe('a shared secret', () => {
  test('says in its prefix which one it is', () => {
    expect(makeSecret('apiSecret')).toMatch(/^wasl_sec_[A-Za-z0-9_-]{43}$/)
    expect(makeSecret('hmacSecret')).toMatch(/^wasl_hmac_[A-Za-z0-9_-]{43}$/)
  })
})
