/** Copies of the main payment's payment.success, each signed again as the platform does. */
import { unixSeconds } from '@wasl/protocol'
import type { Check } from '../check.ts'
import type { Event } from '../event.ts'
import { expectAcknowledged, isAcknowledged } from '../expect/webhook.ts'
import { came } from '../expect/came.ts'
import { passed, warned } from '../finding.ts'
import type { Finding } from '../finding.ts'
import type { Session } from '../session.ts'
import { paidAfter, storyOf, deliverSuccess } from './payment-story.ts'

const common = { group: 'payment', needs: ['pay'], calls: 'both' } as const

/** @param after ids of the checks that these build on. */
export const copyChecks = (after: readonly string[]): Check[] => [
  {
    ...common,
    id: 'payment-success-again',
    title:
      'A repeated payment.success with another timestamp and signature is acknowledged, and the reference stays paid.',
    section: 'section 4.2, D13, D14',
    after,
    run: sentAgain,
  },
  {
    ...common,
    id: 'payment-success-rewritten',
    title: 'A copy of payment.success is identified by event and data.paymentId, not by its bytes.',
    section: 'D13, W90',
    after,
    run: rewritten,
  },
]

/** So that a copy sent within the same second has another timestamp. */
const EARLIER_SECONDS = 7

const COPY =
  'A paid reference is not an error when the same payment paid it: compare data.paymentId, and ' +
  'acknowledge. Each attempt has a new X-Timestamp and X-Signature, so you cannot identify copies by them ' +
  'or by their hash.'

const sentAgain = async (session: Session): Promise<Finding> => {
  await deliverSuccess(session)
  const { success } = await storyOf(session)
  const timestamp = String(unixSeconds(new Date()) - EARLIER_SECONDS)
  const exchange = await session.deliver(success, { timestamp })
  const what = 'A copy of a payment.success with another timestamp and signature'
  const finding = expectAcknowledged({ exchange, what, remedy: COPY })
  return finding.outcome === 'passed' ? paidAfter(session, 'the second copy', COPY) : finding
}

/** Only a warning: the platform sends the same bytes on every attempt. */
const rewritten = async (session: Session): Promise<Finding> => {
  await deliverSuccess(session)
  const { success } = await storyOf(session)
  const exchange = await session.deliver(reordered(success))
  if (isAcknowledged(exchange)) return passed(exchange)
  const explanation =
    `A copy of a payment.success with its keys in another order was answered with ${came(exchange)}. The ` +
    'platform sends the same bytes on every attempt, so this is harmless unless something between the ' +
    'platform and you rewrites the body.'
  return warned(exchange, explanation, 'Identify copies by event and data.paymentId.')
}

const reordered = ({ event, data }: Event): Event => ({
  event,
  data: Object.fromEntries(Object.entries(data).toReversed()),
})
