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
 * It reads the body itself, because the signature covers the raw bytes. If a body parser runs first,
 * every webhook gets 500 and the log hook says why. Raw bytes in `req.body` or `req.rawBody`, as
 * express.raw() keeps them, are used.
 *
 * Express removes the mount path from the URL, so a partner mounted at a path needs no `basePath`. As
 * a middleware it passes requests outside `basePath` to `next`.
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

/** `handle` never rejects, and writing to a closed connection does nothing. */
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

/** The raw path. `new URL` would resolve `%2E%2E` and read `//x/y` as a host. */
export const pathnameOf = (url: string): string => {
  if (url.startsWith('/')) return url.replace(/[?#].*$/s, '')
  // A request line may contain a whole URL (RFC 9112, absolute form).
  return URL.canParse(url) ? new URL(url).pathname : url
}

/**
 * node:http's `headers` keeps only the first of two Authorization headers. This reader joins both, so
 * that the request is refused.
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
