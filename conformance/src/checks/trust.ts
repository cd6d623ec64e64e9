/** The partner verifies the webhook signature before trusting the payload (section 5, rule 2). */
import { sign, unixSeconds } from '@wasl/protocol'
import type { Check } from '../check.ts'
import { bytesOf, successEvent } from '../event.ts'
import { expectPayable } from '../expect/lookup.ts'
import { each } from '../finding.ts'
import type { WebhookChange } from '../request.ts'
import type { Session } from '../session.ts'
import { NOT_PAID } from './event.ts'
import { LOOKUP_PAYABLE } from './lookup-answers.ts'

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
  'Verify first, and change nothing before all three are right: API secret, timestamp, signature. A ' +
  'refusal that comes after the change comes too late.'

export const trustChecks: readonly Check[] = [
  {
    id: 'trust-forged-success',
    title: 'A forged payment.success pays nothing: the reference can still be paid.',
    section: 'section 5 (rule 2)',
    group: 'trust',
    needs: ['payable'],
    calls: 'both',
    after: [LOOKUP_PAYABLE, NOT_PAID],
    run: (session) =>
      each(FORGERIES, async ({ what, change }) => {
        const body = bytesOf(successEvent(session.subject()))
        const timestamp = String(unixSeconds(new Date()))
        await session.deliver(body, { timestamp, ...change(body, timestamp, session) })
        const exchange = await session.lookup(session.someReference)
        const asked = {
          exchange,
          what: `The lookup after a payment.success ${what}`,
          remedy: REMEDY,
        }
        return expectPayable(asked)
      }),
  },
]
