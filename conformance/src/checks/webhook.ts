/** A correctly signed event is acknowledged (sections 2.5, 4.2 and 6). */
import type { Check } from '../check.ts'
import { failEvent } from '../event.ts'
import type { Event } from '../event.ts'
import { expectAcknowledged } from '../expect/webhook.ts'
import type { Finding } from '../finding.ts'
import { probeSigning } from '../probe/signing.ts'
import type { Session } from '../session.ts'

export const WEBHOOK_ACKNOWLEDGED = 'webhook-acknowledged'

const VERIFY =
  'Verify the raw bytes of the body followed by X-Timestamp with the HMAC secret, and answer 200 with ' +
  '{"success":true} once the event is saved.'

export const webhookAcknowledged: Check = {
  id: WEBHOOK_ACKNOWLEDGED,
  title: 'A correctly signed webhook is acknowledged: HTTP 200 with {"success":true}.',
  section: 'sections 2.5, 4.2 and 5 (rule 2)',
  group: 'webhook',
  needs: ['payable'],
  calls: 'both',
  run: async (session) => {
    await session.payable()
    return acknowledged(session, failEvent(session.subject()))
  },
}

async function acknowledged(session: Session, event: Event): Promise<Finding> {
  const exchange = await session.deliver(event)
  const what = `A correctly signed ${event.event}`
  const finding = expectAcknowledged({ exchange, what, remedy: VERIFY })
  if (finding.outcome !== 'failed') return finding
  const cause = await probeSigning(session, event, exchange)
  return cause === null ? finding : { ...finding, remedy: cause }
}
