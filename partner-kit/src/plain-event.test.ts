import { webhookEventSchema } from '@wasl/protocol'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { failEvent, initializedEvent, successEvent } from '../test/support.ts'
import { isPlainEvent } from './plain-event.ts'

const EVENTS = [successEvent(), failEvent(), initializedEvent()]

const TEXTS = [
  'INV-1',
  ' INV-1',
  'فاتورة',
  '.',
  '\ud800',
  'AGENCY',
  'DZD',
  'dzd',
  'expired',
  '',
  '599.80',
]

const AMOUNTS = [599.8, 599.801, 0, -5, 1e21, 9_999_999_999.99]

const TIMES = [
  '2026-02-28T09:00:00.000Z',
  '2026-02-29T09:00:00.000Z',
  '2026-02-30T09:00:00.000Z',
  '2026-11-21T24:00:00.000Z',
  '2026-11-21T09:00:60.000Z',
  '2026-11-21T09:00:00Z',
  '2026-11-21T09:00:00.000+01:00',
  '2026-13-01T09:00:00.000Z',
  '2026-00-01T09:00:00.000Z',
  '0000-01-01T00:00:00.000Z',
  '9999-12-28T23:59:59.999Z',
  '2026-11-21T09:00:00.000Z\n',
]

/** Right values, their neighbours, and anything. */
const value = fc.oneof(
  fc.constantFrom<unknown>(...TEXTS, ...TIMES, ...AMOUNTS, undefined, null),
  fc.anything(),
)

describe('the short way to a known event', () => {
  test.each(EVENTS)('$event goes it', (event) => {
    expect(isPlainEvent(event)).toBe(true)
    expect(isPlainEvent(successEvent({ later: { a: 1 } }))).toBe(true)
  })

  test('is open to nothing that the schema refuses, and changes nothing', () => {
    const names = fc.constantFrom(
      ...EVENTS.flatMap(({ data }) => Object.keys(data)),
      'qrCodeToken',
      'qrConfigKind',
    )
    const changes = fc.dictionary(names, value, { maxKeys: 2 })
    let passed = 0
    fc.assert(
      fc.property(fc.constantFrom(...EVENTS), changes, fc.boolean(), (event, changed, without) => {
        const data: Record<string, unknown> = { ...event.data, ...changed }
        if (without) delete data[Object.keys(changed)[0] ?? '']
        const given = { ...event, data }
        if (!isPlainEvent(given)) return
        passed += 1
        expect(webhookEventSchema.parse(given)).toEqual(given)
      }),
      { numRuns: 3000 },
    )
    expect(passed).toBeGreaterThan(100)
  })

  test('is open to no other kind, and to no other shape', () => {
    fc.assert(
      fc.property(fc.anything(), fc.anything(), (event, data) => {
        const given = { event, data }
        expect(isPlainEvent(given) && !webhookEventSchema.safeParse(given).success).toBe(false)
      }),
      { numRuns: 500 },
    )
    expect(isPlainEvent({ ...successEvent(), event: 'payment.disputed' })).toBe(false)
  })
})
