/** Plays the platform: makes its two calls, correctly or with one chosen mistake. */
import { randomBytes } from 'node:crypto'
import { sign } from '@wasl/protocol'
import { secondsAhead } from './clock.ts'
import { bytesOf } from './event.ts'
import type { Event, Subject } from './event.ts'
import { exchangeOf, shownBody } from './http/exchange.ts'
import type { Exchange, Purpose } from './http/exchange.ts'
import { send } from './http/send.ts'
import { fieldOf } from './json.ts'
import type { CertifyOptions, References as GivenReferences } from './options.ts'
import { intrusionPlan, lookupSuffix, readPlan, webhookPlan } from './request.ts'
import type { Credential, Header, LookupChange, Plan, WebhookChange } from './request.ts'

/** The references of the options, with `pay` as a list. */
export type References = Omit<GivenReferences, 'pay'> & { pay?: readonly string[] | undefined }

export type SessionSettings = {
  apiUrl: string
  webhookUrl: string
  apiSecrets: readonly [string, ...string[]]
  hmacSecrets: readonly [string, ...string[]]
  references: References
  /** The price of `payable` in dinars, if it was named. */
  amount: CertifyOptions['amount']
  lookupTimeoutMs: number
  webhookTimeoutMs: number
  signal: AbortSignal
  signatureMistakes: CertifyOptions['signatureMistakes']
}

export type Session = SessionSettings & {
  /** A reference that the partner does not know. */
  unknown: string
  /** `payable`, or `unknown` without one. */
  someReference: string
  /** Every exchange so far. */
  history: readonly Exchange[]
  /** Seconds that the partner's clock is ahead, for each answer with a Date. */
  clockDifferences: readonly number[]
  /** `GET {API_URL}/{reference}` (section 4.1). */
  lookup: (reference: string, change?: LookupChange) => Promise<Exchange>
  /** The lookup of `payable`, made once and shared by the checks that only read it. */
  payable: () => Promise<Exchange>
  /** `POST` to the Webhook URL (section 4.2). */
  deliver: (event: Event | Uint8Array, change?: WebhookChange) => Promise<Exchange>
  /** A request that the platform never makes, with a raw path below the API URL. */
  other: (method: string, pathSuffix: string) => Promise<Exchange>
  /** A request that the platform never makes: any method, at any URL, without the API secret. */
  intrude: (method: string, url: string, body: Uint8Array) => Promise<Exchange>
  /** Reference and amount for an event about `someReference`. */
  subject: () => Subject
  /** `Bearer` and an API secret; default: the first. */
  bearer: (index?: number) => Credential
  /** The value of X-Signature for these bytes and this timestamp. */
  signatureOf: (body: Uint8Array, timestamp: string) => string
}

/** The amount of events when no lookup has returned one. */
const AMOUNT_UNKNOWN = 1500

export const createSession = (settings: SessionSettings): Session => {
  const { apiUrl, webhookUrl, references } = settings
  const history: Exchange[] = []
  const clockDifferences: number[] = []
  const unknown = references.unknown ?? `WASL-CHECK-${randomBytes(8).toString('hex')}`
  const someReference = references.payable ?? unknown
  let payable: Promise<Exchange> | null = null
  let amount = AMOUNT_UNKNOWN

  const bearer = (index = 0): Credential => bearerOf(settings.apiSecrets, index)
  const signatureOf = (body: Uint8Array, timestamp: string): string =>
    sign(body, timestamp, settings.hmacSecrets[0])

  const exchange = async (purpose: Purpose, plan: Plan): Promise<Exchange> => {
    const made = await carryOut(settings, purpose, plan)
    history.push(made)
    const ahead = secondsAhead(made, Date.now())
    if (ahead !== null) clockDifferences.push(ahead)
    return made
  }

  const lookup = (reference: string, change: LookupChange = {}): Promise<Exchange> =>
    exchange('lookup', readPlan(apiUrl, 'GET', lookupSuffix(reference), bearer(), change))

  const lookUpPayable = async (): Promise<Exchange> => {
    const found = await lookup(someReference)
    amount = totalOf(found) ?? amount
    return found
  }

  return {
    ...settings,
    unknown,
    someReference,
    history,
    clockDifferences,
    lookup,
    payable: () => (payable ??= lookUpPayable()),
    deliver: (event, change = {}) => {
      const body = event instanceof Uint8Array ? event : bytesOf(event)
      return exchange('webhook', webhookPlan(webhookUrl, body, bearer(), signatureOf, change))
    },
    other: (method, suffix) => exchange('other', readPlan(apiUrl, method, suffix, bearer(), {})),
    intrude: (method, url, body) => exchange('other', intrusionPlan(method, url, body)),
    subject: () => ({ reference: someReference, amount }),
    bearer,
    signatureOf,
  }
}

const carryOut = async (
  { lookupTimeoutMs, webhookTimeoutMs, hmacSecrets, signal }: SessionSettings,
  purpose: Purpose,
  { method, url, headers, body, cutAt, over }: Plan,
): Promise<Exchange> => {
  const answer = await send({
    method,
    origin: new URL(url).origin,
    // Not parsed: a URL parser would resolve dot segments.
    path: url.replace(/^https?:\/\/[^/]+/i, ''),
    headers: headers.map(({ name, value }) => [name, value] as const),
    body: body === null ? null : piecesOf(body, cutAt),
    timeoutMs: purpose === 'webhook' ? webhookTimeoutMs : lookupTimeoutMs,
    signal,
    over,
  })
  const sent = {
    method,
    url,
    headers: headers.map(({ name, value, shown }): [string, string] => [name, shown ?? value]),
    body: body === null ? null : shownBody(new TextDecoder().decode(body)),
  }
  const expected = purpose === 'webhook' ? expectedSignatures(hmacSecrets, headers, body) : []
  return exchangeOf(purpose, sent, answer, expected)
}

/** Long enough not to match by chance, and short enough to find a signature that was cut. */
const SIGNATURE_SHOWN_MIN = 24

const expectedSignatures = (
  secrets: readonly string[],
  headers: readonly Header[],
  body: Uint8Array | null,
): string[] => {
  const valueOf = (name: string): string =>
    headers.find((header) => header.name === name)?.value ?? ''
  const right = secrets.map((secret) =>
    sign(body ?? Buffer.alloc(0), valueOf('x-timestamp'), secret),
  )
  const sent = valueOf('x-signature').toLowerCase()
  return right.flatMap((hex) => {
    const base64 = Buffer.from(hex, 'hex').toString('base64')
    return [hex, base64]
      .map((text) => text.slice(0, SIGNATURE_SHOWN_MIN))
      .filter((beginning) => !sent.includes(beginning.toLowerCase()))
  })
}

/** The total of a lookup's answer as a number, also when it was sent as text. */
export const totalOf = ({ json }: Exchange): number | null => {
  const total = Number(fieldOf(json?.value, 'total_amount'))
  return total > 0 ? Number(total.toFixed(2)) : null
}

const bearerOf = (secrets: readonly string[], index: number): Credential => {
  const name = index === 0 ? 'API_SECRET' : `API_SECRET ${index + 1}`
  return { value: `Bearer ${secrets[index] ?? ''}`, shown: `Bearer <${name}>` }
}

const piecesOf = (body: Uint8Array, cutAt: number | undefined): Uint8Array[] =>
  cutAt === undefined ? [body] : [body.subarray(0, cutAt), body.subarray(cutAt)]
