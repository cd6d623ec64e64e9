import { verifySignature } from '@wasl/protocol'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { checkTimestamp } from './timestamp.ts'

const NOW = 1_795_251_600

describe('the X-Timestamp of a lookup', () => {
  test.each([NOW, NOW - 300, NOW + 300])('%d is accepted', (seconds) => {
    expect(checkTimestamp(String(seconds), NOW, 300)).toEqual({ ok: true })
  })

  test.each([
    ['missing_timestamp', null],
    ['missing_timestamp', ''],
    ['malformed_timestamp', '1795251600, 1795251600'],
    ['malformed_timestamp', '1795251600000'],
    ['malformed_timestamp', '+795251600'],
    ['malformed_timestamp', '１７９５２５１６００'],
    ['stale_timestamp', String(NOW - 301)],
    ['future_timestamp', String(NOW + 301)],
  ])('is refused as %s: %s', (reason, header) => {
    expect(checkTimestamp(header, NOW, 300)).toEqual({ ok: false, reason })
  })

  test('a clock that tells no time accepts nothing', () => {
    expect(checkTimestamp(String(NOW), Number.NaN, 300).ok).toBe(false)
  })

  test('lookups and webhooks follow one rule', () => {
    const header = fc.oneof(
      fc.string(),
      fc.integer({ min: NOW - 700, max: NOW + 700 }).map(String),
      fc.constant(null),
    )
    fc.assert(
      fc.property(header, fc.integer({ min: 1, max: 600 }), (timestamp, toleranceSeconds) => {
        const lookup = checkTimestamp(timestamp, NOW + 0.5, toleranceSeconds)
        const webhook = verifySignature({
          body: new Uint8Array(),
          timestamp,
          signature: null,
          secrets: [],
          nowSeconds: NOW + 0.5,
          toleranceSeconds,
        })
        const expected = lookup.ok ? 'missing_signature' : lookup.reason
        expect(webhook).toEqual({ ok: false, reason: expected })
      }),
    )
  })
})
