/**
 * Payments that cannot be right: a wrong amount, a second payment, an unknown reference. A partner may
 * acknowledge receipt (section 4.2) and handle them elsewhere. But the platform never repeats an
 * acknowledged event, so the check warns about the possible loss (W90).
 */
import type { Check } from '../check.ts'
import { newId, successEvent } from '../event.ts'
import { came } from '../expect/came.ts'
import { expectError, expectPayable, mismatch } from '../expect/lookup.ts'
import { isAcknowledged } from '../expect/webhook.ts'
import { passed, warned } from '../finding.ts'
import type { Finding } from '../finding.ts'
import type { Exchange } from '../http/exchange.ts'
import { totalOf } from '../session.ts'
import type { Session } from '../session.ts'
import { UNPAID, paidAfter, storyOf, deliverSuccess } from './payment-story.ts'

const common = {
  group: 'payment',
  needs: ['pay'],
  calls: 'both',
  section: 'section 4.2, W90',
} as const

const REFUSE =
  'Answer 500 (or 409) and log it: the platform keeps the event, retries it for three days, and shows its ' +
  'operator that it fails. If you acknowledge it, record the payment where somebody sees it and returns the ' +
  'money.'

/** @param after ids of the checks that these build on. */
export const riskChecks = (after: readonly string[]): Check[] => [
  {
    ...common,
    id: 'payment-second',
    title: 'A second payment of a paid reference leaves it paid, and is not silently acknowledged.',
    after,
    run: secondPayment,
  },
  {
    ...common,
    id: 'payment-unknown-reference',
    title: 'A payment.success of an unknown reference is not silently acknowledged.',
    after,
    run: unknownReference,
  },
  {
    ...common,
    id: 'payment-wrong-amount',
    title: 'A payment.success whose amount differs from the lookup is not silently acknowledged.',
    section: 'section 4.2, D11, W90',
    needs: ['pay', 'third pay'],
    after,
    run: wrongAmount,
  },
]

/** Any refusal passes; an acknowledgement is a warning. */
const judged = (exchange: Exchange, what: string, risk: string): Finding => {
  if (!exchange.answer.ok) return mismatch({ exchange, what, remedy: '' }, 'an answer')
  if (!isAcknowledged(exchange)) return passed(exchange)
  return warned(exchange, `${what} was answered with ${came(exchange)}. ${risk}`, REFUSE)
}

const secondPayment = async (session: Session): Promise<Finding> => {
  await deliverSuccess(session)
  const { reference, amount } = await storyOf(session)
  const exchange = await session.deliver(successEvent({ reference, amount, paymentId: newId() }))
  const what = 'A payment.success of another payment, for a reference that is paid,'
  const remedy = 'Leave the reference paid, and keep the paymentId of the first payment.'
  const after = await paidAfter(session, 'a second payment', remedy)
  if (after.outcome !== 'passed') return after
  return judged(
    exchange,
    what,
    'If nobody notices, the payer has paid twice and never learns of it.',
  )
}

const unknownReference = async (session: Session): Promise<Finding> => {
  const reference = `WASL-CHECK-${newId()}`
  const exchange = await session.deliver(successEvent({ reference, amount: UNKNOWN_AMOUNT }))
  const what = 'A payment.success of an unknown reference, without qrCodeToken,'
  return judged(exchange, what, 'If nobody notices, the money belongs to no order.')
}

/** In dinars. Small, because a partner may book it as an order. */
const UNKNOWN_AMOUNT = 10

const wrongAmount = async (session: Session): Promise<Finding> => {
  const reference = session.references.pay?.[2] ?? ''
  const found = await session.lookup(reference)
  const asked = `The lookup of the pay reference ${JSON.stringify(reference)}`
  const payable = expectPayable({ exchange: found, what: asked, remedy: UNPAID })
  if (payable.outcome !== 'passed') return payable
  const total = totalOf(found) ?? 1
  const amount = total > 1 ? Math.floor(total) - 0.5 : total + 1
  const exchange = await session.deliver(successEvent({ reference, amount }))
  const what = `A payment.success of ${amount} DZD for a reference that costs ${total} DZD`
  const after = await session.lookup(reference)
  const paid = expectError({ exchange: after, what: '', remedy: '' }, 409).outcome === 'passed'
  const risk = paid
    ? 'The reference is now paid, though the payer paid another amount.'
    : 'If nobody notices, the payer has paid and the order stays open.'
  return judged(exchange, what, risk)
}
