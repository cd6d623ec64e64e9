/**
 * A whole payment, with the reference that is given up for it: `pay`. The checks are one story, in
 * this order, and each begins where the one before it has ended.
 */
import type { Check } from '../check.ts'
import { failEvent, initializedEvent, newId } from '../event.ts'
import type { Event } from '../event.ts'
import { expectError, expectPayable } from '../expect/lookup.ts'
import { expectAcknowledged } from '../expect/webhook.ts'
import { each } from '../finding.ts'
import type { Finding } from '../finding.ts'
import type { Session } from '../session.ts'
import { LOOKUP_PAYABLE } from './lookup-answers.ts'
import { copyChecks } from './payment-copies.ts'
import { afterRefusalCheck, eventIdCheck, inOrderCheck } from './payment-lost.ts'
import { riskChecks } from './payment-risks.ts'
import { UNPAID, paidAfter, storyOf, successTold } from './payment-story.ts'
import { FAIL_PAYS_NOTHING, WEBHOOK_ACKNOWLEDGED } from './webhook.ts'

const common = { group: 'payment', needs: ['pay'], calls: 'both' } as const

/** Without these, a payment tells nothing new. */
const FIRST = [LOOKUP_PAYABLE, WEBHOOK_ACKNOWLEDGED, FAIL_PAYS_NOTHING] as const

const FAILED_FIRST = 'payment-after-fail'
const SUCCESS = 'payment-success'
const PAID = 'payment-then-paid'
const LATE_INITIALIZED = 'payment-late-initialized'

const ONLY_SUCCESS =
  'Only payment.success says that money was taken; payment.fail frees the reference.'

const KEEP =
  'Keep paymentId beside the paid order: an event of another payment, or one from before, must not take ' +
  'the payment away. Events may come out of order.'

/** Several at once, so that they meet different processes of the partner, if it has more than one. */
const LOOKUPS_AT_ONCE = 6

const SAVE_FIRST =
  'Save before you acknowledge, and where all your processes see it: the next lookup must be told. A ' +
  'payment of the same reference that failed before is another payment: tell copies by event and ' +
  'data.paymentId.'

const paidForEverybody = async (session: Session): Promise<Finding> => {
  await successTold(session)
  const { reference } = await storyOf(session)
  const lookups = Array.from({ length: LOOKUPS_AT_ONCE }, () => session.lookup(reference))
  return each(await Promise.all(lookups), (exchange) => {
    const what = 'The lookup after payment.success'
    return Promise.resolve(expectError({ exchange, what, remedy: SAVE_FIRST }, 409))
  })
}

export const paymentChecks: readonly Check[] = [
  {
    ...common,
    id: FAILED_FIRST,
    title: 'A payment that failed frees the reference: it can be paid by another one.',
    section: 'sections 4.1 and 6, D9',
    after: FIRST,
    run: async (session) => {
      const { reference, amount, found } = await storyOf(session)
      const what = `The lookup of ${JSON.stringify(reference)}, which was given to be paid,`
      const payable = expectPayable({ exchange: found, what, remedy: UNPAID })
      if (payable.outcome !== 'passed') return payable
      const failing = { reference, amount, paymentId: newId() }
      await session.deliver(initializedEvent(failing))
      await session.deliver(failEvent(failing))
      const exchange = await session.lookup(reference)
      const asked = { exchange, what: 'The lookup after payment.fail', remedy: ONLY_SUCCESS }
      return expectPayable(asked)
    },
  },
  {
    ...common,
    id: SUCCESS,
    title: 'payment.success is acknowledged, also when its payment.initialized has not come yet.',
    section: 'sections 4.2 and 6, D14, D15',
    after: [...FIRST, FAILED_FIRST],
    run: async (session) => {
      const exchange = await successTold(session)
      const what = 'A correctly signed payment.success of the amount looked up'
      const remedy =
        'Save that the reference is paid, then acknowledge. Events may come out of order: do not ask for ' +
        'payment.initialized first.'
      return expectAcknowledged({ exchange, what, remedy })
    },
  },
  eventIdCheck([...FIRST, FAILED_FIRST, SUCCESS]),
  afterRefusalCheck([...FIRST, FAILED_FIRST, SUCCESS]),
  {
    ...common,
    id: PAID,
    title: 'After payment.success a lookup answers 409 ALREADY_PAID.',
    section: 'sections 4.1 and 7.1',
    after: [...FIRST, FAILED_FIRST, SUCCESS],
    run: paidForEverybody,
  },
  ...copyChecks([...FIRST, FAILED_FIRST, SUCCESS, PAID]),
  {
    ...common,
    id: LATE_INITIALIZED,
    title:
      'A payment.initialized that comes after the payment.success of its payment changes nothing.',
    section: 'sections 4.1 and 6, D14',
    after: [...FIRST, FAILED_FIRST, SUCCESS, PAID],
    run: async (session) => {
      const late = initializedEvent(await storyOf(session))
      return lateEvent(session, late, 'late payment.initialized of the same payment')
    },
  },
  {
    ...common,
    id: 'payment-late-fail',
    title: 'A payment.fail of an earlier payment that comes late leaves the reference paid.',
    section: 'sections 4.1 and 6, D9, D14',
    after: [...FIRST, FAILED_FIRST, SUCCESS, PAID, LATE_INITIALIZED],
    run: async (session) => {
      const { reference, amount } = await storyOf(session)
      return lateEvent(
        session,
        failEvent({ reference, amount }),
        'late payment.fail of another payment',
      )
    },
  },
  inOrderCheck([...FIRST, FAILED_FIRST, SUCCESS, PAID]),
  ...riskChecks([...FIRST, FAILED_FIRST, SUCCESS, PAID]),
]

const lateEvent = async (session: Session, event: Event, what: string): Promise<Finding> => {
  await successTold(session)
  const exchange = await session.deliver(event)
  const remedy = `Acknowledge it, and change nothing. ${KEEP}`
  const finding = expectAcknowledged({ exchange, what: `A ${what}`, remedy })
  return finding.outcome === 'passed' ? paidAfter(session, `a ${what}`, KEEP) : finding
}
