import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { decodeReference, encodeReference, isReference, referenceSchema } from './reference.ts'

const anyText = fc.string({ unit: 'binary', maxLength: 140 })
const reference = anyText.filter(isReference)
// Code units, so that lone surrogates come up.
const utf16Text = fc
  .array(fc.oneof(fc.integer({ min: 0, max: 0xffff }), fc.integer({ min: 0xd800, max: 0xdfff })), {
    maxLength: 8,
  })
  .map((units) => String.fromCharCode(...units))

describe('encodeReference', () => {
  test('every reference comes back from its segment', () => {
    fc.assert(
      fc.property(reference, (value) => {
        expect(decodeReference(encodeReference(value))).toBe(value)
      }),
    )
  })

  test('a segment has no character that a path, a header or a shell would split', () => {
    fc.assert(
      fc.property(reference, (value) => {
        expect(encodeReference(value)).toMatch(/^[A-Za-z0-9\-_.!~*'()%]+$/)
      }),
    )
  })

  test('a URL parser keeps the segment as it is, as the last one and amid the path', () => {
    fc.assert(
      fc.property(reference, (value) => {
        const segment = encodeReference(value)
        const last = new URL(`https://shop.example/api/${segment}`)
        expect(last.pathname).toBe(`/api/${segment}`)
        const amid = new URL(`https://pay.example/partner/payments/v1/${segment}/status`)
        expect(decodeReference(amid.pathname.split('/')[4] ?? '')).toBe(value)
        expect(amid.search + amid.hash).toBe('')
      }),
    )
  })

  test('throws for a value that is not a reference, such as a lone surrogate', () => {
    fc.assert(
      fc.property(utf16Text, (value) => {
        const encode = (): boolean => encodeReference(value).length > 0
        expect(isReference(value) ? encode() : throwsRangeError(encode)).toBe(true)
      }),
    )
  })
})

describe('decodeReference', () => {
  test('never throws, and what it returns is a reference', () => {
    const text = fc.oneof(
      anyText,
      utf16Text,
      fc.string({ unit: fc.constantFrom('%', '2', 'e', 'E', 'f', 'a', '0', '/') }),
    )
    fc.assert(
      fc.property(text, (segment) => {
        const value = decodeReference(segment)
        expect(value === null || isReference(value)).toBe(true)
      }),
      { numRuns: 2000 },
    )
  })

  test('two different references never share a segment', () => {
    fc.assert(
      fc.property(reference, reference, (one, other) => {
        expect(encodeReference(one) === encodeReference(other)).toBe(one === other)
      }),
    )
  })
})

describe('isReference', () => {
  test.each([['a\ud800'], ['\udc00'], ['\udc00\ud800'], ['a\ud83d b']])(
    'refuses the lone surrogates of %j',
    (value) => {
      expect(isReference(value)).toBe(false)
      expect(referenceSchema.safeParse(value).success).toBe(false)
    },
  )

  test('counts Unicode characters, not UTF-16 units', () => {
    expect(isReference('🧾'.repeat(128))).toBe(true)
    expect(isReference('🧾'.repeat(129))).toBe(false)
    expect(isReference(`${'🧾'.repeat(127)}ab`)).toBe(false)
    expect(isReference('a'.repeat(128))).toBe(true)
    expect(isReference('a'.repeat(129))).toBe(false)
  })

  test('refuses dot segments, because URL parsers resolve them in any encoding', () => {
    for (const step of ['.', '..', '%2e', '%2E%2E', '.%2e', '%2e.']) {
      expect(new URL(`https://shop.example/api/${step}`).pathname).not.toContain(step)
    }
    expect(isReference('.')).toBe(false)
    expect(isReference('..')).toBe(false)
    expect(decodeReference('%2E')).toBe(null)
    expect(decodeReference('%2e%2e')).toBe(null)
    expect(isReference('...')).toBe(true)
  })

  test.each([[undefined], [null], [12], [['a']], [{}]])(
    'refuses %o, which is not a string',
    (value) => {
      expect(isReference(value)).toBe(false)
    },
  )

  test('a huge text is refused without being counted', () => {
    const text = 'a '.repeat(20_000_000)
    const started = performance.now()
    expect(isReference(text)).toBe(false)
    expect(performance.now() - started).toBeLessThan(500)
  })
})

const throwsRangeError = (callback: () => unknown): boolean => {
  try {
    callback()
    return false
  } catch (error) {
    return error instanceof RangeError
  }
}
