/**
 * A partner's two endpoints:
 *   GET  /{reference}          returns the payment details of a reference
 *   POST /webhooks/platform    receives the events of payments
 */
import { createServer } from 'node:http'
import { openShop } from './shop.js'
import { isAuthorized, isFresh, isSigned } from './wasl.js'

const BODY_BYTES_MAX = 262_144
const KINDS = new Set(['payment.initialized', 'payment.success', 'payment.fail'])

/** One secret, or several separated by commas during a rotation. */
const secrets = (name) => {
  const texts = (process.env[name] ?? '').split(',').map((text) => text.trim())
  const found = texts.filter((text) => text !== '')
  if (found.length === 0) {
    console.error(`${name} is not set. The platform's operator gives it to you.`)
    process.exit(1)
  }
  return found
}

const apiSecrets = secrets('API_SECRET')
const hmacSecrets = secrets('HMAC_SECRET')
const shop = openShop(process.env['DATA_FILE'])

const refusal = (status, error, errorMessage) => ({ status, body: { error, errorMessage } })
const UNAUTHORIZED = (message) => refusal(401, 'UNAUTHORIZED', message)
const UNAVAILABLE = refusal(503, 'SERVICE_UNAVAILABLE', 'The service is temporarily unavailable.')
const ACKNOWLEDGED = { status: 200, body: { success: true } }

/** Checks the API secret before anything else. */
const handle = async (request) => {
  if (!isAuthorized(header(request, 'authorization'), apiSecrets)) {
    return UNAUTHORIZED('The API secret is missing or wrong.')
  }
  if (!isFresh(header(request, 'x-timestamp'))) {
    return UNAUTHORIZED('The X-Timestamp is missing, malformed, or more than 300 s off.')
  }
  // The path is not decoded yet: a slash in a reference is sent as %2F.
  const [path] = request.url.split('?')
  const [, segment] = /^\/([^/]+)$/.exec(path) ?? []
  if (request.method === 'GET' && segment !== undefined) return lookUp(segment)
  if (request.method === 'POST' && path === '/webhooks/platform') return receive(request)
  return refusal(404, 'ROUTE_NOT_FOUND', 'No endpoint has this method and path.')
}

const lookUp = (segment) => {
  const answer = shop.lookUp(decoded(segment))
  switch (answer) {
    case 'not_found':
      return refusal(404, 'NOT_FOUND', 'The reference was not found.')
    case 'already_paid':
      return refusal(409, 'ALREADY_PAID', 'The payment is already completed.')
    case 'unavailable':
      return UNAVAILABLE
    default:
      return { status: 200, body: answer }
  }
}

const receive = async (request) => {
  // The raw bytes. JSON.stringify(JSON.parse(body)) can differ from the bytes that were signed.
  const chunks = []
  let length = 0
  for await (const chunk of request) {
    length += chunk.length
    if (length > BODY_BYTES_MAX) {
      return refusal(413, 'PAYLOAD_TOO_LARGE', 'The body is larger than 256 KiB.')
    }
    chunks.push(chunk)
  }
  const body = Buffer.concat(chunks)
  const timestamp = header(request, 'x-timestamp')
  if (!isSigned(body, timestamp, header(request, 'x-signature'), hmacSecrets)) {
    return UNAUTHORIZED('The X-Signature does not match the body and the X-Timestamp.')
  }
  return take(body)
}

const take = (body) => {
  const sent = parsed(body)
  if (typeof sent?.event !== 'string')
    return refusal(400, 'BAD_REQUEST', 'The body is not an event.')
  // Acknowledge unknown kinds, or the platform retries them for three days.
  if (!KINDS.has(sent.event)) return ACKNOWLEDGED
  const { reference, paymentId } = sent.data ?? {}
  if (typeof reference !== 'string' || typeof paymentId !== 'string') {
    return refusal(400, 'BAD_REQUEST', 'The event has no data.reference or no data.paymentId.')
  }
  shop.take(sent.event, sent.data)
  return ACKNOWLEDGED
}

/** The value of a header, or undefined when it is missing or repeated. */
const header = (request, name) => {
  const values = request.headersDistinct[name] ?? []
  return values.length === 1 ? values[0] : undefined
}

/** The decoded reference, or '' when it cannot be decoded. */
const decoded = (segment) => {
  try {
    return decodeURIComponent(segment)
  } catch {
    return ''
  }
}

const parsed = (body) => {
  try {
    return JSON.parse(body.toString('utf8'))
  } catch {
    return null
  }
}

const serve = async (request, response) => {
  const { status, body } = await handle(request).catch((error) => {
    console.error(`Not answered: ${error.message}`)
    return UNAVAILABLE
  })
  response.writeHead(status, {
    'content-type': 'application/json; charset=utf-8',
    // The body may be unread, and would be parsed as the next request.
    ...(status !== 200 && { connection: 'close' }),
  })
  response.end(JSON.stringify(body))
}

const server = createServer({ requestTimeout: 10_000 }, (request, response) => {
  void serve(request, response)
})

server.listen(Number(process.env['PORT'] ?? 3000), '127.0.0.1', () => {
  console.log(`The API URL is http://127.0.0.1:${server.address().port}`)
})
