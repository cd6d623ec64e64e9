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

const REMEDY =
  'Check that the reference exists in the system that answers, and that it is not paid.'

const UNKNOWN_REMEDY =
  'Answer a reference that you do not find with status 404 and that body, as JSON, whatever it looks like.'

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
  const what = `The lookup of ${JSON.stringify(session.someReference)}, asked a second time,`
  const remedy =
    'Answer a GET from what is stored. It may come any number of times: it must not use the reference up.'
  if (!isDetails(again)) return mismatch({ exchange: again, what, remedy }, 'the same as at first')
  const [before, after] = [totalOf(first), totalOf(again)]
  if (before === after) return passed(again)
  const expected = `total_amount ${String(before)} as at first`
  return mismatch({ exchange: again, what, remedy }, expected)
}

const strict = (exchange: Exchange): Finding => {
  const { answer } = exchange
  const problem = answer.ok ? jsonProblem(answer.body) : null
  if (problem === null) return passed(exchange)
  return failed(
    exchange,
    `The body of the payment details ${problem}. Expected: JSON that reads the same to everybody.`,
    'Build an object and let your JSON library write it. A byte order mark usually comes from a source ' +
      'file that was saved "UTF-8 with BOM"; texts from an older database may have to be converted to UTF-8.',
  )
}

/** Asked of the unknown reference, so that a PUT or DELETE that is served finds nothing to change. */
const OTHER_METHODS = ['HEAD', 'OPTIONS', 'POST', 'PUT', 'PATCH', 'DELETE']

const otherMethods = (session: Session): Promise<Finding> => {
  const path = `/${encodeURIComponent(session.unknown)}`
  return each(OTHER_METHODS, async (method) => {
    const exchange = await session.other(method, path)
    const { answer, json } = exchange
    const what = `${method} {API_URL}/{reference}`
    const remedy = 'Answer 405 to methods that the endpoint does not have.'
    // 501 is how some small servers say that they do not have a method.
    if (!answer.ok || (answer.status >= 500 && answer.status !== 501)) {
      return mismatch({ exchange, what, remedy }, 'anything but an error of the server')
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
    title: 'A lookup of a reference unknown to the partner answers 404 NOT_FOUND.',
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
    title: 'A lookup of a reference that was paid answers 409 ALREADY_PAID.',
    section: 'sections 4.1 and 7.1',
    needs: ['paid'],
    run: async (session) => {
      const reference = session.references.paid ?? ''
      const what = `The lookup of the paid reference ${JSON.stringify(reference)}`
      const remedy =
        'Answer 409 as soon as the payment is recorded, so that nobody pays twice; never 200, never 404.'
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
        'When what you ask yourself (a database, another service) is away, answer 503 with JSON; never ' +
        '404, because that says the reference does not exist.'
      return expectError({ exchange: await session.lookup(reference), what, remedy }, 503)
    },
  },
  {
    ...common,
    id: LOOKUP_REPEATABLE,
    title: 'A lookup changes nothing: asked again, the amount is the same.',
    section: 'section 4.1',
    needs: ['payable'],
    after: [LOOKUP_PAYABLE],
    run: repeatable,
  },
  {
    ...common,
    id: 'lookup-json-strict',
    title: 'The JSON reads the same to everybody: UTF-8 without byte order mark, no key twice.',
    section: 'section 1, W5',
    needs: ['payable'],
    after: [LOOKUP_PAYABLE],
    run: async (session) => strict(await session.payable()),
  },
  {
    ...common,
    id: 'lookup-other-methods',
    title:
      'What is no lookup does no harm: other methods neither break the endpoint nor acknowledge.',
    section: 'section 4.1',
    needs: [],
    run: otherMethods,
  },
]
