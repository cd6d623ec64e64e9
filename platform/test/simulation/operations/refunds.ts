import { OPERATIONS } from '@wasl/protocol/operations'
import { approveRefund, declineRefund } from '../../../src/payments/refunds/decide.ts'
import { redeemRefund } from '../../../src/payments/refunds/redeem.ts'
import { requestRefund, type RefundAnswer } from '../../../src/payments/refunds/request.ts'
import { paymentIdOf } from '../../../src/delivery/webhooks/event.ts'
import { expectDocumented } from '../oracles/documented.ts'
import { fingerprintOf, type Context, type Operation } from './operation.ts'

const { refunds: OF_OPERATORS } = OPERATIONS.operator

/** Remembers what a refund's answer promises: a code for the payer, and money for the payer. */
const note = (
  { promises, memory }: Context,
  result: RefundAnswer | { ok: false; code: string },
): string => {
  if (!result.ok) return result.code
  const { refund, code } = result
  const { refund_id: refundId, status, amount } = refund
  const payment = promises.payments.get(paymentIdOf(refundId))
  if (status === 'requested') memory.refundsToDecide.push(refundId)
  else if (status !== 'declined' && payment) promises.refunded(payment, refundId, amount)
  if (code !== null) memory.refundCodes.push({ code, refundId })
  return `${refundId} of ${amount} is ${status}`
}

export const refund: Operation = async (context) => {
  const { process, fixture, random, promises, report } = context
  const paid = [...promises.payments.values()].filter(({ outcome }) => outcome === 'paid')
  if (paid.length === 0) return 'no payment is paid'
  const payment = random.pick(paid)
  const { paymentId } = payment
  const parts = [null, payment.amount, Math.floor(payment.amount / 2), payment.amount + 1] as const
  const amount = random.pick(parts)
  payment.asked.add('refund')
  const result = await requestRefund(process.refunds, {
    paymentId,
    amount,
    reason: 'Paid twice',
    operator: { operatorKeyId: 1 },
    by: fixture.people.maker,
    idempotency: {
      key: `refund-${random.below(5)}`,
      fingerprint: fingerprintOf({ refund: paymentId, amount }),
    },
  })
  if (!result.ok) expectDocumented(OF_OPERATORS.createRefund, result.code, report)
  return `of ${paymentId}: ${note(context, result)}`
}

/** Mostly another person than the one who asked for it. */
export const decideRefund: Operation = async (context) => {
  const { process, fixture, random, memory, report } = context
  if (memory.refundsToDecide.length === 0) return 'no refund waits'
  const refundId = random.pick(memory.refundsToDecide)
  const { maker, checker } = fixture.people
  const isOwn = random.below(5) === 0
  const isApproved = random.below(3) > 0
  const asked = { refundId, by: isOwn ? maker : checker }
  const result = isApproved
    ? await approveRefund(process.refunds, asked)
    : await declineRefund(process.refunds, asked)
  if (result.ok && isOwn) report(`refund ${refundId} was decided by the person who asked for it`)
  if (!result.ok) expectDocumented(OF_OPERATORS.approveRefund, result.code, report)
  return `${refundId}: ${note(context, result)}`
}

export const redeem: Operation = async ({ process, fixture, random, memory, report }) => {
  if (memory.refundCodes.length === 0) return 'no payer has a code'
  const { code, refundId } = random.pick(memory.refundCodes)
  const { channelId } = random.pick(fixture.channels)
  const result = await redeemRefund(process.db.pool, {
    code,
    channelId,
    agentId: null,
    guesser: null,
    idempotency: null,
  })
  if (!result.ok) {
    expectDocumented(OPERATIONS.channel.refunds.redeemRefund, result.code, report)
    return `${refundId}: ${result.code}`
  }
  if (memory.redeemed.has(refundId)) report(`refund ${refundId} was paid to its payer twice`)
  memory.redeemed.add(refundId)
  return `${refundId}: ${result.refund.status}`
}
