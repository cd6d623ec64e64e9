/** The four answers of a lookup (sections 4.1 and 7.1). */
import type { Check } from '../check.ts'
import { expectError, malformed, mismatch } from '../expect/lookup.ts'
import { each, failed, passed } from '../finding.ts'
import type { Finding } from '../finding.ts'
import type { Exchange } from '../http/exchange.ts'
import { fieldOf, jsonProblem } from '../json.ts'
import { probeLookup } from '../probe/lookup.ts'
import { totalOf } from '../session.ts'
import type { Session } from '../session.ts'

export const LOOKUP_PAYABLE = 'lookup-payable'
export const LOOKUP_UNKNOWN = 'lookup-unknown'
export const LOOKUP_REPEATABLE = 'lookup-repeatable'

const common = { group: 'lookup', calls: 'lookup' } as const

const EXPECTED = 'HTTP 200 with the JSON object of the payment details'

const REMEDY = 'Check that the reference exists in the system under test and is not paid.'

const UNKNOWN_REMEDY =
  'Answer every unknown reference with status 404 and this JSON body, whatever the reference looks like.'

const isDetails = ({ answer, json }: Exchange): boolean => {
  const value = json?.value
  return (
    answer.ok &&
    answer.status === 200 &&
    typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value)
  )
}

const repeatable = async (session: Session): Promise<Finding> => {
  const first = await session.payable()
  const again = await session.lookup(session.someReference)
  const what = `The second lookup of ${JSON.stringify(session.someReference)}`
  const remedy = 'A GET must not change anything: the platform may repeat it any number of times.'
  if (!isDetails(again))
    return mismatch({ exchange: again, what, remedy }, 'the first answer again')
  const [before, after] = [totalOf(first), totalOf(again)]
  if (before === after) return passed(again)
  const expected = `total_amount ${String(before)}, as in the first answer`
  return mismatch({ exchange: again, what, remedy }, expected)
}

const strict = (exchange: Exchange): Finding => {
  const { answer } = exchange
  const problem = answer.ok ? jsonProblem(answer.body) : null
  if (problem === null) return passed(exchange)
  return failed(
    exchange,
    `The body of the payment details ${problem}. Expected: JSON that every parser reads in the same way.`,
    'Build an object and let your JSON library write it. A byte order mark usually comes from a source ' +
      'file saved as "UTF-8 with BOM". Convert texts from an older database to UTF-8.',
  )
}

/** Sent for the unknown reference, so that a PUT or DELETE has nothing to change. */
const OTHER_METHODS = ['HEAD', 'OPTIONS', 'POST', 'PUT', 'PATCH', 'DELETE']

const otherMethods = (session: Session): Promise<Finding> => {
  const path = `/${encodeURIComponent(session.unknown)}`
  return each(OTHER_METHODS, async (method) => {
    const exchange = await session.other(method, path)
    const { answer, json } = exchange
    const what = `${method} {API_URL}/{reference}`
    const remedy = 'Answer 405 to methods that the endpoint does not have.'
    // Some small servers answer 501 to an unknown method.
    if (!answer.ok || (answer.status >= 500 && answer.status !== 501)) {
      return mismatch({ exchange, what, remedy }, 'anything but a server error')
    }
    if (fieldOf(json?.value, 'success') === true) {
      const expected = 'no acknowledgement, because this is not the webhook receiver'
      return mismatch({ exchange, what, remedy }, expected)
    }
    return passed(exchange)
  })
}

export const lookupAnswerChecks: readonly Check[] = [
  {
    ...common,
    id: LOOKUP_PAYABLE,
    title: 'A lookup of a payable reference answers 200 with a JSON object.',
    section: 'sections 2.1 and 4.1',
    needs: ['payable'],
    run: async (session) => {
      const exchange = await session.payable()
      if (isDetails(exchange)) return passed(exchange)
      const what = `The lookup of the payable reference ${JSON.stringify(session.someReference)}`
      const { answer } = exchange
      const asked = { exchange, what, remedy: REMEDY }
      const shape = answer.ok && answer.status === 200 ? malformed(asked, EXPECTED) : null
      const finding = shape ?? mismatch(asked, EXPECTED)
      const cause = await probeLookup(session, exchange)
      return cause === null ? finding : { ...finding, remedy: `${cause} ${finding.remedy}` }
    },
  },
  {
    ...common,
    id: LOOKUP_UNKNOWN,
    title: 'A lookup of an unknown reference answers 404 NOT_FOUND.',
    section: 'sections 4.1 and 7.1',
    needs: [],
    run: async (session) => {
      const exchange = await session.lookup(session.unknown)
      const what = `The lookup of the unknown reference ${JSON.stringify(session.unknown)}`
      const finding = expectError({ exchange, what, remedy: UNKNOWN_REMEDY }, 404)
      if (finding.outcome !== 'failed') return finding
      const cause = await probeLookup(session, exchange)
      return cause === null ? finding : { ...finding, remedy: `${cause} ${finding.remedy}` }
    },
  },
  {
    ...common,
    id: 'lookup-paid',
    title: 'A lookup of a paid reference answers 409 ALREADY_PAID.',
    section: 'sections 4.1 and 7.1',
    needs: ['paid'],
    run: async (session) => {
      const reference = session.references.paid ?? ''
      const what = `The lookup of the paid reference ${JSON.stringify(reference)}`
      const remedy =
        'Answer 409 once the payment is recorded, so that nobody pays twice; never 200 or 404.'
      return expectError({ exchange: await session.lookup(reference), what, remedy }, 409)
    },
  },
  {
    ...common,
    id: 'lookup-unavailable',
    title:
      'A lookup that the partner is temporarily unable to serve answers 503 SERVICE_UNAVAILABLE.',
    section: 'sections 4.1 and 7.1',
    needs: ['unavailable'],
    run: async (session) => {
      const reference = session.references.unavailable ?? ''
      const what = `The lookup of the unavailable reference ${JSON.stringify(reference)}`
      const remedy =
        'When your database or another service is down, answer 503 with JSON. Never answer 404: it means ' +
        'that the reference does not exist.'
      return expectError({ exchange: await session.lookup(reference), what, remedy }, 503)
    },
  },
  {
    ...common,
    id: LOOKUP_REPEATABLE,
    title: 'A lookup changes nothing: a second one returns the same amount.',
    section: 'section 4.1',
    needs: ['payable'],
    after: [LOOKUP_PAYABLE],
    run: repeatable,
  },
  {
    ...common,
    id: 'lookup-json-strict',
    title: 'The JSON is unambiguous: UTF-8 without a byte order mark, without duplicate keys.',
    section: 'section 1, W5',
    needs: ['payable'],
    after: [LOOKUP_PAYABLE],
    run: async (session) => strict(await session.payable()),
  },
  {
    ...common,
    id: 'lookup-other-methods',
    title: 'Other methods than GET cause no server error and are not acknowledged like a webhook.',
    section: 'section 4.1',
    needs: [],
    run: otherMethods,
  },
]
