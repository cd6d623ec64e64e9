/** Several calls at once: several payers, and events of several payments. */
import type { Check } from '../check.ts'
import { failEvent } from '../event.ts'
import { expectDetailsOf, expectError } from '../expect/lookup.ts'
import { expectAcknowledged } from '../expect/webhook.ts'
import { each } from '../finding.ts'
import { LOOKUP_PAYABLE, LOOKUP_UNKNOWN } from './lookup-answers.ts'
import { WEBHOOK_ACKNOWLEDGED } from './webhook.ts'

/** As many as a small server takes, and enough to see state that requests share by mistake. */
const AT_ONCE = 10

const REMEDY =
  'Keep what belongs to one request in that request, not in a variable of the module, and serve more than ' +
  'one at a time.'

export const loadChecks: readonly Check[] = [
  {
    id: 'load-lookups',
    title: `${AT_ONCE} lookups at the same time are answered, each with its own reference.`,
    section: 'section 4.1, D11',
    group: 'load',
    needs: ['payable'],
    calls: 'lookup',
    after: [LOOKUP_PAYABLE, LOOKUP_UNKNOWN],
    run: async (session) => {
      const references = Array.from({ length: AT_ONCE }, (_, index) =>
        index % 2 === 0 ? session.someReference : session.unknown,
      )
      const answers = await Promise.all(
        references.map(async (reference) => [reference, await session.lookup(reference)] as const),
      )
      return each(answers, ([reference, exchange]) => {
        const what = `One of ${AT_ONCE} lookups at the same time, of ${JSON.stringify(reference)},`
        const asked = { exchange, what, remedy: REMEDY }
        return Promise.resolve(
          reference === session.someReference
            ? expectDetailsOf(asked, reference)
            : expectError(asked, 404),
        )
      })
    },
  },
  {
    id: 'load-webhooks',
    title: `${AT_ONCE} events of different payments at the same time are acknowledged.`,
    section: 'section 4.2, D14',
    group: 'load',
    needs: ['payable'],
    calls: 'webhook',
    after: [WEBHOOK_ACKNOWLEDGED],
    run: async (session) => {
      const events = Array.from({ length: AT_ONCE }, () => failEvent(session.subject()))
      const answers = await Promise.all(events.map((event) => session.deliver(event)))
      return each(answers, (exchange) => {
        const what = `One of ${AT_ONCE} events at the same time`
        return Promise.resolve(expectAcknowledged({ exchange, what, remedy: REMEDY }))
      })
    },
  },
]
