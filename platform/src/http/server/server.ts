import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { createServer as createHttpServer, type RequestListener } from 'node:http'
import type { Logger } from 'pino'
import { createAnswerClientError } from './client-error.ts'
import {
  createAnswerError,
  errorOptions,
  handleErrors,
  type ForEveryRequest,
} from './error-handler.ts'
import { createErrorLog } from './error-log.ts'
import { readFileBodies } from './file-body.ts'
import { readJsonBodies } from './json-body.ts'
import { endSlowReaders, UNREAD_MS_MAX } from './slow-readers.ts'
import { refuseUndeclaredInput } from './undeclared-input.ts'

export type ServerOptions = ForEveryRequest & {
  log: Logger
  trustProxy: false | string[]
  /**
   * Answers a path whose percent-encoding is broken, or leaves it to the error handler: true when
   * it has answered.
   */
  answerBrokenPath: (request: FastifyRequest, reply: FastifyReply) => Promise<void> | null
  /** Handles requests before the framework; it passes those that it does not answer to `route`. */
  lane?: (route: RequestListener) => RequestListener
  /** How long an answer may wait for its reader; shorter in tests. */
  unreadMsMax?: number
}

/** The limit on a request's body, unless its operation has a limit of its own. */
const BODY_BYTES_MAX = 64 * 1024

/** The media types of files that an operation may declare. */
const FILE_TYPES = ['text/csv']

/** From the first byte of a request to its last. No request of ours takes a sender this long. */
const REQUEST_MS_MAX = 15_000

/** Limits for slow and endless requests; Fastify's defaults have none. */
const LIMITS = {
  bodyLimit: BODY_BYTES_MAX,
  requestTimeout: REQUEST_MS_MAX,
  // Node.js applies the longer of the two limits to the whole request, and its default for headers
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
  ...forEveryRequest
}: ServerOptions): FastifyInstance => {
  const errorLog = createErrorLog(log)
  const answerError = createAnswerError(errorLog)
  const app: FastifyInstance = Fastify({
    ...errorOptions,
    ...LIMITS,
    clientErrorHandler: createAnswerClientError(errorLog),
    // A log line for each request would cost a third of the throughput. Slow and failed requests
    // are logged by us.
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
  handleErrors(app, answerError, errorLog, forEveryRequest)
  readJsonBodies(app)
  readFileBodies(app, FILE_TYPES)
  refuseUndeclaredInput(app)
  return app
}
