import type { PaymentStatus, Stage } from '@wasl/protocol'
import { STAGES, paymentStatusSchema } from '@wasl/protocol'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { REFERENCE_STATES, differencesOf } from './difference.ts'
import type { ReferenceState } from './difference.ts'

const TIME = '2026-11-21T09:00:00.000Z'

/** A status of this stage as D7 has it. */
const statusOf = (stage: Stage, amount = 599.8): PaymentStatus => {
  if (stage === 'not_found') {
    const nothing = { lockReleaseTime: null, paymentId: null, channel: null, currency: null }
    return { stage, locked: false, paid: false, ...nothing, amount: null, payment: null }
  }
  const wasPaid = stage === 'paid' || stage === 'refunded'
  return {
    stage,
    locked: stage === 'locked',
    paid: stage === 'paid',
    lockReleaseTime: wasPaid ? null : TIME,
    paymentId: '019ab1c2-7c00-7abc-8def-0123000003e9',
    channel: 'AGENCY',
    currency: 'DZD',
    amount,
    payment: {
      webhookDelivery: wasPaid ? 'delivered' : 'none',
      paidAt: wasPaid ? TIME : null,
      refundedAt: stage === 'refunded' ? TIME : null,
      refundedAmount: stage === 'refunded' ? amount : 0,
    },
  }
}

const differences = (state: ReferenceState, there: PaymentStatus, amount?: number) =>
  differencesOf({ reference: 'INV-1', state, ...(amount !== undefined && { amount }) }, there)

describe('what differs', () => {
  test.each(STAGES)('is asked of a status %s that the platform could give', (stage) => {
    expect(paymentStatusSchema.parse(statusOf(stage))).toEqual(statusOf(stage))
  })

  // Down: the platform's stage. Across: what the partner thinks.
  test.each([
    ['not_found', [null, 'not_found', 'paid_here_not_there', 'not_found']],
    ['locked', ['still_locked', 'still_locked', 'paid_here_not_there', 'refunded_here_not_there']],
    [
      'released',
      [null, 'released_there_locked_here', 'paid_here_not_there', 'refunded_here_not_there'],
    ],
    ['paid', ['paid_there_not_here', 'paid_there_not_here', null, 'refunded_here_not_there']],
    [
      'refunded',
      ['refunded_there_not_here', 'refunded_there_not_here', 'refunded_there_not_here', null],
    ],
  ] as const)('%s there, and open, locked, paid, refunded here', (stage, expected) => {
    expect(REFERENCE_STATES.map((state) => differences(state, statusOf(stage))[0] ?? null)).toEqual(
      expected,
    )
  })

  test('an amount is compared to the centime, where one was given', () => {
    expect(differences('paid', statusOf('paid', 599.8))).toEqual([])
    expect(differences('paid', statusOf('paid', 599.8), 599.8)).toEqual([])
    expect(differences('paid', statusOf('paid', 599.8), 599.79)).toEqual(['amount_differs'])
    expect(differences('paid', statusOf('paid', 0.3), 0.3)).toEqual([])
    expect(differences('open', statusOf('locked', 1), 2)).toEqual([
      'still_locked',
      'amount_differs',
    ])
    // Nobody is bound by what a released payment was to cost.
    expect(differences('open', statusOf('released', 1), 2)).toEqual([])
    expect(differences('open', statusOf('not_found'), 2)).toEqual([])
  })

  test('reports a failed webhook in addition to other differences', () => {
    const paid = statusOf('paid')
    const failed = {
      ...paid,
      payment: { ...(paid.payment as NonNullable<typeof paid.payment>), webhookDelivery: 'failed' },
    } as const
    expect(differences('paid', failed)).toEqual(['webhook_failed'])
    expect(differences('open', failed)).toEqual(['paid_there_not_here', 'webhook_failed'])
  })

  test('is nothing exactly where both sides mean the same', () => {
    const same: Record<ReferenceState, Stage[]> = {
      open: ['not_found', 'released'],
      locked: [],
      paid: ['paid'],
      refunded: ['refunded'],
    }
    fc.assert(
      fc.property(
        fc.constantFrom(...REFERENCE_STATES),
        fc.constantFrom(...STAGES),
        fc.integer({ min: 1, max: 999_999_999_999 }),
        (state, stage, centimes) => {
          const amount = Number((centimes / 100).toFixed(2))
          const names = differences(state, statusOf(stage, amount), amount)
          expect(names.length === 0).toBe(same[state].includes(stage))
        },
      ),
    )
  })
})
