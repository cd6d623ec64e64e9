import { hexHashOfApiKey } from '../../../src/base/secrets/api-key.ts'
import { answerStatus } from '../../../src/payments/status/answer-status.ts'
import type { Context, Operation } from './operation.ts'

/** A partner that asks for the status of everything: more than its quota. */
const BURST = 65

/** The Payment Status API: it never takes back what it said, and never counts wrongly. */
export const status: Operation = async (context) => {
  const { random, fixture, promises } = context
  const partner = random.pick(fixture.partners)
  const own = [...promises.payments.values()].filter((one) => one.partnerId === partner.partnerId)
  const reference = own.length === 0 ? 'INV-0' : random.pick(own).reference
  const calls = random.below(4) === 0 ? BURST : 1
  const request = {
    partnerId: partner.partnerId,
    keyHash: hexHashOfApiKey(partner.apiKey),
    reference,
  }
  const answers = await Promise.all(
    Array.from({ length: calls }, () => ask(context, request, partner.partnerId)),
  )
  return `${reference} of ${partner.partnerId}: ${answers[0]}${calls > 1 ? `, ${calls} times` : ''}`
}

const ask = async (
  { process, promises, nowMs, statusLog, report }: Context,
  request: { partnerId: number; keyHash: string; reference: string },
  partnerId: number,
): Promise<string> => {
  const sentMs = nowMs()
  const { readStatus, payments } = process
  const answer = await answerStatus(
    { readStatus, makeTransition: payments.makeTransition },
    request,
  )
  if (answer.verdict === 'unauthorized' || answer.verdict === 'inactive') {
    report(`the status call of partner ${partnerId} is ${answer.verdict}`)
    return answer.verdict
  }
  if (answer.verdict === 'limited') return answer.verdict
  statusLog.accepted(partnerId, sentMs, nowMs())
  const { stage, paymentId, amount, payment } = answer.status
  const known = promises.payments.get(paymentId ?? '')
  if (!known || stage === 'not_found') return stage
  const paidAt = payment?.paidAt ?? null
  const centimes = Math.round((amount ?? 0) * 100)
  promises.seen(known, stage, centimes, paidAt === null ? null : new Date(paidAt))
  return stage
}
