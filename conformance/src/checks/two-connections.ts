/** The platform keeps connections open: an idle one must not block another. */
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
  'worker or thread in gunicorn or puma. Or close the connection after each answer (Connection: close).'

const besideAnother = async (session: Session): Promise<Finding> => {
  const kept = keepConnections()
  try {
    await session.lookup(session.someReference, { over: kept })
    const exchange = await session.lookup(session.someReference)
    const { answer } = exchange
    if (answer.ok || answer.reason !== 'timeout') {
      const what = 'A lookup while another connection is open'
      return expectDetailsOf({ exchange, what, remedy: REMEDY }, session.someReference)
    }
    const explanation =
      'A lookup was not answered while another, idle connection was open: ' +
      `${answer.message}. Expected: an answer, because the platform keeps connections open.`
    return failed(exchange, explanation, REMEDY)
  } finally {
    await kept.close()
  }
}

export const twoConnectionsCheck: Check = {
  id: 'load-two-connections',
  title: 'A lookup is answered in time while another connection is open.',
  section: 'section 4.1, D11',
  group: 'load',
  needs: ['payable'],
  calls: 'lookup',
  after: [LOOKUP_PAYABLE, LOOKUP_REFERENCE, FAIL_PAYS_NOTHING],
  run: besideAnother,
}
