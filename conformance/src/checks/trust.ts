/** The partner verifies the webhook signature before trusting the payload (section 5, rule 2). */
import { sign, unixSeconds } from '@wasl/protocol'
import type { Check } from '../check.ts'
import { bytesOf, failEvent, initializedEvent, newId, successEvent } from '../event.ts'
import type { Subject } from '../event.ts'
import { expectUnpaid, mismatch } from '../expect/lookup.ts'
import { isAcknowledged } from '../expect/webhook.ts'
import { each } from '../finding.ts'
import type { Finding } from '../finding.ts'
import { lookupSuffix } from '../request.ts'
import type { WebhookChange } from '../request.ts'
import type { Session } from '../session.ts'
import { NOT_PAID } from './event.ts'
import { LOOKUP_PAYABLE } from './lookup-answers.ts'
import { FAIL_PAYS_NOTHING } from './webhook.ts'

type Forgery = {
  what: string
  change: (body: Buffer, timestamp: string, session: Session) => WebhookChange
}

const FORGERIES: readonly Forgery[] = [
  { what: 'without a signature', change: () => ({ signature: null }) },
  {
    what: 'signed with another secret',
    change: (body, timestamp) => ({ signature: sign(body, timestamp, 'not-the-hmac-secret') }),
  },
  {
    what: 'with a wrong API secret',
    change: () => ({ authorization: { value: 'Bearer wrong', shown: 'Bearer wrong' } }),
  },
  {
    what: 'signed a day ago',
    change: (body, timestamp, session) => {
      const stale = String(Number(timestamp) - 86_400)
      return { timestamp: stale, signature: session.signatureOf(body, stale) }
    },
  },
]

const REMEDY =
  'Verify the API secret, the timestamp and the signature before you change anything. A refusal after the ' +
  'change is too late.'

const common = {
  group: 'trust',
  needs: ['payable'],
  calls: 'both',
  after: [LOOKUP_PAYABLE, FAIL_PAYS_NOTHING, NOT_PAID],
} as const

const FORGED_SUCCESS = 'trust-forged-success'
const AFTER_OPENING = 'trust-after-opening'

const forged = async (
  session: Session,
  { what, change }: Forgery,
  subject: Subject,
  remedy: string,
): Promise<Finding> => {
  const body = bytesOf(successEvent(subject))
  const timestamp = String(unixSeconds(new Date()))
  await session.deliver(body, { timestamp, ...change(body, timestamp, session) })
  const exchange = await session.lookup(subject.reference)
  return expectUnpaid({ exchange, what: `The lookup after a payment.success ${what}`, remedy })
}

const EVERY_EVENT =
  'Verify every event: that a verified event opened the payment says nothing about the sender of the next ' +
  'one.'

const afterOpening = async (session: Session): Promise<Finding> => {
  const subject = { ...session.subject(), paymentId: newId() }
  await session.deliver(initializedEvent(subject))
  const finding = await each(FORGERIES, (forgery) =>
    forged(session, forgery, subject, `${EVERY_EVENT} ${REMEDY}`),
  )
  // Frees the reference at a partner that reserves it for this payment.
  await session.deliver(failEvent(subject))
  return finding
}

const METHODS = ['PUT', 'PATCH', 'DELETE', 'POST']

const otherMethods = async (session: Session): Promise<Finding> => {
  const { apiUrl, webhookUrl, someReference } = session
  const lookupUrl = `${apiUrl.replace(/\/+$/, '')}${lookupSuffix(someReference)}`
  const targets = [
    ...METHODS.map((method) => ({ method, url: lookupUrl, name: '{API_URL}/{reference}' })),
    ...METHODS.map((method) => ({ method, url: webhookUrl, name: 'the Webhook URL' })),
  ]
  const remedy =
    'Compare the API secret before you look at the method, for every route below the two URLs, and answer ' +
    '405 to other methods.'
  return each(targets, async ({ method, url, name }) => {
    const answered = await session.intrude(method, url, bytesOf(successEvent(session.subject())))
    const what = `${method} ${name} without an Authorization header`
    if (isAcknowledged(answered)) {
      return mismatch({ exchange: answered, what, remedy }, 'a refusal, such as HTTP 401 or 405')
    }
    const exchange = await session.lookup(someReference)
    return expectUnpaid({ exchange, what: `The lookup after ${what}`, remedy })
  })
}

export const trustChecks: readonly Check[] = [
  {
    ...common,
    id: FORGED_SUCCESS,
    title: 'A forged payment.success pays nothing: the reference can still be paid.',
    section: 'section 5 (rule 2)',
    run: (session) =>
      each(FORGERIES, (forgery) => forged(session, forgery, session.subject(), REMEDY)),
  },
  {
    ...common,
    id: AFTER_OPENING,
    title:
      'A forged payment.success pays nothing, even after a verified payment.initialized of its payment.',
    section: 'section 5 (rule 2)',
    after: [...common.after, FORGED_SUCCESS],
    run: afterOpening,
  },
  {
    ...common,
    id: 'trust-other-methods',
    title: 'A request without the API secret changes nothing, whatever its method.',
    section: 'section 5 (rule 1)',
    after: [...common.after, FORGED_SUCCESS, AFTER_OPENING],
    run: otherMethods,
  },
]
