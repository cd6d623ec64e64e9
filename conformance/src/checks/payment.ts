/** One payment with the first `pay` reference. Each check continues where the previous one ended. */
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
import { UNPAID, paidAfter, storyOf, deliverSuccess } from './payment-story.ts'
import { FAIL_PAYS_NOTHING, WEBHOOK_ACKNOWLEDGED } from './webhook.ts'

const common = { group: 'payment', needs: ['pay'], calls: 'both' } as const

/** All payment checks build on these. */
const FIRST = [LOOKUP_PAYABLE, WEBHOOK_ACKNOWLEDGED, FAIL_PAYS_NOTHING] as const

const FAILED_FIRST = 'payment-after-fail'
const SUCCESS = 'payment-success'
const PAID = 'payment-then-paid'
const LATE_INITIALIZED = 'payment-late-initialized'

const ONLY_SUCCESS =
  'Only payment.success means that the payer paid; payment.fail frees the reference.'

const KEEP =
  'Store paymentId with the paid order: an event of another or an earlier payment must not undo the ' +
  'payment. Events may arrive out of order.'

/** Several at once, to reach different processes of a partner that has more than one. */
const LOOKUPS_AT_ONCE = 6

const SAVE_FIRST =
  'Before you acknowledge, save the payment where all your processes see it: the next lookup must know it. ' +
  'An earlier failed payment of the reference is another payment: identify copies by event and ' +
  'data.paymentId.'

const paidInAllProcesses = async (session: Session): Promise<Finding> => {
  await deliverSuccess(session)
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
    title: 'A failed payment frees the reference: another payment can pay it.',
    section: 'sections 4.1 and 6, D9',
    after: FIRST,
    run: async (session) => {
      const { reference, amount, found } = await storyOf(session)
      const what = `The lookup of the pay reference ${JSON.stringify(reference)}`
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
    title:
      'payment.success is acknowledged, even when its payment.initialized has not arrived yet.',
    section: 'sections 4.2 and 6, D14, D15',
    after: [...FIRST, FAILED_FIRST],
    run: async (session) => {
      const exchange = await deliverSuccess(session)
      const what = 'A correctly signed payment.success with the amount of the lookup'
      const remedy =
        'Save that the reference is paid, then acknowledge. Events may arrive out of order: do not require ' +
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
    run: paidInAllProcesses,
  },
  ...copyChecks([...FIRST, FAILED_FIRST, SUCCESS, PAID]),
  {
    ...common,
    id: LATE_INITIALIZED,
    title:
      'A payment.initialized that arrives after the payment.success of its payment changes nothing.',
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
    title: 'A late payment.fail of an earlier payment leaves the reference paid.',
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
  await deliverSuccess(session)
  const exchange = await session.deliver(event)
  const remedy = `Acknowledge it, and change nothing. ${KEEP}`
  const finding = expectAcknowledged({ exchange, what: `A ${what}`, remedy })
  return finding.outcome === 'passed' ? paidAfter(session, `a ${what}`, KEEP) : finding
}
