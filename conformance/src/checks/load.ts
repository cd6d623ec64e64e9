/** Concurrent lookups and events, and how the partner uses connections. */
import type { Check } from '../check.ts'
import { failEvent } from '../event.ts'
import { expectDetailsOf, expectError } from '../expect/lookup.ts'
import { expectAcknowledged } from '../expect/webhook.ts'
import { each, failed } from '../finding.ts'
import type { Finding } from '../finding.ts'
import { totalOf } from '../session.ts'
import type { Session } from '../session.ts'
import { LOOKUP_PAYABLE, LOOKUP_REPEATABLE, LOOKUP_UNKNOWN } from './lookup-answers.ts'
import { oneConnectionCheck } from './one-connection.ts'
import { twoConnectionsCheck } from './two-connections.ts'
import { FAIL_PAYS_NOTHING, WEBHOOK_ACKNOWLEDGED } from './webhook.ts'

/** Few enough for a small server, and enough to find state that requests share by mistake. */
const AT_ONCE = 10

const REMEDY =
  'Keep the state of a request in local variables, not in module variables, and serve requests ' +
  'concurrently.'

/** The given payable references, each with its amount when it is looked up alone. */
const amountsAlone = async (session: Session): Promise<Map<string, number | null>> => {
  const { odd = [], pay = [] } = session.references
  const amounts = new Map<string, number | null>()
  for (const reference of [session.someReference, ...odd, ...pay].slice(0, AT_ONCE / 2)) {
    const exchange = await session.lookup(reference)
    const isFound = exchange.answer.ok && exchange.answer.status === 200
    // Other checks report a reference that is not found.
    if (isFound || reference === session.someReference) amounts.set(reference, totalOf(exchange))
  }
  return amounts
}

const lookupsAtOnce = async (session: Session): Promise<Finding> => {
  const alone = await amountsAlone(session)
  const asked = [...alone.keys()].flatMap((known) => [known, session.unknown])
  const references = Array.from(
    { length: AT_ONCE },
    (_, index) => asked[index % asked.length] ?? '',
  )
  const answers = await Promise.all(
    references.map(async (reference) => [reference, await session.lookup(reference)] as const),
  )
  return each(answers, ([reference, exchange]) => {
    const what = `One of ${AT_ONCE} concurrent lookups, of ${JSON.stringify(reference)},`
    const one = { exchange, what, remedy: REMEDY }
    if (!alone.has(reference)) return Promise.resolve(expectError(one, 404))
    const [amount, expected] = [totalOf(exchange), alone.get(reference)]
    const finding = expectDetailsOf(one, reference)
    if (finding.outcome !== 'passed' || amount === expected) return Promise.resolve(finding)
    const explanation = `${what} was answered with the amount ${amount}. Expected: ${expected}, as when it is looked up alone.`
    return Promise.resolve(failed(exchange, explanation, REMEDY))
  })
}

export const loadChecks: readonly Check[] = [
  {
    id: 'load-lookups',
    title: `${AT_ONCE} concurrent lookups are answered, each with its own reference and amount.`,
    section: 'section 4.1, D11',
    group: 'load',
    needs: ['payable'],
    calls: 'lookup',
    after: [LOOKUP_PAYABLE, LOOKUP_UNKNOWN, LOOKUP_REPEATABLE, FAIL_PAYS_NOTHING],
    run: lookupsAtOnce,
  },
  {
    id: 'load-webhooks',
    title: `${AT_ONCE} concurrent events of different payments are acknowledged.`,
    section: 'section 4.2, D14',
    group: 'load',
    needs: ['payable'],
    calls: 'webhook',
    after: [WEBHOOK_ACKNOWLEDGED],
    run: async (session) => {
      const events = Array.from({ length: AT_ONCE }, () => failEvent(session.subject()))
      const answers = await Promise.all(events.map((event) => session.deliver(event)))
      return each(answers, (exchange) => {
        const what = `One of ${AT_ONCE} concurrent events`
        return Promise.resolve(expectAcknowledged({ exchange, what, remedy: REMEDY }))
      })
    },
  },
  oneConnectionCheck,
  twoConnectionsCheck,
]
