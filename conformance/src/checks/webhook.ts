/** A correctly signed event is acknowledged (sections 2.5, 4.2 and 6). */
import type { Check } from '../check.ts'
import { failEvent } from '../event.ts'
import type { Event } from '../event.ts'
import { expectUnpaid } from '../expect/lookup.ts'
import { expectAcknowledged } from '../expect/webhook.ts'
import type { Finding } from '../finding.ts'
import { probeSigning } from '../probe/signing.ts'
import type { Session } from '../session.ts'
import { LOOKUP_PAYABLE } from './lookup-answers.ts'

export const WEBHOOK_ACKNOWLEDGED = 'webhook-acknowledged'
export const FAIL_PAYS_NOTHING = 'webhook-fail-pays-nothing'
export const UNKNOWN_FIELDS = 'event-unknown-fields'

const VERIFY =
  'Verify the signature over the raw body followed by X-Timestamp with the HMAC secret. Save the event, then ' +
  'answer 200 with {"success":true}.'

const common = { group: 'webhook', needs: ['payable'] } as const

/** Other checks build on these, so that each fault is reported by the check about it. */
export const webhookChecks: readonly Check[] = [
  {
    ...common,
    id: WEBHOOK_ACKNOWLEDGED,
    title: 'A correctly signed webhook is acknowledged: HTTP 200 with {"success":true}.',
    section: 'sections 2.5, 4.2 and 5 (rule 2)',
    calls: 'both',
    run: async (session) => {
      await session.payable()
      return acknowledged(session, failEvent(session.subject()))
    },
  },
  {
    ...common,
    id: FAIL_PAYS_NOTHING,
    title: 'payment.fail pays nothing: the reference can still be paid.',
    section: 'sections 4.1 and 6',
    calls: 'both',
    after: [LOOKUP_PAYABLE, WEBHOOK_ACKNOWLEDGED],
    run: async (session) => {
      await session.deliver(failEvent(session.subject()))
      const exchange = await session.lookup(session.someReference)
      const remedy =
        'Read the field event before you change anything: only payment.success means that the payer paid.'
      return expectUnpaid({ exchange, what: 'The lookup after payment.fail', remedy })
    },
  },
  {
    ...common,
    id: UNKNOWN_FIELDS,
    title: 'Fields that the specification does not name are ignored.',
    section: 'sections 2.4 and 6, D15',
    calls: 'webhook',
    after: [WEBHOOK_ACKNOWLEDGED],
    run: async (session) => {
      const { event, data } = failEvent(session.subject())
      const more = {
        version: 2,
        data: { ...data, tags: ['a', null], nested: { deep: { er: true } } },
      }
      const exchange = await session.deliver({ event, ...more })
      const what = 'An event with unknown fields'
      const remedy =
        'Read the fields that you know and ignore the others: later releases may add some. A strict schema ' +
        '(additionalProperties: false, .strict(), extra="forbid") refuses them.'
      return expectAcknowledged({ exchange, what, remedy })
    },
  },
]

const acknowledged = async (session: Session, event: Event): Promise<Finding> => {
  const exchange = await session.deliver(event)
  const what = `A correctly signed ${event.event}`
  const finding = expectAcknowledged({ exchange, what, remedy: VERIFY })
  if (finding.outcome !== 'failed') return finding
  const cause = await probeSigning(session, event, exchange)
  return cause === null ? finding : { ...finding, remedy: cause }
}
