/**
 * Money that does not fit: a wrong amount, a second payment, an unknown reference. An acknowledgement is
 * a receipt (section 4.2), so a partner may acknowledge and deal with it elsewhere. The platform does
 * not send such an event again, so it is a warning, which says what can be lost (W90).
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
import { UNPAID, paidAfter, storyOf, successTold } from './payment-story.ts'

const common = {
  group: 'payment',
  needs: ['pay'],
  calls: 'both',
  section: 'section 4.2, W90',
} as const

const REFUSE =
  'Answer 500 (or 409) and log it: the platform keeps the event, tries again for three days, and shows its ' +
  'operator that it fails. If you acknowledge, record the payment where somebody looks at it and gives the ' +
  'money back.'

/** @param after ids of the checks before these in the story. */
export const riskChecks = (after: readonly string[]): Check[] => [
  {
    ...common,
    id: 'payment-second',
    title: 'A second payment of a paid reference leaves it paid, and is not acknowledged unseen.',
    after,
    run: secondPayment,
  },
  {
    ...common,
    id: 'payment-unknown-reference',
    title: 'A payment.success of an unknown reference is not acknowledged unseen.',
    after,
    run: unknownReference,
  },
  {
    ...common,
    id: 'payment-wrong-amount',
    title: 'A payment.success of another amount than the one looked up is not acknowledged unseen.',
    section: 'section 4.2, D11, W90',
    needs: ['pay', 'third pay'],
    after,
    run: wrongAmount,
  },
]

/** What the answer to an event says that does not fit: any refusal will do. */
const judged = (exchange: Exchange, what: string, risk: string): Finding => {
  if (!exchange.answer.ok) return mismatch({ exchange, what, remedy: '' }, 'an answer')
  if (!isAcknowledged(exchange)) return passed(exchange)
  return warned(exchange, `${what} was answered with ${came(exchange)}. ${risk}`, REFUSE)
}

const secondPayment = async (session: Session): Promise<Finding> => {
  await successTold(session)
  const { reference, amount } = await storyOf(session)
  const exchange = await session.deliver(successEvent({ reference, amount, paymentId: newId() }))
  const what = 'A payment.success of another payment, for a reference that is paid,'
  const remedy = 'What is paid stays paid: keep the paymentId that paid it.'
  const after = await paidAfter(session, 'a second payment', remedy)
  if (after.outcome !== 'passed') return after
  return judged(exchange, what, 'If nobody looks at it, the payer has paid twice and is not told.')
}

const unknownReference = async (session: Session): Promise<Finding> => {
  const reference = `WASL-CHECK-${newId()}`
  const exchange = await session.deliver(successEvent({ reference, amount: UNKNOWN_AMOUNT }))
  const what = 'A payment.success of a reference that you do not know, without qrCodeToken,'
  return judged(exchange, what, 'If nobody looks at it, the money belongs to no order.')
}

/** In dinars. A partner that makes an order of it has a small one in its books. */
const UNKNOWN_AMOUNT = 10

const wrongAmount = async (session: Session): Promise<Finding> => {
  const reference = session.references.pay?.[2] ?? ''
  const found = await session.lookup(reference)
  const asked = `The lookup of ${JSON.stringify(reference)}, which was given to be paid,`
  const payable = expectPayable({ exchange: found, what: asked, remedy: UNPAID })
  if (payable.outcome !== 'passed') return payable
  const total = totalOf(found) ?? 1
  const amount = total > 1 ? Math.floor(total) - 0.5 : total + 1
  const exchange = await session.deliver(successEvent({ reference, amount }))
  const what = `A payment.success of ${amount} DZD for a reference that costs ${total} DZD`
  const after = await session.lookup(reference)
  const paid = expectError({ exchange: after, what: '', remedy: '' }, 409).outcome === 'passed'
  const risk = paid
    ? 'Now the reference is paid, though another amount was taken for it.'
    : 'If nobody looks at it, the money is taken and the order stays open.'
  return judged(exchange, what, risk)
}
