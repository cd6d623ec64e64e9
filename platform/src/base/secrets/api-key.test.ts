import fc from 'fast-check'
import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { hashApiKey, makeApiKey, ownerOfKey, type KeyOwner } from './api-key.ts'

const owners: fc.Arbitrary<KeyOwner> = fc.oneof(
  fc.record({
    kind: fc.constant('partner' as const),
    partnerId: fc.integer({ min: 1, max: 2_147_483_647 }),
  }),
  fc.record({
    kind: fc.constant('channel' as const),
    channelId: fc.integer({ min: 1, max: 2_147_483_647 }),
  }),
  fc.constant({ kind: 'operator' as const }),
)

describe('an API key', () => {
  test('names its owner and ends in 43 random characters', () => {
    fc.assert(
      fc.property(owners, (owner) => {
        const key = makeApiKey(owner)
        expect(ownerOfKey(key)).toEqual(owner)
        expect(key).toMatch(/_[A-Za-z0-9_-]{43}$/)
      }),
    )
    expect(makeApiKey({ kind: 'partner', partnerId: 1001 })).toMatch(/^wasl_prt_1001_/)
    expect(makeApiKey({ kind: 'channel', channelId: 7 })).toMatch(/^wasl_chn_7_/)
    expect(makeApiKey({ kind: 'operator' })).toMatch(/^wasl_opr_/)
  })

  test('is never made twice', () => {
    const keys = Array.from({ length: 1000 }, () => makeApiKey({ kind: 'operator' }))
    expect(new Set(keys).size).toBe(1000)
  })

  test('is stored as its SHA-256', () => {
    const key = makeApiKey({ kind: 'channel', channelId: 7 })
    expect(hashApiKey(key)).toEqual(createHash('sha256').update(key).digest())
  })

  test('has no owner when it does not look like a key', () => {
    const random = 'A'.repeat(43)
    const strangers = [
      '',
      `wasl_prt_${random}`,
      `wasl_prt_0_${random}`,
      `wasl_prt_007_${random}`,
      `wasl_prt_2147483648_${random}`,
      `wasl_prt_1001_${random}A`,
      `wasl_prt_1001_${random.slice(1)}`,
      `wasl_prt_1001_${random}\n`,
      `wasl_prt_1001_${random}, wasl_prt_1001_${random}`,
      `WASL_PRT_1001_${random}`,
      `wasl_chn__${random}`,
    ]
    for (const key of strangers) expect(ownerOfKey(key)).toBeNull()
  })
})
