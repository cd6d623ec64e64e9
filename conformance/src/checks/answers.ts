/** What holds for every answer of the run, whatever was asked: judged at the end, from what came. */
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
  /** What is wrong with one answer, as a clause behind "was answered"; null when nothing is. */
  problem: (exchange: Exchange, session: Session) => string | null
  /** Also for requests that the platform never makes. */
  everything?: true
  expected: string
  remedy: string
  /** Worth knowing although nothing is wrong. */
  note?: (history: readonly Exchange[]) => string | null
}

/** The platform reads no more: of what answers a lookup (D11), and of an acknowledgement (W20). */
const LOOKUP_BYTES_MAX = 256 * 1024
const WEBHOOK_BYTES_MAX = 64 * 1024

/** Told by another check, or no fault of the partner's. */
const ELSEWHERE: ReadonlySet<FailureReason> = new Set([
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
    const isMeant = ({ purpose }: Exchange): boolean => purpose !== 'other' || everything === true
    const problemOf = (exchange: Exchange): string | null =>
      isMeant(exchange) ? problem(exchange, session) : null
    const finding = judge(session, problemOf, expected, remedy)
    if (finding.outcome !== 'passed') return Promise.resolve(finding)
    return Promise.resolve(passed(finding.exchange, note?.(session.history) ?? null))
  },
})

/** A payer waits for the lookup, so this is worth a note long before it is wrong. */
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
    title: 'Every partner-hosted response is valid JSON, errors as well.',
    section: 'section 1',
    problem: (exchange) => {
      const { answer, json, purpose } = exchange
      if (!answer.ok) return null
      if (json === null) return `was answered with ${came(exchange)}`
      // Of the payment details another check tells.
      if (purpose === 'lookup' && answer.status === 200) return null
      const found = jsonProblem(answer.body)
      return found === null ? null : `was answered with JSON that ${found}`
    },
    expected: 'a JSON body, in UTF-8 without byte order mark, with no key twice',
    remedy:
      'Set an error handler and a not-found handler that answer with JSON, so that the pages of your ' +
      'framework never go out on these two paths. Let your JSON library write it; a byte order mark usually ' +
      'comes from a source file that was saved with one.',
  },
  {
    id: 'answers-content-type',
    title: 'Every answer says that it is JSON: Content-Type: application/json.',
    section: 'section 1, W55',
    problem: (exchange) => {
      const type = headerOf(exchange, 'content-type')
      if (type !== null && /^application\/(?:[\w.+-]+\+)?json\s*(?:;|$)/i.test(type)) return null
      // A page is no JSON in the first place: the check of that tells of it.
      if (exchange.json === null) return null
      return `was answered with JSON under ${type === null ? 'no Content-Type' : `Content-Type: ${type}`}`
    },
    expected: 'Content-Type: application/json',
    remedy:
      "Set the header with every answer; PHP sends text/html unless told (header('Content-Type: application/json')).",
  },
  {
    id: 'answers-errors',
    title: 'Every error carries error and errorMessage, both text.',
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
    title: 'A lookup is answered within 5 seconds, a webhook within 10.',
    section: 'D11, D14',
    problem: ({ answer }) =>
      !answer.ok && answer.reason === 'timeout' ? `was not answered: ${answer.message}` : null,
    expected: 'an answer in time',
    remedy:
      'Answer from what you have at hand; put slow work (mails, other services) behind the answer, and give ' +
      'what you ask yourself a shorter limit.',
    note: slowest,
  },
  {
    id: 'answers-whole',
    title: 'Every request gets a whole answer: no connection is dropped.',
    section: 'sections 4.1 and 4.2',
    problem: ({ answer }) =>
      answer.ok || ELSEWHERE.has(answer.reason) ? null : `had no usable answer: ${answer.message}`,
    everything: true,
    expected: 'an answer, whatever is asked',
    remedy:
      'Look into the log of your server: a process that crashes or restarts drops what is under way.',
  },
  {
    id: 'answers-size',
    title: 'An answer to a lookup has at most 256 KiB, one to a webhook at most 64 KiB.',
    section: 'D11, W20',
    problem: ({ purpose, answer }) => {
      const bytesMax = purpose === 'webhook' ? WEBHOOK_BYTES_MAX : LOOKUP_BYTES_MAX
      return answer.ok && answer.body.byteLength > bytesMax
        ? `was answered with ${answer.body.byteLength} bytes`
        : null
    },
    expected: `at most ${LOOKUP_BYTES_MAX} bytes to a lookup, ${WEBHOOK_BYTES_MAX} to a webhook`,
    remedy:
      'Answer with the fields of the specification, and a few lines of details; no images, no histories.',
  },
  {
    id: 'answers-not-compressed',
    title: 'Answers are not compressed: the platform asks for identity.',
    section: 'D11, W55',
    problem: (exchange) => {
      const encoding = headerOf(exchange, 'content-encoding')
      if (encoding === null || /^\s*(?:identity)?\s*$/i.test(encoding)) return null
      return `was answered with Content-Encoding: ${encoding}`
    },
    expected: 'no Content-Encoding, because the request says Accept-Encoding: identity',
    remedy:
      'Let your server, or the proxy before it, look at Accept-Encoding, or switch compression off here.',
  },
  {
    id: 'answers-no-stack-trace',
    title: 'No answer shows the inside of the server: stack traces, paths, SQL.',
    section: 'section 2.3, W55',
    problem: ({ answer }) => {
      if (!answer.ok) return null
      const found = leakIn(answer.body.toString('utf8'))
      return found === null
        ? null
        : `was answered with what looks like its inside: ${oneLine(found)}`
    },
    everything: true,
    expected: 'a sentence for people',
    remedy:
      'Switch the debug mode of your framework off where others can reach it, and log the error instead.',
  },
  {
    id: 'answers-no-secret',
    title: 'No answer shows a secret.',
    section: 'section 5, W55',
    problem: ({ answer }, { apiSecrets, hmacSecrets }) => {
      if (!answer.ok) return null
      const text = `${answer.headers.join('\n')}\n${answer.body.toString('utf8')}`
      const shown = [...apiSecrets, ...hmacSecrets].some((secret) => text.includes(secret))
      return shown ? 'was answered with one of the secrets in it' : null
    },
    everything: true,
    expected: 'an answer without them',
    remedy:
      'Never put headers of the request, or your settings, into an answer. Then have the secret replaced: ' +
      'others may have seen it.',
  },
  {
    id: 'answers-no-signature',
    title: 'No answer shows the signature that was expected: its reader could sign a forgery.',
    section: 'section 5 (rule 2), W55',
    problem: ({ answer, expectedSignatures }) => {
      if (!answer.ok) return null
      const text = `${answer.headers.join('\n')}\n${answer.body.toString('utf8')}`.toLowerCase()
      const shown = expectedSignatures.some((signature) => text.includes(signature.toLowerCase()))
      return shown ? 'was answered with the signature that would have been right' : null
    },
    expected: 'an answer that says that the signature is wrong, and no more',
    remedy:
      'Write the signature that you computed to your own log at most. In an answer it signs a forged event ' +
      'for the person who sent it.',
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
    const explanation = 'No request was made, so there is no answer.'
    return { outcome: 'skipped', explanation, remedy: 'Run it together with other checks.' }
  }
  const [first] = wrong
  if (first === undefined) return passed(null)
  const { method, url } = first.exchange.sent
  const more =
    wrong.length === 1
      ? ''
      : ` So were ${wrong.length - 1} others of ${session.history.length} requests.`
  return failed(
    first.exchange,
    `${method} ${url} ${first.found}. Expected: ${expected}.${more}`,
    remedy,
  )
}
