import { qrCodeTokenSchema, referenceSchema } from '@wasl/protocol'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { checkCode, newQrReference, newQrToken, partnerOfQrToken, typedQrToken } from './token.ts'

const PARTNER_MAX = 2_147_483_647
const partnerId = fc.integer({ min: 1, max: PARTNER_MAX })

/** Random bytes under the test's hand: as many as are asked for, repeated from these. */
const bytesOf =
  (seed: Uint8Array) =>
  (count: number): Uint8Array =>
    Uint8Array.from({ length: count }, (_, index) => seed[index % seed.length] ?? 0)

const seed = fc.uint8Array({ minLength: 1, maxLength: 17 })

describe('a token', () => {
  test('is 26 characters of Crockford base32 and tells its partner', () => {
    fc.assert(
      fc.property(partnerId, seed, (id, bytes) => {
        const token = newQrToken(id, bytesOf(bytes))
        expect(token).toMatch(/^[0-9A-HJKMNP-TV-Z]{26}$/)
        expect(partnerOfQrToken(token)).toBe(id)
        expect(qrCodeTokenSchema.parse(token)).toBe(token)
      }),
    )
  })

  test('contains all of its 98 random bits', () => {
    const tokens = new Set(
      Array.from({ length: 98 }, (_, bit) => {
        const bytes = new Uint8Array(13)
        bytes[12 - Math.floor(bit / 8)] = 1 << (bit % 8)
        return newQrToken(1001, () => bytes)
      }),
    )
    expect(tokens.size).toBe(98)
    expect(tokens.has(newQrToken(1001, () => new Uint8Array(13)))).toBe(false)
  })

  test('is never the same twice', () => {
    const tokens = Array.from({ length: 10_000 }, () => newQrToken(1001))
    expect(new Set(tokens).size).toBe(tokens.length)
  })

  test.each([
    [''],
    ['0'.repeat(26)],
    ['Z'.repeat(26)],
    ['0'.repeat(25)],
    [`${newQrToken(7)}0`],
    [`${newQrToken(7).slice(0, 25)}I`],
    [`${newQrToken(7).slice(0, 25)}u`],
    [` ${newQrToken(7).slice(1)}`],
    [`${newQrToken(7)}\n`],
  ])('%j is not a token of ours', (token) => {
    expect(partnerOfQrToken(token)).toBeNull()
  })

  test('any text is read as a possible partner’s number, or as none', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.stringMatching(/^[0-9A-HJKMNP-TV-Z]{26}$/)), (token) => {
        const id = partnerOfQrToken(token)
        expect(id === null || (id >= 1 && id <= PARTNER_MAX)).toBe(true)
      }),
    )
  })
})

describe('a reference of a payment by QR code', () => {
  test('is QR- and 26 characters of Crockford base32', () => {
    fc.assert(
      fc.property(seed, (bytes) => {
        const reference = newQrReference(bytesOf(bytes))
        expect(reference).toMatch(/^QR-[0-9A-HJKMNP-TV-Z]{26}$/)
        expect(referenceSchema.parse(reference)).toBe(reference)
      }),
    )
  })

  test('is never the same twice', () => {
    const references = Array.from({ length: 10_000 }, () => newQrReference())
    expect(new Set(references).size).toBe(references.length)
  })
})

describe('the check code of a token', () => {
  test('is two groups of three that are easy to read, always the same', () => {
    const token = newQrToken(1001)
    expect(checkCode(token)).toMatch(/^[0-9A-HJKMNP-TV-Z]{3}-[0-9A-HJKMNP-TV-Z]{3}$/)
    expect(checkCode(token)).toBe(checkCode(token))
  })

  test('differs between tokens, however similar they are', () => {
    const token = newQrToken(1001)
    const digits = Array.from('0123456789ABCDEFGHJKMNPQRSTVWXYZ')
    const alike = digits.map((digit) => digit + token.slice(1))
    expect(new Set(alike.map(checkCode)).size).toBe(32)
  })

  test('never changes, because it is printed on posters', () => {
    expect(checkCode('7Z3M9K0QW5T8R2VXN4BHJD01Z9')).toMatchInlineSnapshot(`"G3C-SFC"`)
  })
})

test('a typed token is read in any case, and with letters for digits', () => {
  const typed = ['7z3m-9koq w5t8-r2vx-n4bh-jdol-z9', '7Z3M 9K0Q W5T8 R2VX N4BH JDOI Z9 ']
  for (const text of typed) expect(typedQrToken(text)).toBe('7Z3M9K0QW5T8R2VXN4BHJD01Z9')
})
