/** The platform keeps connections open between requests: one that is idle must not hold up the next. */
import type { Check } from '../check.ts'
import { expectDetailsOf } from '../expect/lookup.ts'
import { failed } from '../finding.ts'
import type { Finding } from '../finding.ts'
import { keepConnections } from '../http/kept-connections.ts'
import type { Session } from '../session.ts'
import { LOOKUP_PAYABLE } from './lookup-answers.ts'
import { LOOKUP_REFERENCE } from './lookup-fields.ts'
import { FAIL_PAYS_NOTHING } from './webhook.ts'

const REMEDY =
  'Serve several connections at a time: ThreadingHTTPServer instead of HTTPServer in Python, more than one ' +
  'worker or thread in gunicorn, puma and the like; or close the connection behind each answer ' +
  '(Connection: close).'

const besideAnother = async (session: Session): Promise<Finding> => {
  const kept = keepConnections()
  try {
    await session.lookup(session.someReference, { over: kept })
    const exchange = await session.lookup(session.someReference)
    const { answer } = exchange
    if (answer.ok || answer.reason !== 'timeout') {
      const what = 'A lookup beside a connection that is kept open'
      return expectDetailsOf({ exchange, what, remedy: REMEDY }, session.someReference)
    }
    const explanation =
      'A lookup was not answered while another connection was kept open, on which an answer had come: ' +
      `${answer.message}. Expected: an answer, because the platform keeps its connections open.`
    return failed(exchange, explanation, REMEDY)
  } finally {
    await kept.close()
  }
}

export const twoConnectionsCheck: Check = {
  id: 'load-two-connections',
  title: 'A lookup is answered in time while another connection is kept open.',
  section: 'section 4.1, D11',
  group: 'load',
  needs: ['payable'],
  calls: 'lookup',
  after: [LOOKUP_PAYABLE, LOOKUP_REFERENCE, FAIL_PAYS_NOTHING],
  run: besideAnother,
}
