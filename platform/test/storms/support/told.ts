import { expect } from 'vitest'
import type { PartnerServer } from '../../support/partner.ts'
import { until } from '../../support/wait.ts'
import type { Installation } from '../../support/installation.ts'

/** What tills were told by the platform, by reference. */
export type Reported = {
  /** The payment that was opened for each reference. */
  opened: Map<string, string>
  confirmed: Set<string>
  /** Answers that a till in its right mind does not get here, each in a sentence. */
  strange: string[]
}

export const nothingTold = (): Reported => ({
  opened: new Map(),
  confirmed: new Set(),
  strange: [],
})

/** The database has every payment that a till was told of, and no other one of its reference. */
export const expectKept = async (
  { pool }: Installation,
  { opened, confirmed }: Pick<Reported, 'opened' | 'confirmed'>,
): Promise<void> => {
  const { rows } = await pool.query<{ reference: string; payment_id: string; stage: string }>(
    'select reference, payment_id, stage from payments',
  )
  const own = rows.filter(({ reference }) => opened.has(reference))
  const payments = new Map(own.map((row) => [row.reference, row]))
  expect(payments.size).toBe(own.length)
  for (const [reference, paymentId] of opened) {
    expect([reference, payments.get(reference)?.payment_id]).toEqual([reference, paymentId])
  }
  for (const reference of confirmed) {
    expect([reference, payments.get(reference)?.stage]).toEqual([reference, 'paid'])
  }
}

/** Moves the clock on until nothing is owed: leases of the dead end, and so do pauses. */
export const deliverAll = ({ clock, pool }: Installation): Promise<unknown> =>
  until('every event to be delivered', async () => {
    await clock.advance(5)
    const { rows } = await pool.query<{ owed: number }>(
      'select count(*) as owed from webhook_deliveries where due_at is not null',
    )
    return rows[0]?.owed === 0
  })

/** The shop was told of every success that a till was told of. */
export const expectShopTold = (
  shop: PartnerServer,
  { confirmed }: Pick<Reported, 'confirmed'>,
): void => {
  const successes = new Set(
    shop.requests
      .filter(({ event }) => event?.event === 'payment.success')
      .map(({ reference }) => reference),
  )
  expect([...confirmed].filter((reference) => !successes.has(reference))).toEqual([])
}
