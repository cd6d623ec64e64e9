import type { RefundStatus } from '@wasl/protocol'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { decideRefund } from './refund.ts'

const AMOUNT = 59_980

const refund = (status: RefundStatus, amount: number, refundId = 'r3') => ({
  refundId,
  status,
  amount,
})

describe('a refund', () => {
  test('takes what is left, in whatever parts: never more than the payment', () => {
    const asked = fc.array(
      fc.record({
        amount: fc.option(fc.integer({ min: 1, max: AMOUNT + 1 })),
        status: fc.constantFrom<RefundStatus>('requested', 'made', 'declined', 'paid', 'expired'),
      }),
      { maxLength: 40 },
    )
    fc.assert(
      fc.property(asked, (requests) => {
        const refunds: ReturnType<typeof refund>[] = []
        for (const { amount, status } of requests) {
          const made = refunds.filter((each) => ['made', 'paid', 'expired'].includes(each.status))
          const madeSum = made.reduce((sum, each) => sum + each.amount, 0)
          const stage = madeSum === AMOUNT ? 'refunded' : 'paid'
          const decision = decideRefund({ stage, amount: AMOUNT, refunds }, amount)
          if (decision.kind === 'new') refunds.push(refund(status, decision.amount))
        }
        const taken = refunds.filter(({ status }) => status !== 'declined')
        const sum = taken.reduce((total, { amount }) => total + amount, 0)
        expect(sum).toBeLessThanOrEqual(AMOUNT)
      }),
    )
  })

  test('of the whole is repeated by another of the whole, not by one of a part', () => {
    const payment = {
      stage: 'refunded',
      amount: AMOUNT,
      refunds: [refund('made', AMOUNT)],
    } as const
    expect(decideRefund(payment, null)).toEqual({ kind: 'repeat', refundId: 'r3' })
    expect(decideRefund(payment, AMOUNT)).toEqual({ kind: 'repeat', refundId: 'r3' })
    expect(decideRefund(payment, 1)).toMatchObject({ code: 'PAYMENT409_WRONG_STAGE' })
  })

  test.for(['locked', 'released'] as const)('is refused in stage %s', (stage) => {
    const decision = decideRefund({ stage, amount: AMOUNT, refunds: [] }, null)
    expect(decision).toMatchObject({ kind: 'refused', code: 'PAYMENT409_WRONG_STAGE' })
  })

  test('that was declined leaves its amount free, and one that expired does not', () => {
    const after = (status: RefundStatus) =>
      decideRefund({ stage: 'paid', amount: AMOUNT, refunds: [refund(status, 40_000)] }, 20_000)
    expect(after('declined')).toEqual({ kind: 'new', amount: 20_000 })
    expect(after('expired')).toMatchObject({ code: 'PAYMENT409_AMOUNT_MISMATCH', left: 19_980 })
  })
})
