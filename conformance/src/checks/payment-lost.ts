/**
 * Why a payment.success that was acknowledged may have been lost all the same: the partner took it for
 * a copy of something else. Two of the checks try what would cure it, and so know the cause.
 */
import type { Check } from '../check.ts'
import { initializedEvent, newId, successEvent } from '../event.ts'
import { expectError, expectPayable } from '../expect/lookup.ts'
import { expectAcknowledged } from '../expect/webhook.ts'
import { failed, passed } from '../finding.ts'
import type { Finding } from '../finding.ts'
import type { Exchange } from '../http/exchange.ts'
import { totalOf } from '../session.ts'
import type { Session } from '../session.ts'
import { UNPAID, storyOf, successTold } from './payment-story.ts'

const common = { group: 'payment', needs: ['pay'], calls: 'both' } as const

/** @param after ids of the checks before this one in the story. */
export const eventIdCheck = (after: readonly string[]): Check => ({
  ...common,
  id: 'payment-event-id',
  title:
    'A payment.success with the X-Event-Id of another event is taken: that header is not signed.',
  section: 'section 6, D13',
  after,
  run: (session) =>
    curedBy(session, async () => void (await session.deliver((await storyOf(session)).success)), {
      found:
        'A payment.success with an X-Event-Id that had come with another event was acknowledged, but not ' +
        'taken: the reference could still be paid. With another X-Event-Id it was taken.',
      remedy:
        'Tell copies by what was signed, event and data.paymentId together. X-Event-Id is for logs: not ' +
        'every platform sends it, and then all events would be copies of the first.',
    }),
})

/** @param after ids of the checks before this one in the story. */
export const afterRefusalCheck = (after: readonly string[]): Check => ({
  ...common,
  id: 'payment-after-refusal',
  title:
    'A payment.success that was refused, for its signature or timestamp, is taken when it comes rightly.',
  section: 'section 5 (rule 2), D13, D14',
  after,
  run: (session) =>
    curedBy(session, () => tellOfAnother(session), {
      found:
        'A payment.success of which a copy had been refused before, for its signature or its timestamp, was ' +
        'acknowledged, but not taken: the reference could still be paid. One of a new payment was taken.',
      remedy:
        'Record an event as seen after it was verified, in one transaction with what it changes. Recorded ' +
        'before, a clock that was wrong for an hour loses the payments of that hour, and whoever guesses a ' +
        'paymentId makes one disappear.',
    }),
})

/** The payment of the story did not get through: it goes on with another one. */
const tellOfAnother = async (session: Session): Promise<void> => {
  const story = await storyOf(session)
  story.paymentId = newId()
  story.success = successEvent(story)
  await session.deliver(story.success)
}

type Cause = { found: string; remedy: string }

const curedBy = async (
  session: Session,
  cure: () => Promise<void>,
  { found, remedy }: Cause,
): Promise<Finding> => {
  const told = await successTold(session)
  const { reference } = await storyOf(session)
  const before = await session.lookup(reference)
  if (isPaid(before)) return passed(told)
  await cure()
  const after = await session.lookup(reference)
  if (isPaid(after)) return failed(told, found, remedy)
  return {
    outcome: 'skipped',
    explanation: 'The reference was not paid, but for another reason than this.',
    remedy: 'Repair payment-then-paid first.',
  }
}

const isPaid = ({ answer }: Exchange): boolean => answer.ok && answer.status === 409

const DAY_MS = 86_400_000

/**
 * A payment of its own, with the second reference that is given up.
 *
 * @param after ids of the checks before this one in the story.
 */
export const inOrderCheck = (after: readonly string[]): Check => ({
  ...common,
  id: 'payment-in-order',
  needs: ['pay', 'second pay'],
  title:
    'payment.success that follows payment.initialized of the same payment is taken, also a day late.',
  section: 'sections 4.1 and 6, D13, D14',
  after,
  run: inOrder,
})

const WHOLE =
  'Tell copies by event and data.paymentId together, both of them whole: payment.initialized is no copy of ' +
  'payment.success, and payments that begin with the same digits are different ones. What was opened or ' +
  'paid long ago is taken like any other, from every channel: the platform tries for three days.'

const inOrder = async (session: Session): Promise<Finding> => {
  const reference = session.references.pay?.[1] ?? ''
  const found = await session.lookup(reference)
  const what = `The lookup of ${JSON.stringify(reference)}, which was given to be paid,`
  const payable = expectPayable({ exchange: found, what, remedy: UNPAID })
  if (payable.outcome !== 'passed') return payable
  // Somebody else asks meanwhile: what was looked up last is not what is paid.
  await session.lookup(session.unknown)
  const subject = { reference, amount: totalOf(found) ?? 1, paymentId: newId() }
  const then = Date.now() - DAY_MS
  await session.deliver(initializedEvent(subject, 'DELIVERY', then))
  const exchange = await session.deliver(successEvent(subject, 'DELIVERY', then))
  const told = 'A payment.success of yesterday, behind its payment.initialized,'
  const finding = expectAcknowledged({ exchange, what: told, remedy: WHOLE })
  if (finding.outcome !== 'passed') return finding
  const after = await session.lookup(reference)
  const paid = 'The lookup after payment.initialized and payment.success of the same payment'
  return expectError({ exchange: after, what: paid, remedy: WHOLE }, 409)
}
