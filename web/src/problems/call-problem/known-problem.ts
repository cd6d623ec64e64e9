import type { CALL_PROBLEMS } from './texts.ts'

export type KnownProblem = {
  key: keyof typeof CALL_PROBLEMS
  values: Readonly<Record<string, string>>
  /** What the network or its library calls it. */
  code: string | null
}

/** The sentences of the platform (base/outbound/failure-of.ts, delivery/webhooks/acknowledgement.ts, lookups). */
const SENTENCES: readonly (readonly [RegExp, keyof typeof CALL_PROBLEMS])[] = [
  [/the partner answered HTTP (?<status>\d{3})$/, 'status'],
  [/the status was (?<status>\d{3}), not 200$/, 'otherSuccess'],
  [/the body is not valid JSON$/, 'notJson'],
  [/the body is not a JSON object$/, 'notObject'],
  [/the body has no field "success"$/, 'noSuccess'],
  [/the field "success" is .*, not true$/, 'successNotTrue'],
  [/^no connection could be made/, 'noConnection'],
  [/^the connection was closed before any answer/, 'closedBefore'],
  [/^the connection was closed in the middle of the answer/, 'closedMiddle'],
  [/^the network gave up waiting for the other side/, 'networkTimeout'],
  [/ within (?<ms>\d+) ms$/, 'tooSlow'],
  [/^no trusted TLS connection could be made/, 'tls'],
  [/^(?:no address was found for |the host of the partner's URL was not found)/, 'noHost'],
  [/^the platform may not call the partner's URL/, 'mayNotCall'],
  [/^the (?:headers|body) of the answer (?:are too large|is above \d+ bytes)$/, 'tooLarge'],
  [/^the answer (?:is not valid HTTP|is not a response|does not have the length)/, 'broken'],
  [/to this partner in flight already$|to this origin wait already$/, 'tooMany'],
  [/calls all failed, .* within (?<seconds>\d+) s$/, 'breaker'],
  [/^not sent: its turn did not come in time/, 'notItsTurn'],
  [/^the partner answered 401: it does not accept its API secret$/, 'badSecret'],
  [/^the partner answered (?<status>\d{3}); 200, 404, 409 or 503 was expected/, 'lookupStatus'],
  [/^the partner answered (?<status>\d{3}), without the error code /, 'noErrorCode'],
]

const CODE = / \((?<code>[A-Z][A-Z0-9_]+)\)$/

const AROUND = /^the partner gave no usable answer: /

/** What a sentence of the platform says; null for one that is not known here. */
export const knownProblem = (sentence: string): KnownProblem | null => {
  const text = sentence.replace(AROUND, '')
  for (const [pattern, key] of SENTENCES) {
    const match = pattern.exec(text)
    if (match === null) continue
    return { key, values: { ...match.groups }, code: CODE.exec(text)?.groups?.['code'] ?? null }
  }
  return null
}
