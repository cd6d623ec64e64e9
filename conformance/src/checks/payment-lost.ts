/**
 * Finds an acknowledged payment.success that the partner lost because it mistook it for a copy of
 * another event. Two checks send a variant that avoids the mistake, and so identify the cause.
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
import { UNPAID, storyOf, deliverSuccess } from './payment-story.ts'

const common = { group: 'payment', needs: ['pay'], calls: 'both' } as const

/** @param after ids of the checks that this one builds on. */
export const eventIdCheck = (after: readonly string[]): Check => ({
  ...common,
  id: 'payment-event-id',
  title:
    'A payment.success with the X-Event-Id of another event is recorded: that header is not signed.',
  section: 'section 6, D13',
  after,
  run: (session) =>
    recordedAfter(
      session,
      async () => void (await session.deliver((await storyOf(session)).success)),
      {
        found:
          'A payment.success with the X-Event-Id of another event was acknowledged but not recorded: the ' +
          'reference could still be paid. With another X-Event-Id it was recorded.',
        remedy:
          'Identify copies by the signed content: event and data.paymentId together. X-Event-Id is for logs: ' +
          'a platform may omit it, and then every event would be a copy of the first.',
      },
    ),
})

/** @param after ids of the checks that this one builds on. */
export const afterRefusalCheck = (after: readonly string[]): Check => ({
  ...common,
  id: 'payment-after-refusal',
  title:
    'A payment.success that was refused for its signature or timestamp is recorded when it arrives correctly.',
  section: 'section 5 (rule 2), D13, D14',
  after,
  run: (session) =>
    recordedAfter(session, () => sendAnother(session), {
      found:
        'A payment.success after a refused copy of it (wrong signature, stale timestamp) was acknowledged but ' +
        'not recorded: the reference could still be paid. The payment.success of a new payment was recorded.',
      remedy:
        'Record an event as seen only after you verified it, in one transaction with its effects. Otherwise ' +
        'one hour with a wrong clock loses the payments of that hour, and anybody who guesses a paymentId ' +
        'can suppress that payment.',
    }),
})

/** Replaces the main payment, which the partner did not record, with a new one. */
const sendAnother = async (session: Session): Promise<void> => {
  const story = await storyOf(session)
  story.paymentId = newId()
  story.success = successEvent(story)
  await session.deliver(story.success)
}

type Cause = { found: string; remedy: string }

const recordedAfter = async (
  session: Session,
  send: () => Promise<void>,
  { found, remedy }: Cause,
): Promise<Finding> => {
  const exchange = await deliverSuccess(session)
  const { reference } = await storyOf(session)
  const before = await session.lookup(reference)
  if (isPaid(before)) return passed(exchange)
  await send()
  const after = await session.lookup(reference)
  if (isPaid(after)) return failed(exchange, found, remedy)
  return {
    outcome: 'skipped',
    explanation: 'The payment was not recorded, for another reason.',
    remedy: 'Fix payment-then-paid first.',
  }
}

const isPaid = ({ answer }: Exchange): boolean => answer.ok && answer.status === 409

const DAY_MS = 86_400_000

/**
 * A separate payment, with the second `pay` reference.
 *
 * @param after ids of the checks that this one builds on.
 */
export const inOrderCheck = (after: readonly string[]): Check => ({
  ...common,
  id: 'payment-in-order',
  needs: ['pay', 'second pay'],
  title:
    'A payment.success after the payment.initialized of the same payment is recorded, even a day late.',
  section: 'sections 4.1 and 6, D13, D14',
  after,
  run: inOrder,
})

const WHOLE =
  'Identify copies by the full event and data.paymentId together: payment.initialized is not a copy of ' +
  'payment.success, and different payments may have ids with the same first digits. Accept old events from ' +
  'every channel: the platform retries for three days.'

const inOrder = async (session: Session): Promise<Finding> => {
  const reference = session.references.pay?.[1] ?? ''
  const found = await session.lookup(reference)
  const what = `The lookup of the pay reference ${JSON.stringify(reference)}`
  const payable = expectPayable({ exchange: found, what, remedy: UNPAID })
  if (payable.outcome !== 'passed') return payable
  // Another lookup in between: the partner must not pay the reference that it looked up last.
  await session.lookup(session.unknown)
  const subject = { reference, amount: totalOf(found) ?? 1, paymentId: newId() }
  const then = Date.now() - DAY_MS
  await session.deliver(initializedEvent(subject, 'DELIVERY', then))
  const exchange = await session.deliver(successEvent(subject, 'DELIVERY', then))
  const late = "Yesterday's payment.success, after its payment.initialized,"
  const finding = expectAcknowledged({ exchange, what: late, remedy: WHOLE })
  if (finding.outcome !== 'passed') return finding
  const after = await session.lookup(reference)
  const paid = 'The lookup after payment.initialized and payment.success of the same payment'
  return expectError({ exchange: after, what: paid, remedy: WHOLE }, 409)
}
