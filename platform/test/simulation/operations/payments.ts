import { OPERATIONS } from '@wasl/protocol/operations'
import { changePayment } from '../../../src/payments/change.ts'
import { confirmPayment } from '../../../src/payments/confirm.ts'
import { findPayment } from '../../../src/payments/find.ts'
import { openPayment } from '../../../src/payments/open.ts'
import { expectDocumented } from '../oracles/documented.ts'
import type { KnownPayment } from '../oracles/promises.ts'
import { requestIdOf, type Context, type Operation } from './operation.ts'

const { payments: PAYMENTS } = OPERATIONS.channel

/** Few references in each chapter, so that they are fought over. */
const REFERENCES = 4

export const open: Operation = async (context) => {
  const { process, fixture, random, promises, keys, priceOf, report, memory } = context
  const { channelId, kind } = random.pick(fixture.channels)
  const { partnerId } = random.pick(fixture.partners)
  const reference = `INV-${random.below(REFERENCES) + memory.chapter * REFERENCES}`
  const agentId = agentOf(context, channelId)
  const { key, isNew } = keys.of(random, { open: [channelId, partnerId, reference, agentId] })
  const requestId = requestIdOf(random)
  const result = await openPayment(process.payments, {
    channel: { channelId, kind, isTest: false },
    partnerId,
    reference,
    agentId,
    idempotency: key,
    requestId,
  })
  if (!result.ok) {
    expectDocumented(PAYMENTS.openPayment, result.code, report)
    promises.openingRefused(partnerId, reference, result.code)
    return `${reference} of ${partnerId}: ${result.code}`
  }
  const scopedKey = key && `${partnerId} ${channelId} ${key.key}`
  promises.opened(result.payment, priceOf(requestId), scopedKey, isNew)
  return `${reference} of ${partnerId}: ${result.payment.payment_id}`
}

/** Often an agent of the channel who is on shift, and now and then one who is not. */
const agentOf = ({ fixture, random, memory }: Context, channelId: number): number | null => {
  const mayBeOnShift = memory.shifts.some((shift) => shift.channelId === channelId)
  if (random.below(mayBeOnShift ? 2 : 15) > 0) return null
  return fixture.agents.find((agent) => agent.channelId === channelId)?.agentId ?? null
}

/** A payment that its channel knows, more often a recent one. */
const known = ({ promises, random }: Context): KnownPayment | undefined => {
  const all = [...promises.payments.values()]
  return all.at(-1 - Math.min(random.below(all.length || 1), random.below(all.length || 1)))
}

const change =
  (cause: 'confirm' | 'cancel' | 'fail'): Operation =>
  async (context) => {
    const { process, random, promises, keys, report } = context
    const payment = known(context)
    if (!payment) return 'no payment is open'
    const { paymentId, channelId } = payment
    const amount = cause === 'confirm' ? amountOf(context, payment) : null
    const { key } = keys.of(random, { cause, paymentId, amount })
    const request = { channelId, paymentId, cause, amount, idempotency: key }
    payment.asked.add(cause)
    const result = await (cause === 'confirm'
      ? confirmPayment(process.payments, request)
      : changePayment(process.payments, request))
    const operation = PAYMENTS[`${cause}Payment`]
    if (!result.ok) {
      expectDocumented(operation, result.code, report)
      promises.refused(payment, result.code, amount)
      return `${paymentId}: ${result.code}`
    }
    const { payment: row } = result
    if (row.payment_id !== paymentId) report(`${cause} of ${paymentId} shows ${row.payment_id}`)
    if (result.cause !== cause) report(`${cause} of ${paymentId} is answered as ${result.cause}`)
    promises.seen(payment, row.stage, row.amount, row.paid_at)
    if (key !== null) {
      const scopedKey = `${payment.partnerId} ${channelId} ${key.key}`
      promises.answeredUnder(scopedKey, `${cause} of ${paymentId}, amount ${amount}`)
    }
    return `${paymentId}: ${row.stage}`
  }

/** Mostly none or the right amount. */
const amountOf = ({ random }: Context, { amount }: KnownPayment): number | null => {
  const choice = random.below(6)
  if (choice < 3) return null
  return choice < 5 ? amount : amount + 1
}

export const confirm = change('confirm')
export const cancel = change('cancel')
export const fail = change('fail')

export const read: Operation = async (context) => {
  const payment = known(context)
  if (!payment) return 'no payment is open'
  const { paymentId, channelId } = payment
  const row = await findPayment(context.process.payments, channelId, paymentId)
  if (row === null) context.report(`payment ${paymentId} is not found`)
  else context.promises.seen(payment, row.stage, row.amount, row.paid_at)
  return `${paymentId}: ${row?.stage ?? 'not found'}`
}
