import { webhookEventSchema, type EventKind } from '@wasl/protocol'
import fc from 'fast-check'
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { useUndoneConnection } from '../../../test/support/database.ts'
import { bodyOfKindSql, bodySql, EVENTS, isOfPayment, paymentIdOf } from './event.ts'

const database = useUndoneConnection()

type Data = Record<string, unknown>

/** The payment that an event of these data reports, with every time that it or its refund may have. */
const paymentOf = (data: Data) => ({
  partner_id: 1001,
  payment_id: data['paymentId'],
  reference: data['reference'],
  channel_kind: data['channel'],
  amount: Math.round(Number(data['amount']) * 100),
  currency: data['currency'],
  qr_token: data['qrCodeToken'] ?? null,
  qr_config_kind: data['qrConfigKind'] ?? null,
  opened_at: data['initializedAt'] ?? null,
  lock_expires_at: data['lockReleaseTime'] ?? null,
  paid_at: data['paidAt'] ?? null,
  released_at: data['failedAt'] ?? null,
  fail_reason: data['failedAt'] === undefined ? null : data['reason'],
  refund_id: data['refundId'] ?? null,
  refund_amount: Math.round(Number(data['refundedAmount'] ?? 0) * 100),
  refunded_amount: Math.round(Number(data['refundedTotal'] ?? 0) * 100),
  made_at: data['refundedAt'] ?? null,
  reason: data['reason'] ?? null,
})

const bodyFrom = async (payment: Data, kind: EventKind): Promise<string | null> => {
  const { rows } = await database.client.query<{ body: string | null }>(
    `select ${bodySql(kind, 'reported')} as body
    from (
      select payment.*, refund.*
      from jsonb_populate_record(null::payments, $1) as payment, jsonb_to_record($1) as refund (
        refund_id uuid, refund_amount bigint, made_at timestamptz, reason text
      )
    ) as reported`,
    [JSON.stringify(payment)],
  )
  return rows[0]?.body ?? null
}

type Vector = { name: string; body: unknown; valid?: boolean }

const vectors: Vector[] = JSON.parse(
  readFileSync(
    new URL('../../../../protocol/vectors/webhook-events.json', import.meta.url),
    'utf8',
  ),
)

/** Vectors of what this release never sends. */
const MADE_ELSEWHERE = new Set([
  'fields beyond ours are kept',
  'a payment id that is no UUID',
  'payment.refunded: without a reason, an id that is no UUID',
])

const made = vectors.filter(({ name, valid }) => valid && !MADE_ELSEWHERE.has(name))

describe('the body of an event', () => {
  test.for(made)('is byte for byte the vector "$name"', async ({ body }) => {
    const event = webhookEventSchema.parse(body)
    expect(await bodyFrom(paymentOf(event.data), event.event)).toBe(JSON.stringify(body))
  })

  test('has a vector for every kind', () => {
    const kinds = made.map(({ body }) => webhookEventSchema.parse(body).event)
    expect(new Set(kinds)).toEqual(new Set(Object.keys(EVENTS)))
  })

  test('is null for a payment that changes without an event', async () => {
    const { rows } = await database.client.query<{ body: string | null }>(
      `select ${bodyOfKindSql(`'none'`, 'payment')} as body
      from jsonb_populate_record(null::payments, $1) as payment`,
      [JSON.stringify(paymentOf({ paymentId: PAYMENT }))],
    )
    expect(rows).toEqual([{ body: null }])
  })
})

const PAYMENT = '019aa5b1-3080-7abc-8def-0100000003e9'

describe('the id of an event', () => {
  const idOf = async (ordinal: number): Promise<string> => {
    const { rows } = await database.client.query<{ id: string }>(
      'select event_id_of($1, $2) as id',
      [PAYMENT, ordinal],
    )
    return rows[0]?.id ?? ''
  }

  test('contains its payment’s id and the ordinal', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 0, max: 255 }), async (ordinal) => {
        const id = await idOf(ordinal)
        expect(paymentIdOf(id)).toBe(PAYMENT)
        const { rows } = await database.client.query(
          `select event_ordinal($1) as ordinal, event_id_of($1, 0) as payment`,
          [id],
        )
        expect(rows).toEqual([{ ordinal, payment: PAYMENT }])
      }),
    )
  })

  test.each([-1, 256, 4096])(
    'has no id for the ordinal %d, which does not fit',
    async (ordinal) => {
      await database.client.query('savepoint before')
      await expect(idOf(ordinal)).rejects.toThrow(/invalid input syntax for type uuid/)
      await database.client.query('rollback to before')
    },
  )

  test('is the payment’s own id with the ordinal 0, as a new id has it', async () => {
    const { rows } = await database.client.query<{ id: string; ordinal: number }>(
      'select id, event_ordinal(id) as ordinal from new_id(1001) as id, generate_series(1, 100)',
    )
    for (const { id, ordinal } of rows) {
      expect(ordinal).toBe(0)
      expect(id).toMatch(
        /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{2}00000003e9$/,
      )
    }
  })

  test('is one of the payment’s, and of no event given in the payment’s place', async () => {
    const isOf = async (eventId: string, paymentId: string): Promise<boolean | undefined> => {
      const { rows } = await database.client.query<{ is: boolean }>(
        `select ${isOfPayment('$2::uuid')} as is from (select $1::uuid as event_id) as event`,
        [eventId, paymentId],
      )
      return rows[0]?.is
    }
    expect(await isOf(await idOf(2), PAYMENT)).toBe(true)
    expect(await isOf(await idOf(2), await idOf(1))).toBe(false)
    expect(await isOf(await idOf(2), PAYMENT.replace('7abc', '7abd'))).toBe(false)
  })
})
