/** Rules for every answer of the run, checked at the end. */
import type { Check } from '../check.ts'
import { came, oneLine } from '../expect/came.ts'
import { failed, passed } from '../finding.ts'
import type { Finding } from '../finding.ts'
import { headerOf } from '../http/exchange.ts'
import type { Exchange } from '../http/exchange.ts'
import type { FailureReason } from '../http/failure-of.ts'
import { fieldOf, jsonProblem } from '../json.ts'
import type { Session } from '../session.ts'
import { leakIn } from './leaks.ts'

type Rule = Pick<Check, 'id' | 'title' | 'section'> & {
  /** What is wrong with one answer, as the predicate of a sentence; or null. */
  problem: (exchange: Exchange, session: Session) => string | null
  /** Include requests that the platform never makes. */
  everything?: true
  expected: string
  remedy: string
  /** Worth knowing, though nothing is wrong. */
  note?: (history: readonly Exchange[]) => string | null
}

/** The platform's limits for the answer to a lookup (D11) and for an acknowledgement (W20). */
const LOOKUP_BYTES_MAX = 256 * 1024
const WEBHOOK_BYTES_MAX = 64 * 1024

/** Failures that other checks report, or that the partner does not cause. */
const REPORTED_ELSEWHERE: ReadonlySet<FailureReason> = new Set([
  'timeout',
  'aborted',
  'refused',
  'unknown_host',
  'unreachable',
  'tls',
])

const checkOf = ({ problem, everything, expected, remedy, note, ...info }: Rule): Check => ({
  ...info,
  group: 'answers',
  needs: [],
  calls: 'none',
  run: (session) => {
    const isChecked = ({ purpose }: Exchange): boolean => purpose !== 'other' || everything === true
    const problemOf = (exchange: Exchange): string | null =>
      isChecked(exchange) ? problem(exchange, session) : null
    const finding = judge(session, problemOf, expected, remedy)
    if (finding.outcome !== 'passed') return Promise.resolve(finding)
    return Promise.resolve(passed(finding.exchange, note?.(session.history) ?? null))
  },
})

/** A payer waits for the lookup, so a slow answer is worth a note long before the limit. */
const SLOW_MS = 1_000

const slowest = (history: readonly Exchange[]): string | null => {
  const slow = history
    .filter(({ answer }) => answer.ok && answer.durationMs > SLOW_MS)
    .toSorted((a, b) => b.received.durationMs - a.received.durationMs)
  const [first] = slow
  if (first === undefined) return null
  const { sent, received } = first
  const others = slow.length === 1 ? '' : ` ${slow.length} took more than ${SLOW_MS} ms.`
  return `The slowest answer took ${received.durationMs} ms: ${sent.method} ${sent.url}.${others}`
}

const RULES: readonly Rule[] = [
  {
    id: 'answers-json',
    title: 'Every partner-hosted response is valid JSON, also an error.',
    section: 'section 1',
    problem: (exchange) => {
      const { answer, json, purpose } = exchange
      if (!answer.ok) return null
      if (json === null) return `was answered with ${came(exchange)}`
      // Another check looks at the payment details.
      if (purpose === 'lookup' && answer.status === 200) return null
      const found = jsonProblem(answer.body)
      return found === null ? null : `was answered with JSON that ${found}`
    },
    expected: 'a JSON body in UTF-8 without a byte order mark and without duplicate keys',
    remedy:
      "Set an error handler and a not-found handler that answer with JSON instead of the framework's HTML " +
      'pages. Let your JSON library write it. A byte order mark usually comes from a source file that was ' +
      'saved with one.',
  },
  {
    id: 'answers-content-type',
    title: 'Every answer has Content-Type: application/json.',
    section: 'section 1, W55',
    problem: (exchange) => {
      const type = headerOf(exchange, 'content-type')
      if (type !== null && /^application\/(?:[\w.+-]+\+)?json\s*(?:;|$)/i.test(type)) return null
      // answers-json reports a body that is not JSON.
      if (exchange.json === null) return null
      return `was answered with JSON under ${type === null ? 'no Content-Type' : `Content-Type: ${type}`}`
    },
    expected: 'Content-Type: application/json',
    remedy:
      "Set the header of every answer. PHP's default is text/html: header('Content-Type: application/json').",
  },
  {
    id: 'answers-errors',
    title: 'Every error body has error and errorMessage, both texts.',
    section: 'section 2.3',
    problem: (exchange) => {
      const { answer, json } = exchange
      if (!answer.ok || answer.status < 400 || json === null) return null
      const wrong = ['error', 'errorMessage'].filter((name) => {
        const text = fieldOf(json.value, name)
        return typeof text !== 'string' || text === ''
      })
      return wrong.length === 0
        ? null
        : `was answered with ${came(exchange)}, without ${wrong.join(' and ')}`
    },
    expected: '{"error":"CODE","errorMessage":"a sentence for people"}',
    remedy: 'Build every error in one place, with both fields.',
  },
  {
    id: 'answers-in-time',
    title: 'A lookup is answered within 5 seconds, a webhook within 10 seconds.',
    section: 'D11, D14',
    problem: ({ answer }) =>
      !answer.ok && answer.reason === 'timeout' ? `was not answered: ${answer.message}` : null,
    expected: 'an answer in time',
    remedy:
      'Do slow work (mails, other services) after the answer, and give the services that you call a shorter ' +
      'timeout.',
    note: slowest,
  },
  {
    id: 'answers-whole',
    title: 'Every request gets a complete answer: no connection is dropped.',
    section: 'sections 4.1 and 4.2',
    problem: ({ answer }) =>
      answer.ok || REPORTED_ELSEWHERE.has(answer.reason)
        ? null
        : `had no usable answer: ${answer.message}`,
    everything: true,
    expected: 'an answer to every request',
    remedy:
      'Check the log of your server: a process that crashes or restarts drops its open requests.',
  },
  {
    id: 'answers-size',
    title: 'The answer to a lookup has at most 256 KiB, the answer to a webhook at most 64 KiB.',
    section: 'D11, W20',
    problem: ({ purpose, answer }) => {
      const bytesMax = purpose === 'webhook' ? WEBHOOK_BYTES_MAX : LOOKUP_BYTES_MAX
      return answer.ok && answer.body.byteLength > bytesMax
        ? `was answered with ${answer.body.byteLength} bytes`
        : null
    },
    expected: `at most ${LOOKUP_BYTES_MAX} bytes to a lookup, ${WEBHOOK_BYTES_MAX} to a webhook`,
    remedy:
      'Answer with the fields of the specification and a few lines of details; no images, no histories.',
  },
  {
    id: 'answers-not-compressed',
    title: 'Answers are not compressed: the platform sends Accept-Encoding: identity.',
    section: 'D11, W55',
    problem: (exchange) => {
      const encoding = headerOf(exchange, 'content-encoding')
      if (encoding === null || /^\s*(?:identity)?\s*$/i.test(encoding)) return null
      return `was answered with Content-Encoding: ${encoding}`
    },
    expected: 'no Content-Encoding, because the request says Accept-Encoding: identity',
    remedy:
      'Make your server, or the proxy in front of it, respect Accept-Encoding, or turn compression off here.',
  },
  {
    id: 'answers-no-stack-trace',
    title: 'No answer shows internals of the server: stack traces, paths, SQL.',
    section: 'section 2.3, W55',
    problem: ({ answer }) => {
      if (!answer.ok) return null
      const found = leakIn(answer.body.toString('utf8'))
      return found === null ? null : `was answered with internals of the server: ${oneLine(found)}`
    },
    everything: true,
    expected: 'a sentence for people',
    remedy:
      'Turn off the debug mode of your framework on every reachable server, and log the error instead.',
  },
  {
    id: 'answers-no-secret',
    title: 'No answer shows a secret.',
    section: 'section 5, W55',
    problem: ({ answer }, { apiSecrets, hmacSecrets }) => {
      if (!answer.ok) return null
      const text = `${answer.headers.join('\n')}\n${answer.body.toString('utf8')}`
      const shown = [...apiSecrets, ...hmacSecrets].some((secret) => text.includes(secret))
      return shown ? 'was answered with one of the secrets' : null
    },
    everything: true,
    expected: 'an answer without secrets',
    remedy:
      'Never put request headers or settings into an answer. Then have the secret rotated: others may have ' +
      'seen it.',
  },
  {
    id: 'answers-no-signature',
    title: 'No answer shows the expected signature: its reader could forge an event.',
    section: 'section 5 (rule 2), W55',
    problem: ({ answer, expectedSignatures }) => {
      if (!answer.ok) return null
      const text = `${answer.headers.join('\n')}\n${answer.body.toString('utf8')}`.toLowerCase()
      const shown = expectedSignatures.some((signature) => text.includes(signature.toLowerCase()))
      return shown ? 'was answered with the expected signature' : null
    },
    expected: 'an answer that only says that the signature is wrong',
    remedy:
      'Write the signature that you computed to your log, never into an answer: it signs the forged event ' +
      'for the sender.',
  },
]

export const answerChecks: readonly Check[] = RULES.map(checkOf)

const judge = (
  session: Session,
  problem: (exchange: Exchange) => string | null,
  expected: string,
  remedy: string,
): Finding => {
  const wrong = session.history.flatMap((exchange) => {
    const found = problem(exchange)
    return found === null ? [] : [{ exchange, found }]
  })
  if (session.history.length === 0) {
    const explanation = 'No other check made a request.'
    return { outcome: 'skipped', explanation, remedy: 'Run it together with other checks.' }
  }
  const [first] = wrong
  if (first === undefined) return passed(null)
  const { method, url } = first.exchange.sent
  const more =
    wrong.length === 1
      ? ''
      : ` The same holds for ${wrong.length - 1} others of ${session.history.length} requests.`
  return failed(
    first.exchange,
    `${method} ${url} ${first.found}. Expected: ${expected}.${more}`,
    remedy,
  )
}
