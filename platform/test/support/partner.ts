import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { until } from './wait.ts'

/** One request as it came over the wire. */
export type RecordedRequest = {
  kind: 'lookup' | 'webhook' | 'other'
  /** When it had come in whole, by this machine's clock. */
  atMs: number
  method: string
  /** The path as it was sent, still percent-encoded. */
  path: string
  headers: IncomingMessage['headers']
  rawHeaders: string[]
  /** The body to the byte. */
  body: Buffer
  /** What a lookup asks for, or what a webhook's data names. */
  reference: string | null
  /** The envelope of a webhook. */
  event: { event: string; data: Record<string, any> } | null
}

/** What to answer; whatever is left out stays as an honest partner answers. */
export type Reply = {
  status?: number
  headers?: Record<string, string>
  /** A string or bytes go out as they are, anything else as JSON. */
  body?: unknown
  delayMs?: number
  /** Resolves when the answer may go out. */
  after?: Promise<unknown>
  /** Cuts the connection instead of answering. */
  drop?: boolean
}

/**
 * Decides the answer to the `count`th request (from 1) of its reference and kind; undefined answers
 * as an honest partner does.
 */
export type Script = (
  request: RecordedRequest,
  count: number,
) => Reply | undefined | Promise<Reply | undefined>

export type Secrets = { apiSecrets: string[]; hmacSecrets: string[] }

export type PartnerServer = {
  port: number
  origin: string
  /** `{API_URL}` of this partner. */
  apiUrl: string
  /** Every request, in the order in which they came in whole. */
  requests: RecordedRequest[]
  /** What an honest lookup costs, in dinars: 599.80 for references that are not named here. */
  prices: Map<string, number>
  /** Scripts for one reference alone; they come before those for all. */
  onLookup(script: Script, reference?: string): void
  onWebhook(script: Script, reference?: string): void
  lookupsOf(reference: string): RecordedRequest[]
  webhooksOf(reference: string, event?: string): RecordedRequest[]
  /** Waits until this many webhooks of a reference (of a kind) have come, and returns them. */
  webhooksArrived(reference: string, count: number, event?: string): Promise<RecordedRequest[]>
  /** Adds secrets that this partner accepts; every request from then on is checked by them. */
  trust(secrets: Secrets): void
  /** What was wrong with requests under the trusted secrets, one sentence each. */
  problems: string[]
  close(): Promise<void>
}

export const DEFAULT_PRICE = 599.8

const BASE_PATH = '/pay'

/** A partner over real HTTP: honest unless its scripts say otherwise, and it forgets nothing. */
export const startPartner = async ({ port = 0 } = {}): Promise<PartnerServer> => {
  const requests: RecordedRequest[] = []
  const prices = new Map<string, number>()
  const scripts = { lookup: new Map<string, Script>(), webhook: new Map<string, Script>() }
  const counts = new Map<string, number>()
  const problems: string[] = []
  let trusted: Secrets | null = null

  const replyTo = async (
    request: RecordedRequest,
  ): Promise<Required<Pick<Reply, 'body'>> & Reply> => {
    const usual = honestReply(request, prices)
    if (request.kind === 'other') return usual
    const { kind, reference } = request
    const key = `${kind} ${reference}`
    const count = (counts.get(key) ?? 0) + 1
    counts.set(key, count)
    const script = scripts[kind].get(reference ?? '') ?? scripts[kind].get(ANY)
    return { ...usual, ...(await script?.(request, count)) }
  }

  const server = createServer((incoming, response) => {
    const chunks: Buffer[] = []
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
    incoming.on('error', () => undefined)
    incoming.on('end', () => {
      const request = recordOf(incoming, Buffer.concat(chunks))
      requests.push(request)
      if (trusted) problems.push(...problemsOf(request, trusted))
      void replyTo(request).then((reply) => send(response, reply))
    })
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const listening = typeof address === 'object' && address !== null ? address.port : 0
  const origin = `http://127.0.0.1:${listening}`

  const of = (kind: 'lookup' | 'webhook', reference: string): RecordedRequest[] =>
    requests.filter((request) => request.kind === kind && request.reference === reference)
  const webhooksOf = (reference: string, event?: string): RecordedRequest[] =>
    of('webhook', reference).filter(
      (request) => event === undefined || request.event?.event === event,
    )

  return {
    port: listening,
    origin,
    apiUrl: `${origin}${BASE_PATH}`,
    requests,
    prices,
    onLookup: (script, reference = ANY) => void scripts.lookup.set(reference, script),
    onWebhook: (script, reference = ANY) => void scripts.webhook.set(reference, script),
    lookupsOf: (reference) => of('lookup', reference),
    webhooksOf,
    webhooksArrived: (reference, count, event) =>
      until(`${count} webhooks ${event ?? ''} of ${reference}`, () => {
        const arrived = webhooksOf(reference, event)
        return arrived.length >= count && arrived
      }),
    trust({ apiSecrets, hmacSecrets }) {
      trusted = {
        apiSecrets: [...(trusted?.apiSecrets ?? []), ...apiSecrets],
        hmacSecrets: [...(trusted?.hmacSecrets ?? []), ...hmacSecrets],
      }
    },
    problems,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

const ANY = '\0any'

const recordOf = (incoming: IncomingMessage, body: Buffer): RecordedRequest => {
  const { method = '', url: path = '', headers, rawHeaders } = incoming
  const kind = kindOf(method, path)
  const event = kind === 'webhook' ? envelopeIn(body) : null
  const reference =
    kind === 'lookup'
      ? decoded(path.slice(BASE_PATH.length + 1))
      : (event?.data['reference'] ?? null)
  return { kind, atMs: Date.now(), method, path, headers, rawHeaders, body, reference, event }
}

const kindOf = (method: string, path: string): RecordedRequest['kind'] => {
  if (method === 'POST') return 'webhook'
  return method === 'GET' && path.startsWith(`${BASE_PATH}/`) ? 'lookup' : 'other'
}

const envelopeIn = (body: Buffer): RecordedRequest['event'] => {
  try {
    return JSON.parse(body.toString('utf8'))
  } catch {
    return null
  }
}

const decoded = (segment: string): string | null => {
  try {
    return decodeURIComponent(segment)
  } catch {
    return null
  }
}

const honestReply = (request: RecordedRequest, prices: Map<string, number>) => {
  switch (request.kind) {
    case 'lookup':
      return {
        status: 200,
        body: {
          reference: request.reference,
          total_amount: prices.get(request.reference ?? '') ?? DEFAULT_PRICE,
          currency: 'DZD',
          amount_detail: [],
          details: [],
        },
      }
    case 'webhook':
      return { status: 200, body: { success: true } }
    case 'other':
      return { status: 404, body: { error: 'NOT_FOUND', errorMessage: 'There is nothing here.' } }
    default:
      return request.kind satisfies never
  }
}

const send = async (response: ServerResponse, reply: Reply & { body: unknown }): Promise<void> => {
  if (reply.delayMs !== undefined) await pause(reply.delayMs)
  await reply.after
  if (reply.drop === true) {
    response.destroy()
    return
  }
  const { body } = reply
  const bytes = typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body)
  response.writeHead(reply.status ?? 200, {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(bytes),
    ...reply.headers,
  })
  response.end(bytes)
}

/** The signature as section 5 and D13 have it, computed here from the bytes that came. */
export const signatureOf = (request: RecordedRequest, hmacSecret: string): string =>
  createHmac('sha256', hmacSecret)
    .update(request.body)
    .update(String(request.headers['x-timestamp']), 'ascii')
    .digest('hex')

/** What a careful partner would refuse this request for; empty when it is as section 5 says. */
const problemsOf = (request: RecordedRequest, { apiSecrets, hmacSecrets }: Secrets): string[] => {
  if (request.kind === 'other') return [`unexpected ${request.method} ${request.path}`]
  const name = `${request.kind} of ${request.reference}`
  const { authorization, 'x-signature': signature } = request.headers
  const timestamp = String(request.headers['x-timestamp'])
  const problems: string[] = []
  if (!apiSecrets.some((secret) => authorization === `Bearer ${secret}`)) {
    problems.push(`${name}: the Authorization does not carry the API secret`)
  }
  if (!/^\d{10}$/.test(timestamp)) problems.push(`${name}: X-Timestamp is ${timestamp}`)
  if (Math.abs(Number(timestamp) - request.atMs / 1000) > 15) {
    problems.push(`${name}: X-Timestamp ${timestamp} is not the time of sending`)
  }
  if (request.kind === 'lookup') return problems
  if (!hmacSecrets.some((secret) => signature === signatureOf(request, secret))) {
    problems.push(`${name}: X-Signature does not sign the body and the timestamp`)
  }
  return problems
}
