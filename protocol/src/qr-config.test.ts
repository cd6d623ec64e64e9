import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createQrCodeRequest, patchQrCodeRequest, qrImageQuery, qrPosterQuery } from './qr-codes.ts'
import {
  openQrPaymentRequest,
  qrCodeTokenSchema,
  setQrConfigRequest,
  unsetQrConfigRequest,
} from './qr-config.ts'

const qrCodeToken = '7Z3M9K0QW5T8R2VXN4BHJD01Z9'

const verdict = (body: unknown): string[] =>
  setQrConfigRequest.safeParse(body).error?.issues.map(({ path }) => path.join('.')) ?? []

describe('a token in a request', () => {
  test.each([[qrCodeToken], ['x'], ['A'.repeat(128)], ['رمز'], ['a b/c?d']])(
    '%s may be one: whether it is, the platform says',
    (token) => {
      expect(qrCodeTokenSchema.safeParse(token).success).toBe(true)
      expect(unsetQrConfigRequest.parse({ qrCodeToken: token })).toEqual({
        qrCodeToken: token,
      })
    },
  )

  test.each([[''], ['A'.repeat(129)], ['A\n'], ['A\u0000'], ['\ud800'], [7], [null], [undefined]])(
    '%j can be none',
    (token) => {
      expect(qrCodeTokenSchema.safeParse(token).success).toBe(false)
    },
  )
})

describe('amounts to set (D16)', () => {
  test.each([
    [{ amounts: [500] }, []],
    [{ amounts: [0.01, 9_999_999_999.99] }, []],
    [{ amounts: Array.from({ length: 20 }, (_, index) => index + 1) }, []],
    [{ amounts: [500], singleUse: true }, []],
    [{ amounts: [500], expiresAt: '2026-12-01T00:00:00.000Z' }, []],
    [{ amounts: [500], expiresAt: '2026-12-01T00:00:00.000Z', singleUse: false }, []],
    [{ amounts: [500], expiresAt: '2026-12-01T00:00:00.000Z', singleUse: true }, ['expiresAt']],
    [{ amounts: [] }, ['amounts']],
    [{ amounts: Array.from({ length: 21 }, (_, index) => index + 1) }, ['amounts']],
    [{ amounts: [500, 500] }, ['amounts']],
    [{ amounts: [500, 599.999] }, ['amounts.1']],
    [{ amounts: [500], expiresAt: '2026-12-01' }, ['expiresAt']],
    [{ amounts: [500], singleUse: 'true' }, ['singleUse']],
    [{}, ['amounts']],
  ])('%j: %j', (fields, paths) => {
    expect(verdict({ qrCodeToken, ...fields })).toEqual(paths)
  })

  test('are distinct exactly when no two are the same number', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 1, max: 8 }), { minLength: 1, maxLength: 20 }),
        (units) => {
          const isDistinct = new Set(units).size === units.length
          const amounts = units.map((unit) => unit / 4)
          expect(verdict({ qrCodeToken, amounts }).length === 0).toBe(isDistinct)
        },
      ),
    )
  })

  test('fields that are not known are refused', () => {
    const body = { qrCodeToken, amounts: [5], currency: 'DZD' }
    expect(setQrConfigRequest.safeParse(body).success).toBe(false)
  })
})

describe('a payment by QR code', () => {
  test('may have an amount, and the updatedAt of its scan', () => {
    const whole = { amount: 599.8, updatedAt: '2026-11-21T09:00:00.000Z' }
    expect(openQrPaymentRequest.parse(whole)).toEqual(whole)
    expect(openQrPaymentRequest.parse({})).toEqual({})
    for (const wrong of [{ amount: '5' }, { amount: null }, { updatedAt: 'now' }, []]) {
      expect(openQrPaymentRequest.safeParse(wrong).success).toBe(false)
    }
  })
})

describe('codes for operators', () => {
  test('a static code has no amount, a dynamic one needs one', () => {
    const verdicts = [
      { label: 'Till' },
      { label: 'Till', kind: 'static' },
      { label: 'Till', kind: 'dynamic', amount: 5 },
      { label: 'Till', amount: 5 },
      { label: 'Till', kind: 'dynamic' },
      { label: '' },
      { label: 'Till', kind: 'other' },
    ].map((body) => createQrCodeRequest.safeParse(body).success)
    expect(verdicts).toEqual([true, true, true, false, false, false, false])
    expect(createQrCodeRequest.parse({ label: 'Till' }).kind).toBe('static')
  })

  test('a change names at least one field', () => {
    expect(patchQrCodeRequest.safeParse({}).success).toBe(false)
    expect(patchQrCodeRequest.safeParse({ kind: 'dynamic' }).success).toBe(false)
    expect(patchQrCodeRequest.safeParse({ status: 'disabled' }).success).toBe(true)
    expect(patchQrCodeRequest.safeParse({ label: 'Till 2' }).success).toBe(true)
  })

  test('images are SVG of the URL and posters A6 by default', () => {
    expect(qrImageQuery.parse({})).toEqual({ format: 'svg', content: 'url' })
    expect(qrImageQuery.safeParse({ format: 'gif' }).success).toBe(false)
    expect(qrPosterQuery.parse({})).toEqual({ size: 'A6' })
    expect(qrPosterQuery.safeParse({ size: 'A5' }).success).toBe(false)
  })
})
