/** Events of every kind: repeated, late, and with unknown fields (section 6; D13 to D15). */
import { CHANNEL_KINDS, FAIL_REASONS, unixSeconds } from '@wasl/protocol'
import type { Check } from '../check.ts'
import { failEvent, initializedEvent, newId } from '../event.ts'
import { expectPayable, expectUnpaid, mismatch } from '../expect/lookup.ts'
import { expectAcknowledged, expectEither, isAcknowledged } from '../expect/webhook.ts'
import { each, passed } from '../finding.ts'
import type { Finding } from '../finding.ts'
import type { Session } from '../session.ts'
import { LOOKUP_PAYABLE } from './lookup-answers.ts'
import { FAIL_PAYS_NOTHING, WEBHOOK_ACKNOWLEDGED } from './webhook.ts'

export const NOT_PAID = 'event-fail-is-not-paid'

const common = {
  group: 'event',
  needs: ['payable'],
  calls: 'webhook',
  after: [WEBHOOK_ACKNOWLEDGED],
} as const

const COPIES = 5

const DUPLICATE =
  'When the event is already recorded, answer 200 with {"success":true} again. Identify copies by a unique ' +
  'key of event and data.paymentId; a violation of that key is not an error.'

const duplicate = async (session: Session): Promise<Finding> => {
  const event = failEvent(session.subject())
  await session.deliver(event, { timestamp: String(unixSeconds(new Date()) - 10) })
  const exchange = await session.deliver(event)
  return expectAcknowledged({ exchange, what: 'The second copy of an event', remedy: DUPLICATE })
}

const concurrentDuplicates = async (session: Session): Promise<Finding> => {
  const event = failEvent(session.subject())
  const copies = await Promise.all(Array.from({ length: COPIES }, () => session.deliver(event)))
  for (const exchange of copies) {
    const { answer } = exchange
    if (isAcknowledged(exchange) || (answer.ok && answer.status === 503)) continue
    const what = `One of ${COPIES} simultaneous copies of an event`
    const asked = { exchange, what, remedy: DUPLICATE }
    return mismatch(asked, 'HTTP 200 with {"success":true}, or 503 for "later"')
  }
  const exchange = await session.deliver(event)
  const what = `An event after ${COPIES} simultaneous copies of it`
  return expectAcknowledged({ exchange, what, remedy: DUPLICATE })
}

const stillPayable = async (session: Session): Promise<Finding> => {
  const subject = { ...session.subject(), paymentId: newId() }
  const remedy = 'Only payment.success says that money was taken.'
  for (const [event, what] of [
    [initializedEvent(subject), 'payment.initialized'],
    [failEvent(subject), 'payment.fail'],
  ] as const) {
    await session.deliver(event)
    const exchange = await session.lookup(subject.reference)
    const asked = { exchange, what: `The lookup after ${what}`, remedy }
    // While a payment is open, a partner may reserve the reference for it.
    if (what === 'payment.fail') return expectPayable(asked)
    const finding = expectUnpaid(asked)
    if (finding.outcome !== 'passed') return finding
  }
  return passed(null)
}

export const eventChecks: readonly Check[] = [
  {
    ...common,
    id: 'event-duplicate',
    title: 'A repeated event with a new timestamp and signature is acknowledged again.',
    section: 'section 4.2, D13, D14',
    run: duplicate,
  },
  {
    ...common,
    id: 'event-duplicate-concurrent',
    title: 'Simultaneous copies of an event are acknowledged, or deferred with 503.',
    section: 'section 4.2, D14, W54',
    run: concurrentDuplicates,
  },
  {
    ...common,
    id: 'event-channels',
    title: 'Events of each channel are acknowledged: AGENCY, DELIVERY, MARKETPLACE.',
    section: 'section 6',
    run: (session) =>
      each(CHANNEL_KINDS, async (channel) => {
        const exchange = await session.deliver(failEvent(session.subject(), 'cancelled', channel))
        const what = `An event of the channel ${channel}`
        const remedy =
          'Allow all three channels where you store them, such as in an enum of your database.'
        return expectAcknowledged({ exchange, what, remedy })
      }),
  },
  {
    ...common,
    id: 'event-reasons',
    title: 'payment.fail is acknowledged for each reason: failed, cancelled, expired.',
    section: 'section 6, D15',
    run: (session) =>
      each(FAIL_REASONS, async (reason) => {
        const exchange = await session.deliver(failEvent(session.subject(), reason))
        const what = `A payment.fail for the reason ${reason}`
        const remedy = 'Accept any reason: each one means that the reference can be paid again.'
        return expectAcknowledged({ exchange, what, remedy })
      }),
  },
  {
    ...common,
    id: 'event-unknown-kind',
    title: 'An event of an unknown kind is acknowledged or refused, without an internal error.',
    section: 'section 6, W54',
    run: async (session) => {
      const { data } = failEvent(session.subject())
      const exchange = await session.deliver({ event: 'wasl.check', data })
      const what = 'A correctly signed event of the unknown kind wasl.check'
      const remedy =
        'Acknowledge kinds that you do not know, or the platform retries them for three days.'
      return expectEither({ exchange, what, remedy }, 'An unknown kind of event')
    },
  },
  {
    ...common,
    id: 'event-without-id',
    title:
      'An event without X-Event-Id, or with a used one, is acknowledged: that header is not signed.',
    section: 'section 4.2, D13',
    run: (session) =>
      each([null, newId()], async (eventId) => {
        const [first, second] = [failEvent(session.subject()), failEvent(session.subject())]
        await session.deliver(first, { eventId })
        const exchange = await session.deliver(second, { eventId })
        const what =
          eventId === null ? 'An event without X-Event-Id' : 'An event with a used X-Event-Id'
        const remedy =
          'Identify copies by the signed content, event and data.paymentId; the header is for logs.'
        return expectAcknowledged({ exchange, what, remedy })
      }),
  },
  {
    ...common,
    id: 'event-odd-references',
    title: 'An event about a reference with Arabic, spaces or slashes is acknowledged.',
    section: 'section 6, D1',
    needs: ['payable', 'odd'],
    run: (session) =>
      each(session.references.odd ?? [], async (reference) => {
        const exchange = await session.deliver(failEvent({ ...session.subject(), reference }))
        const what = `A payment.fail about ${JSON.stringify(reference)}`
        const remedy = 'The reference in the body is not percent-encoded: do not decode it.'
        return expectAcknowledged({ exchange, what, remedy })
      }),
  },
  {
    ...common,
    id: NOT_PAID,
    title: 'After payment.initialized and payment.fail the reference can still be paid.',
    section: 'sections 4.1 and 6',
    calls: 'both',
    after: [WEBHOOK_ACKNOWLEDGED, LOOKUP_PAYABLE, FAIL_PAYS_NOTHING],
    run: stillPayable,
  },
  {
    ...common,
    id: 'event-initialized',
    title: 'payment.initialized is acknowledged.',
    section: 'sections 4.2 and 6, D15',
    run: async (session) => {
      const subject = { ...session.subject(), paymentId: newId() }
      const exchange = await session.deliver(initializedEvent(subject))
      // Frees the reference at a partner that reserves it for this payment.
      await session.deliver(failEvent(subject))
      const remedy = 'Acknowledge every kind of event, also one that you do not use.'
      return expectAcknowledged({
        exchange,
        what: 'A correctly signed payment.initialized',
        remedy,
      })
    },
  },
  {
    ...common,
    id: 'event-late-initialized',
    title:
      'A payment.initialized that arrives after the payment.fail of its payment is acknowledged.',
    section: 'section 6, D14',
    run: async (session) => {
      const subject = { ...session.subject(), paymentId: newId() }
      await session.deliver(failEvent(subject))
      const exchange = await session.deliver(initializedEvent(subject))
      const what = 'A payment.initialized after the payment.fail of the same payment'
      const remedy = 'Events may arrive out of order: keep the later state, and acknowledge.'
      return expectAcknowledged({ exchange, what, remedy })
    },
  },
]
