import { STATUS_CODES, type Server, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { ApiError } from '../../base/api-error.ts'
import { errorAnswer } from './api-error-body.ts'
import type { ErrorLog } from './error-log.ts'
import { newRequestId } from './request-id.ts'

/** Node's code for a request that did not come whole in time. */
const REQUEST_TIMEOUT = 'ERR_HTTP_REQUEST_TIMEOUT'

/** The response to the newest request of each connection. */
const newest = new WeakMap<Socket, ServerResponse>()

/** Remembers the newest request of each connection, so that no request is answered twice. */
export const rememberRequests = (server: Server): void => {
  server.prependListener('request', (request, response) => newest.set(request.socket, response))
}

/**
 * Answers bytes that are not an HTTP request (or a late one, or one with endless headers) and
 * closes the connection, because what follows may not be a request either. A complete request
 * before those bytes gets its own answer, and none gets two. A connection that never sent a byte is
 * closed without an answer.
 */
export const createAnswerClientError =
  (errorLog: ErrorLog) =>
  (error: NodeJS.ErrnoException, socket: Socket): void => {
    if (error.code === 'ECONNRESET' || socket.destroyed) return
    // Browsers open connections ahead of their requests. An answer to no request would be read as that
    // of a request which is on its way just then: a closed connection makes the browser send it again.
    if (error.code === REQUEST_TIMEOUT && socket.bytesRead === 0) {
      socket.destroy()
      return
    }
    const response = newest.get(socket)
    // The bytes belong to the newest request's body, unless that request is complete.
    const isOfNewest = response?.req.complete === false
    if (response && !response.writableFinished && (!isOfNewest || response.headersSent)) {
      closeAfter(response, socket)
    } else if (!socket.writable || (isOfNewest && response?.headersSent)) {
      socket.destroy(error)
    } else {
      const requestId = newRequestId()
      const refusal = refusalOf(error.code)
      errorLog.bytes(requestId, refusal.code)
      refuse(socket, isOfNewest ? response : undefined, refusal, requestId)
    }
  }

const closeAfter = (response: ServerResponse, socket: Socket): void => {
  // Without keep-alive the answer itself closes the connection.
  if (!response.shouldKeepAlive) return
  response.shouldKeepAlive = false
  response.once('finish', () => socket.destroySoon())
}

/** Writes to the bare socket when the bytes never became a request. */
const refuse = (
  socket: Socket,
  response: ServerResponse | undefined,
  refusal: ApiError,
  requestId: string,
): void => {
  const { status, headers, body } = errorAnswer(refusal, requestId, undefined)
  const bytes = JSON.stringify(body)
  const head = {
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(bytes)),
    'x-request-id': requestId,
    ...headers,
    connection: 'close',
  }
  if (response) {
    response.writeHead(status, head).end(bytes)
    return
  }
  const lines = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    ...Object.entries(head).map(([name, value]) => `${name}: ${value}`),
  ]
  socket.end(`${lines.join('\r\n')}\r\n\r\n${bytes}`, () => socket.destroy())
}

const refusalOf = (code: string | undefined): ApiError => {
  switch (code) {
    case 'HPE_HEADER_OVERFLOW':
    case 'HPE_CHUNK_EXTENSIONS_OVERFLOW':
      return new ApiError('REQUEST413_TOO_LARGE', { explanation: 'Its headers are too long.' })
    case REQUEST_TIMEOUT:
      return malformed('expected the whole request within the time limit')
    default:
      return malformed('expected a request in valid HTTP/1.1')
  }
}

const malformed = (message: string): ApiError =>
  new ApiError('VALIDATION400', { details: [{ path: '', message }] })
