/** Copies of the payment.success of the story, as the platform sends them: signed again each time. */
import { unixSeconds } from '@wasl/protocol'
import type { Check } from '../check.ts'
import type { Event } from '../event.ts'
import { expectAcknowledged, isAcknowledged } from '../expect/webhook.ts'
import { came } from '../expect/came.ts'
import { passed, warned } from '../finding.ts'
import type { Finding } from '../finding.ts'
import type { Session } from '../session.ts'
import { paidAfter, storyOf, successTold } from './payment-story.ts'

const common = { group: 'payment', needs: ['pay'], calls: 'both' } as const

/** @param after ids of the checks before these in the story. */
export const copyChecks = (after: readonly string[]): Check[] => [
  {
    ...common,
    id: 'payment-success-again',
    title:
      'A payment.success that is sent again, with another timestamp and signature, is acknowledged, and the reference stays paid.',
    section: 'section 4.2, D13, D14',
    after,
    run: sentAgain,
  },
  {
    ...common,
    id: 'payment-success-rewritten',
    title: 'A copy of payment.success is known by event and data.paymentId, not by its bytes.',
    section: 'D13, W90',
    after,
    run: rewritten,
  },
]

/** The timestamp of a copy is another one even when it comes within the same second. */
const EARLIER_SECONDS = 7

const COPY =
  'That the reference is paid is no error when it is this very payment: compare data.paymentId, and ' +
  'acknowledge. Each attempt has a new X-Timestamp and X-Signature, so neither of them, nor a hash of ' +
  'them, can tell copies apart.'

const sentAgain = async (session: Session): Promise<Finding> => {
  await successTold(session)
  const { success } = await storyOf(session)
  const timestamp = String(unixSeconds(new Date()) - EARLIER_SECONDS)
  const exchange = await session.deliver(success, { timestamp })
  const what = 'A copy of a payment.success with another timestamp and signature'
  const finding = expectAcknowledged({ exchange, what, remedy: COPY })
  return finding.outcome === 'passed' ? paidAfter(session, 'the second copy', COPY) : finding
}

/** The platform sends the same bytes on every attempt, so a partner may rely on them: a warning. */
const rewritten = async (session: Session): Promise<Finding> => {
  await successTold(session)
  const { success } = await storyOf(session)
  const exchange = await session.deliver(reordered(success))
  if (isAcknowledged(exchange)) return passed(exchange)
  const explanation =
    'A copy of a payment.success whose keys stand in another order was taken for another event: it was ' +
    `answered with ${came(exchange)}. The platform sends the same bytes on every attempt, so this harms ` +
    'nothing until something between the platform and you writes the body again.'
  return warned(exchange, explanation, 'Tell copies by event and data.paymentId.')
}

const reordered = ({ event, data }: Event): Event => ({
  event,
  data: Object.fromEntries(Object.entries(data).toReversed()),
})
