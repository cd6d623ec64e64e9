import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { createServer as createHttpServer, type RequestListener } from 'node:http'
import type { Logger } from 'pino'
import { createAnswerClientError } from './client-error.ts'
import { createAnswerError, errorOptions, handleErrors } from './error-handler.ts'
import { createErrorLog } from './error-log.ts'
import { readJsonBodies } from './json-body.ts'
import { endSlowReaders, UNREAD_MS_MAX } from './slow-readers.ts'
import { refuseUndeclaredInput } from './undeclared-input.ts'

export type ServerOptions = {
  log: Logger
  trustProxy: false | string[]
  /**
   * Answers a path whose percent-encoding is broken, or leaves it to the error handler: true when it
   * has taken it.
   */
  answerBrokenPath: (request: FastifyRequest, reply: FastifyReply) => Promise<void> | null
  /** Takes requests before the framework, `route`, which it is given for all that it does not answer. */
  lane?: (route: RequestListener) => RequestListener
  /** How long an answer may wait for its reader; shorter in tests. */
  unreadMsMax?: number
}

/** A request is this long at most; the longest of ours is a partner's two URLs. */
const BODY_BYTES_MAX = 64 * 1024

/** From the first byte of a request to its last: nothing of ours takes a sender this long. */
const REQUEST_MS_MAX = 15_000

/** Slow or endless requests end here; Fastify's own defaults let them live for ever. */
const LIMITS = {
  bodyLimit: BODY_BYTES_MAX,
  requestTimeout: REQUEST_MS_MAX,
  // Node takes the longer of the two limits for the whole request, and its own one for the headers
  // is a minute.
  http: { ...errorOptions.http, headersTimeout: REQUEST_MS_MAX },
  keepAliveTimeout: 65_000,
  forceCloseConnections: 'idle',
  // 128 characters of four bytes each, percent-encoded.
  routerOptions: { maxParamLength: 128 * 4 * 3 },
} as const

/** The HTTP server without its routes: limits, bodies, and an answer to every error. */
export const createServer = ({
  log,
  trustProxy,
  answerBrokenPath,
  lane = (route) => route,
  unreadMsMax = UNREAD_MS_MAX,
}: ServerOptions): FastifyInstance => {
  const errorLog = createErrorLog(log)
  const answerError = createAnswerError(errorLog)
  const app: FastifyInstance = Fastify({
    ...errorOptions,
    ...LIMITS,
    clientErrorHandler: createAnswerClientError(errorLog),
    // A line for each request would cost a third of the throughput, a logger for each still a part
    // of it: slow and failed requests are logged by us, and name themselves.
    logger: false,
    trustProxy,
    serverFactory: (route) => {
      const { requestTimeout, keepAliveTimeout, http } = LIMITS
      return createHttpServer({ ...http, requestTimeout, keepAliveTimeout }, lane(route))
    },
    frameworkErrors(error, request, reply) {
      reply.header('x-request-id', request.id)
      const answered = answerBrokenPath(request, reply)
      if (!answered) return answerError(error, request, reply)
      answered.catch((refusal: unknown) => {
        answerError(refusal, request, reply)
      })
    },
  })
  endSlowReaders(app.server, unreadMsMax)
  handleErrors(app, answerError, errorLog)
  readJsonBodies(app)
  refuseUndeclaredInput(app)
  return app
}
