import { EVENT_KINDS, webhookEventSchema, type EventKind } from '@wasl/protocol'
import { describe, expect, test } from 'vitest'
import { buildEvent } from './build-event.ts'

const built = (event: EventKind, set: string[]) =>
  buildEvent({
    event,
    reference: 'QR-4GQZ8M1T6R0KXW93VYB5N7HCJE',
    paymentId: undefined,
    amount: 1500,
    set,
    allowInvalid: false,
    now: new Date('2026-11-21T09:00:00Z'),
  })

test.each(EVENT_KINDS)('%s is built as the protocol has it', (kind) => {
  expect(webhookEventSchema.parse(built(kind, []))).toMatchObject({
    event: kind,
    data: { amount: 1500 },
  })
})

const TOKEN = 'qrCodeToken=7Z3M9K0QW5T8R2VXN4BHJD01Z9'

describe('an event of a payment by QR code', () => {
  test('has the kind of the configuration, as on the platform (D27)', () => {
    expect(built('payment.success', [TOKEN])).toMatchObject({ data: { qrConfigKind: 'PERMANENT' } })
    expect(built('payment.fail', [TOKEN])).not.toHaveProperty('data.qrConfigKind')
    expect(built('payment.success', [])).not.toHaveProperty('data.qrConfigKind')
  })

  test('has the kind that --set gives, also null', () => {
    const set = [TOKEN, 'qrConfigKind=null']
    expect(built('payment.success', set)).toMatchObject({ data: { qrConfigKind: null } })
    expect(() => built('payment.success', [TOKEN, 'qrConfigKind=FOREVER'])).toThrow(
      'The platform would never send this.',
    )
  })
})
