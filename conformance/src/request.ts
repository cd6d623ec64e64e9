/** Builds the platform's two requests, as they are sent and as a report shows them. */
import { encodeReference, unixSeconds, withoutEndSlashes } from '@wasl/protocol'
import { newId } from './event.ts'
import type { KeptConnections } from './http/kept-connections.ts'

/** The value of the header Authorization, and the text that a report shows for it. */
export type Credential = { value: string; shown: string }

/** How a request differs from the platform's. Null removes the header. */
export type LookupChange = {
  authorization?: Credential | null
  timestamp?: string | null
  /** Uses one of these connections instead of a new one. */
  over?: KeptConnections
}

export type WebhookChange = LookupChange & {
  /** Default: the correct signature with the first HMAC secret. */
  signature?: string | null
  eventId?: string | null
  contentType?: string
  /** Sends the body in two pieces, cut at this byte. */
  cutAt?: number
}

/** A report shows `shown` instead of `value`. */
export type Header = { name: string; value: string; shown?: string }

export type Plan = {
  method: string
  url: string
  headers: readonly Header[]
  body: Uint8Array | null
  cutAt?: number
  over?: KeptConnections
}

const PLAIN_HEADERS: readonly Header[] = [
  { name: 'accept', value: 'application/json' },
  { name: 'accept-encoding', value: 'identity' },
  { name: 'user-agent', value: 'Wasl-Certify' },
]

/** The path suffix of a lookup: the reference as one segment (D1). */
export const lookupSuffix = (reference: string): string => `/${encodeReference(reference)}`

export const readPlan = (
  apiUrl: string,
  method: string,
  pathSuffix: string,
  usual: Credential,
  change: LookupChange,
): Plan => ({
  method,
  url: `${withoutEndSlashes(apiUrl)}${pathSuffix}`,
  headers: [
    ...header('authorization', change.authorization, usual),
    ...header('x-timestamp', asValue(change.timestamp), now()),
    ...PLAIN_HEADERS,
  ],
  body: null,
  ...(change.over && { over: change.over }),
})

export const webhookPlan = (
  webhookUrl: string,
  body: Uint8Array,
  usual: Credential,
  signatureOf: (body: Uint8Array, timestamp: string) => string,
  change: WebhookChange,
): Plan => {
  const timestamp = change.timestamp === undefined ? now().value : change.timestamp
  const signature = { value: signatureOf(body, timestamp ?? '') }
  return {
    method: 'POST',
    url: withPath(webhookUrl),
    headers: [
      { name: 'content-type', value: change.contentType ?? 'application/json' },
      { name: 'content-length', value: String(body.byteLength) },
      ...header('authorization', change.authorization, usual),
      ...header('x-timestamp', asValue(timestamp), now()),
      ...header('x-signature', asValue(change.signature), signature),
      ...header('x-event-id', asValue(change.eventId), { value: newId() }),
      ...PLAIN_HEADERS,
    ],
    body,
    ...(change.cutAt === undefined ? {} : { cutAt: change.cutAt }),
    ...(change.over && { over: change.over }),
  }
}

/** Has a correct timestamp: only the API secret is missing. */
export const intrusionPlan = (method: string, url: string, body: Uint8Array): Plan => ({
  method,
  url: withPath(url),
  headers: [
    { name: 'content-type', value: 'application/json' },
    { name: 'content-length', value: String(body.byteLength) },
    { name: 'x-timestamp', ...now() },
    ...PLAIN_HEADERS,
  ],
  body,
})

/** Adds the path `/` to an origin such as `https://shop.example`. */
const withPath = (url: string): string => (/^https?:\/\/[^/]+$/i.test(url) ? `${url}/` : url)

type Value = Omit<Header, 'name'>

const header = (name: string, chosen: Value | null | undefined, usual: Value): Header[] =>
  chosen === null ? [] : [{ name, ...(chosen ?? usual) }]

const asValue = (value: string | null | undefined): Value | null | undefined =>
  value === null || value === undefined ? value : { value }

const now = (): { value: string } => ({ value: String(unixSeconds(new Date())) })
