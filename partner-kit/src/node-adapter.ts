import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Answer } from './answer.ts'
import type { HeaderReader, Incoming } from './incoming.ts'
import { readNodeBody } from './node-body.ts'
import type { Partner } from './partner.ts'

export type NodeHandler = (
  request: IncomingMessage,
  response: ServerResponse,
  next?: (error?: unknown) => void,
) => void

/**
 * The partner as a request listener of node:http, and as a middleware or route handler of Express:
 *
 *     http.createServer(toNodeHandler(partner))
 *     app.use('/payments', toNodeHandler(partner))   // Express, before express.json()
 *
 * It reads the body itself, because the signature covers the raw bytes. A body parser that came
 * first has used them up: then every webhook is answered with 500 and the log hook is told why.
 * (Raw bytes that somebody kept, as express.raw() does in `req.body`, are taken.)
 *
 * Express takes the mount path off the URL, so mounted with a path the partner needs no `basePath`.
 * In a middleware, requests outside `basePath` go on to `next`.
 */
export const toNodeHandler =
  (partner: Partner): NodeHandler =>
  (request, response, next) => {
    const pathname = pathnameOf(request.url ?? '/')
    if (next !== undefined && !partner.owns(pathname)) {
      next()
      return
    }
    serveNode(partner, response, incomingFromNode(request, pathname))
  }

/** `handle` never rejects, and writing to a connection that is gone does nothing. */
export const serveNode = (partner: Partner, response: ServerResponse, incoming: Incoming): void => {
  void partner.handle(incoming).then((answer) => writeAnswer(response, answer))
}

export const incomingFromNode = (
  request: IncomingMessage,
  pathname: string,
  advice?: string,
): Incoming => {
  const headers = rawHeaderReader(request.rawHeaders)
  return {
    method: request.method ?? 'GET',
    pathname,
    advice,
    headers,
    readBody: (bytesMax) => readNodeBody(request, bytesMax, headers.get('content-length')),
  }
}

/** The path as it was sent. `new URL` would resolve `%2E%2E` in it, and take `//x/y` for a host. */
export const pathnameOf = (url: string): string => {
  if (url.startsWith('/')) return url.replace(/[?#].*$/s, '')
  // A request line may hold a whole URL (RFC 9112, absolute form).
  return URL.canParse(url) ? new URL(url).pathname : url
}

/**
 * node:http's `headers` keeps only the first of two Authorization headers; here both count, joined,
 * so that a request that carries two is refused.
 */
const rawHeaderReader = (rawHeaders: readonly string[]): HeaderReader => ({
  get: (name) => {
    let joined: string | null = null
    for (let index = 0; index + 1 < rawHeaders.length; index += 2) {
      const given = rawHeaders[index] ?? ''
      if (given.length !== name.length || given.toLowerCase() !== name) continue
      const value = rawHeaders[index + 1] ?? ''
      joined = joined === null ? value : `${joined}, ${value}`
    }
    return joined
  },
})

const writeAnswer = (response: ServerResponse, answer: Answer): void => {
  if (response.headersSent || response.writableEnded) return
  response.writeHead(answer.status, {
    ...answer.headers,
    'content-length': Buffer.byteLength(answer.body),
  })
  response.end(answer.body)
}
