import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { collectAllowedMethods, type AllowedMethods } from './allowed-methods.ts'
import { ApiError } from '../../base/api-error.ts'
import { errorAnswer, NO_STORE } from './api-error-body.ts'
import type { ErrorLog } from './error-log.ts'
import { apiErrorOf } from './error-to-api-error.ts'
import { foreignHostProblem, hostProblem } from './host-header.ts'
import { versionProblem } from './http-version.ts'
import { rememberRequests } from './client-error.ts'
import { noteFault } from './partners-fault.ts'
import { newRequestId } from './request-id.ts'
import { isSpeltAsRoute } from './spelt-path.ts'

/**
 * Options for the Fastify instance, so that refusals before routing are answered as D4 says too,
 * with a request id of our own.
 */
export const errorOptions = {
  genReqId: newRequestId,
  requestIdHeader: false,
  // An open request is finished when the platform stops.
  return503OnClosing: false,
  // Node.js would answer a missing Host without a request id; hostProblem refuses it instead. Its
  // default interval of 30 seconds would more than double the time limit of requests.
  http: { requireHostHeader: false, connectionsCheckingInterval: 2_000 },
} as const

export type ForEveryRequest = {
  /** The only values of `Host` that are served; null for any. */
  ownHosts?: (() => ReadonlySet<string>) | null
  /** Answers a path that leads nowhere, for a person; false for a program. */
  answerUnknownPath?: (request: FastifyRequest, reply: FastifyReply) => boolean
  /** Headers of every answer. */
  headers?: Record<string, string>
}

export type AnswerError = (error: unknown, request: FastifyRequest, reply: FastifyReply) => void

/**
 * Answers every error as D4 says. Puts X-Request-Id and `no-store` on every response. Call it
 * before adding any route.
 */
export const handleErrors = (
  app: FastifyInstance,
  answerError: AnswerError,
  errorLog: ErrorLog,
  { ownHosts = null, answerUnknownPath = () => false, headers = {} }: ForEveryRequest = {},
): void => {
  const allowedMethods = collectAllowedMethods(app)
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers({ 'x-request-id': request.id, ...NO_STORE, ...headers })
    const version = versionProblem(request.raw)
    const host =
      hostProblem(request.raw) ?? (ownHosts && foreignHostProblem(request.raw, ownHosts()))
    const { url: route } = request.routeOptions
    if (version !== null) done(malformed('', version))
    else if (host !== null) done(malformed('Host', host))
    else if (route !== undefined && !isSpeltAsRoute(request.url, route)) done(NO_ROUTE)
    else done()
  })
  app.setErrorHandler(answerError)
  app.setNotFoundHandler((request, reply) => {
    const refusal = notFound(request, allowedMethods)
    if (refusal.code === 'ROUTE404_NOT_FOUND' && answerUnknownPath(request, reply)) return
    answerError(refusal, request, reply)
  })
  app.server.on('checkExpectation', (request: IncomingMessage, response: ServerResponse) =>
    refuseExpectation(errorLog, request, response),
  )
  rememberRequests(app.server)
}

/** The answer for a path that only resembles a route. */
const NO_ROUTE = new ApiError('ROUTE404_NOT_FOUND')

const malformed = (path: string, message: string): ApiError =>
  new ApiError('VALIDATION400', { details: [{ path, message }] })

/** Logs an error, and answers with what the caller may know of it. */
export const createAnswerError =
  (errorLog: ErrorLog): AnswerError =>
  (error, request, reply) => {
    const apiError = apiErrorOf(error)
    errorLog.request(error, apiError, request)
    noteFault(request, apiError.code)
    const { status, headers, body } = errorAnswer(
      apiError,
      request.id,
      request.headers['accept-language'],
    )
    void reply.code(status).headers(headers).send(body)
  }

const notFound = (request: FastifyRequest, allowedMethods: AllowedMethods): ApiError => {
  const [path = ''] = request.url.split('?')
  const methods = allowedMethods(path)
  if (methods.length === 0) return new ApiError('ROUTE404_NOT_FOUND')
  return new ApiError('REQUEST405_METHOD_NOT_ALLOWED', { headers: { allow: methods.join(', ') } })
}

/** Node.js would answer an unknown Expect without a request id. */
const refuseExpectation = (
  errorLog: ErrorLog,
  request: IncomingMessage,
  response: ServerResponse,
): void => {
  const requestId = newRequestId()
  const refusal = malformed('Expect', 'expected 100-continue or no such header')
  errorLog.bytes(requestId, refusal.code)
  const { status, headers, body } = errorAnswer(
    refusal,
    requestId,
    request.headers['accept-language'],
  )
  const bytes = JSON.stringify(body)
  response.writeHead(status, {
    ...headers,
    'x-request-id': requestId,
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(bytes),
    connection: 'close',
  })
  response.end(bytes)
}
