/** During a rotation, the old and the new secret are both valid (D13). */
import { sign, unixSeconds } from '@wasl/protocol'
import type { Check } from '../check.ts'
import { bytesOf, failEvent } from '../event.ts'
import { expectPayable, expectError } from '../expect/lookup.ts'
import { expectAcknowledged } from '../expect/webhook.ts'
import { each } from '../finding.ts'
import { FAIL_PAYS_NOTHING, WEBHOOK_ACKNOWLEDGED } from './webhook.ts'

const LIST =
  'Keep a list of secrets and try each one: during a rotation the old and the new secret are both valid.'

export const rotationChecks: readonly Check[] = [
  {
    id: 'lookup-rotated-api-secret',
    title: 'During a rotation of the API secret, a lookup with either secret is answered.',
    section: 'section 5, D13',
    group: 'authorisation',
    needs: ['second API secret'],
    calls: 'lookup',
    after: [FAIL_PAYS_NOTHING],
    run: (session) =>
      each([...session.apiSecrets.keys()], async (index) => {
        const authorization = session.bearer(index)
        const reference = session.someReference
        const exchange = await session.lookup(reference, { authorization })
        const asked = { exchange, what: `A lookup with ${authorization.shown}`, remedy: LIST }
        return session.references.payable === undefined
          ? expectError(asked, 404)
          : expectPayable(asked)
      }),
  },
  {
    id: 'webhook-rotated-api-secret',
    title: 'During a rotation of the API secret, a webhook with either secret is acknowledged.',
    section: 'section 5, D13',
    group: 'authorisation',
    needs: ['payable', 'second API secret'],
    calls: 'webhook',
    after: [WEBHOOK_ACKNOWLEDGED],
    run: (session) =>
      each([...session.apiSecrets.keys()], async (index) => {
        const authorization = session.bearer(index)
        const exchange = await session.deliver(failEvent(session.subject()), { authorization })
        const what = `A correctly signed webhook with ${authorization.shown}`
        return expectAcknowledged({ exchange, what, remedy: LIST })
      }),
  },
  {
    id: 'webhook-rotated-hmac-secret',
    title:
      'During a rotation of the HMAC secret, a webhook signed with either secret is acknowledged.',
    section: 'section 5, D13',
    group: 'authorisation',
    needs: ['payable', 'second HMAC secret'],
    calls: 'webhook',
    after: [WEBHOOK_ACKNOWLEDGED],
    run: (session) =>
      each([...session.hmacSecrets.entries()], async ([index, secret]) => {
        const body = bytesOf(failEvent(session.subject()))
        const timestamp = String(unixSeconds(new Date()))
        const signature = sign(body, timestamp, secret)
        const exchange = await session.deliver(body, { timestamp, signature })
        const what = `A webhook signed with HMAC secret ${index + 1} of ${session.hmacSecrets.length}`
        return expectAcknowledged({ exchange, what, remedy: LIST })
      }),
  },
]
