/** Signs an event with the usual mistakes to find why a correct webhook was refused. */
import { createHash, createHmac } from 'node:crypto'
import { sign, unixSeconds } from '@wasl/protocol'
import type { Event } from '../event.ts'
import { bytesOf, newId } from '../event.ts'
import { isAcknowledged } from '../expect/webhook.ts'
import type { Exchange } from '../http/exchange.ts'
import type { WebhookChange } from '../request.ts'
import type { Session } from '../session.ts'
import { clockTries } from './clock.ts'

type Try = { change: WebhookChange; cause: string }

/** The cause as a sentence; null when the webhook was not refused. */
export const probeSigning = async (
  session: Session,
  event: Event,
  refused: Exchange,
): Promise<string | null> => {
  const { answer } = refused
  if (!answer.ok || answer.status < 400 || answer.status > 499) return null
  const body = bytesOf(event)
  const clocks = clockTries(session).map(({ timestamp, cause }) => ({
    change: { timestamp },
    cause,
  }))
  for (const { change, cause } of [...triesFor(session, event, body), ...clocks]) {
    if (isAcknowledged(await session.deliver(body, change))) return cause
  }
  if (answer.status !== 401 && answer.status !== 403) return null
  const known = await probeMistakes(session, body)
  if (known !== null) return known
  return (
    'It is not one of the usual mistakes. Log what your code signs and compare: the raw bytes of the body ' +
    'followed by the ten digits of X-Timestamp; HMAC-SHA256 with the HMAC secret as text; lowercase ' +
    'hexadecimal.'
  )
}

/** Tries the mistakes that the caller provides, such as the CLI's doctor. */
const probeMistakes = async (session: Session, body: Buffer): Promise<string | null> => {
  const { hmacSecrets, apiSecrets, signatureMistakes, signal } = session
  const timestamp = String(unixSeconds(new Date()))
  const eventId = newId()
  const webhook = { body, timestamp, eventId, hmacSecrets, apiSecrets }
  for (const { signature, cause } of signatureMistakes?.(webhook) ?? []) {
    if (signal.aborted) return null
    const exchange = await session.deliver(body, { timestamp, signature, eventId })
    if (isAcknowledged(exchange)) return cause
  }
  return null
}

const triesFor = (session: Session, event: Event, body: Buffer): Try[] => {
  const timestamp = String(unixSeconds(new Date()))
  const [secret] = session.hmacSecrets
  const text = body.toString('utf8')
  const over = (input: string | Buffer): WebhookChange => ({
    timestamp,
    signature: createHmac('sha256', secret).update(input).digest('hex'),
  })
  const right = createHmac('sha256', secret).update(body).update(timestamp).digest()
  const millis = String(Date.now())
  const order = 'The signing input is the body followed directly by the timestamp.'
  const bytes = 'Verify the raw bytes, before anything parses them.'
  return [
    ...PARSED_AGAIN.map(({ write, how }) => ({
      change: over(write(event) + timestamp),
      cause: `Your endpoint signs ${how}: it parses the body and writes it again. ${bytes}`,
    })),
    {
      change: over(`${timestamp}${text}`),
      cause: `Your endpoint puts the timestamp first. ${order}`,
    },
    {
      change: over(`${timestamp}.${text}`),
      cause: `Your endpoint signs "timestamp.body". ${order}`,
    },
    {
      change: over(`${text}.${timestamp}`),
      cause: `Your endpoint signs "body.timestamp". ${order}`,
    },
    {
      change: over(`${text}\n${timestamp}`),
      cause: `Your endpoint signs a line end between body and timestamp. ${order}`,
    },
    { change: over(text), cause: `Your endpoint leaves the timestamp out. ${order}` },
    {
      change: { timestamp, signature: right.toString('base64') },
      cause: 'Your endpoint expects base64: X-Signature is lowercase hexadecimal.',
    },
    {
      change: { timestamp, signature: right.toString('hex').toUpperCase() },
      cause: 'Your endpoint expects upper case: X-Signature is lowercase hexadecimal.',
    },
    {
      change: { timestamp, signature: `sha256=${right.toString('hex')}` },
      cause: 'Your endpoint expects "sha256=" in front: X-Signature is the 64 digits alone.',
    },
    {
      change: { timestamp, signature: sign(body, timestamp, session.apiSecrets[0]) },
      cause: 'Your endpoint signs with the API secret: the key is the HMAC secret.',
    },
    {
      change: {
        timestamp,
        signature: createHash('sha256')
          .update(text + timestamp)
          .digest('hex'),
      },
      cause: 'Your endpoint hashes without a key: use HMAC-SHA256 with the HMAC secret.',
    },
    {
      change: { timestamp, signature: keyed(Buffer.from(secret, 'base64'), text + timestamp) },
      cause: 'Your endpoint decodes the HMAC secret from base64: the key is the text itself.',
    },
    {
      change: { timestamp: millis, signature: sign(body, millis, secret) },
      cause: 'Your endpoint expects X-Timestamp in milliseconds: it is in seconds, ten digits.',
    },
  ]
}

const keyed = (key: Buffer, input: string): string =>
  createHmac('sha256', key).update(input).digest('hex')

/** The event as other libraries write it. */
const PARSED_AGAIN: readonly { how: string; write: (event: Event) => string }[] = [
  { how: 'the body as Python writes JSON', write: (event) => spaced(event) },
  { how: 'indented JSON', write: (event) => JSON.stringify(event, null, 2) },
  { how: 'JSON with sorted keys', write: (event) => JSON.stringify(sorted(event)) },
  { how: 'only its data', write: (event) => JSON.stringify(event.data) },
]

/** A space after each comma and colon. Our events have no comma or colon next to a quote. */
const spaced = (event: Event): string =>
  JSON.stringify(event, null, 1)
    .replaceAll(/\n */g, ' ')
    .replaceAll(/([{[]) | ([}\]])/g, '$1$2')

const sorted = (value: unknown): unknown => {
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).map(([key, inner]) => [key, sorted(inner)] as const)
  return Object.fromEntries(entries.toSorted(([a], [b]) => (a < b ? -1 : 1)))
}
