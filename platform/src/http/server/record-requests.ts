import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { IncomingMessage } from 'node:http'
import type { Logger } from 'pino'
import type { Metrics } from '../../operations/metrics/metrics.ts'
import { isPartnersFault } from './partners-fault.ts'
import { subjectOf } from './subject.ts'

/** Requests that take longer are logged. */
const SLOW_MS = 1_000

export type AnsweredRequest = {
  method: string
  route: string
  status: number
  durationMs: number
  requestId: string
  /** The framework's request; absent when it was answered before the framework. */
  request?: FastifyRequest
}

export type RecordRequest = (answered: AnsweredRequest) => void

/**
 * Counts and times a request, and logs a slow one. Failures and refusals are logged where they are
 * answered.
 */
export const createRecordRequest = (
  { requests, countAnswer }: Metrics,
  log: Logger,
): RecordRequest => {
  // Finding a histogram by its labels costs more than counting, so each route and status keeps its
  // own.
  const histograms = new Map<string, { observe(seconds: number): void }>()

  return ({ method, route, status, durationMs, requestId, request }) => {
    const key = `${method} ${status} ${route}`
    let histogram = histograms.get(key)
    if (!histogram) {
      histogram = requests.labels({ method, route, status })
      histograms.set(key, histogram)
    }
    histogram.observe(durationMs / 1000)
    countAnswer({ method, route, status, durationMs, isPartners: isPartnersFault(request) })
    if (durationMs <= SLOW_MS) return
    const subject = request && subjectOf(request)
    log.warn({ requestId, method, route, status, durationMs, ...subject }, 'slow request')
  }
}

/**
 * Records every request that the framework answers. `startedMs` returns an earlier start for
 * requests whose work began before the framework got them.
 */
export const recordRequests = (
  app: FastifyInstance,
  record: RecordRequest,
  startedMs: (request: IncomingMessage) => number | undefined,
): void => {
  app.addHook('onResponse', (request, reply, done) => {
    const since = startedMs(request.raw)
    record({
      method: request.method,
      // A caller can invent any path, so all paths without a route share one label.
      route: request.routeOptions.url ?? 'unknown',
      status: reply.statusCode,
      durationMs: since === undefined ? reply.elapsedTime : performance.now() - since,
      requestId: request.id,
      request,
    })
    done()
  })
}
