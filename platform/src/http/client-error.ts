import { randomUUID } from 'node:crypto'
import { ServerResponse, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { ApiError } from './api-error.ts'
import { errorAnswer } from './api-error-body.ts'

/**
 * Answers bytes that are no HTTP request (or not in time, or with endless headers) on the bare socket,
 * and closes it: nothing that follows on this connection can be trusted to be a request.
 */
export const answerClientError = (error: NodeJS.ErrnoException, socket: Socket): void => {
  if (error.code === 'ECONNRESET' || socket.destroyed) return
  if (!socket.writable || isAnswering(socket)) {
    socket.destroy(error)
    return
  }
  const requestId = randomUUID()
  const { status, headers, body } = errorAnswer(refusalOf(error.code), requestId, undefined)
  const bytes = JSON.stringify(body)
  const lines = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(bytes)}`,
    `x-request-id: ${requestId}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    'connection: close',
  ]
  socket.end(`${lines.join('\r\n')}\r\n\r\n${bytes}`, () => socket.destroy())
}

/** While an earlier request of this connection is being answered, no bytes may come between. */
const isAnswering = (socket: Socket): boolean => {
  // Node keeps the response under way here, and looks at it for the same reason.
  const response: unknown = Reflect.get(socket, '_httpMessage')
  return response instanceof ServerResponse && response.headersSent
}

const refusalOf = (code: string | undefined): ApiError => {
  switch (code) {
    case 'HPE_HEADER_OVERFLOW':
    case 'HPE_CHUNK_EXTENSIONS_OVERFLOW':
      return new ApiError('REQUEST413_TOO_LARGE', { explanation: 'Its headers are too long.' })
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return malformed('expected the whole request within the time limit')
    default:
      return malformed('expected a request in valid HTTP/1.1')
  }
}

const malformed = (message: string): ApiError =>
  new ApiError('VALIDATION400', { details: [{ path: '', message }] })
