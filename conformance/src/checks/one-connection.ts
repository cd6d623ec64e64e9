/** Consecutive requests on one keep-alive connection, as the platform sends them. */
import type { Check } from '../check.ts'
import { failEvent } from '../event.ts'
import { expectDetailsOf, expectError } from '../expect/lookup.ts'
import { expectAcknowledged } from '../expect/webhook.ts'
import { passed } from '../finding.ts'
import type { Finding } from '../finding.ts'
import type { Exchange } from '../http/exchange.ts'
import { keepConnections } from '../http/kept-connections.ts'
import type { KeptConnections } from '../http/kept-connections.ts'
import type { Session } from '../session.ts'
import { LOOKUP_PAYABLE, LOOKUP_UNKNOWN } from './lookup-answers.ts'
import { LOOKUP_REFERENCE } from './lookup-fields.ts'
import { FAIL_PAYS_NOTHING, WEBHOOK_ACKNOWLEDGED } from './webhook.ts'

const REMEDY =
  'Read the whole body before you answer, also of a request that you refuse, or close the connection after ' +
  'the answer (Connection: close): an unread body is parsed as the next request. Write one answer for each ' +
  'request, with its own Content-Length.'

export const oneConnectionCheck: Check = {
  id: 'load-one-connection',
  title: 'Consecutive requests on one connection each get their own answer.',
  section: 'sections 4.1 and 4.2',
  group: 'load',
  needs: ['payable'],
  calls: 'both',
  after: [
    LOOKUP_PAYABLE,
    LOOKUP_UNKNOWN,
    LOOKUP_REFERENCE,
    WEBHOOK_ACKNOWLEDGED,
    FAIL_PAYS_NOTHING,
  ],
  run: async (session) => {
    const connections = keepConnections()
    try {
      return await oneAfterAnother(session, connections)
    } finally {
      await connections.close()
    }
  },
}

const oneAfterAnother = async (session: Session, over: KeptConnections): Promise<Finding> => {
  const { someReference, unknown } = session
  const event = (): ReturnType<typeof failEvent> => failEvent(session.subject())
  const reused = (what: string, exchange: Exchange) => ({
    exchange,
    what: `On a reused connection, ${what}`,
    remedy: REMEDY,
  })
  // The partner refuses this one. A server that does not read its body leaves it on the connection.
  await session.deliver(event(), { over, authorization: null })
  const lookup = await answered(() => session.lookup(unknown, { over }))
  const first = expectError(reused('the lookup of an unknown reference', lookup), 404)
  if (first.outcome !== 'passed') return first
  await session.deliver(event(), { over, signature: null })
  const taken = await answered(() => session.deliver(event(), { over }))
  const second = expectAcknowledged(reused('a correctly signed webhook', taken))
  if (second.outcome !== 'passed') return second
  const details = await answered(() => session.lookup(someReference, { over }))
  const third = expectDetailsOf(reused('the lookup of a payable reference', details), someReference)
  return third.outcome === 'passed' ? passed(details) : third
}

/** A server may close an idle connection: then try once more. */
const answered = async (ask: () => Promise<Exchange>): Promise<Exchange> => {
  const exchange = await ask()
  return exchange.answer.ok ? exchange : ask()
}
