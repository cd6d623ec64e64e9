import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import type { Metrics } from '../metrics.ts'

/** A request that took longer is worth a line in the log. */
const SLOW_MS = 1_000

/** Counts and times every request; logs the slow ones. Failures are logged where they are answered. */
export const recordRequests = (app: FastifyInstance, { requests }: Metrics, log: Logger): void => {
  // Finding a histogram's labels costs more than counting: each route and status keeps its own.
  const histograms = new Map<string, { observe(seconds: number): void }>()

  app.addHook('onResponse', (request, reply, done) => {
    const durationMs = reply.elapsedTime
    const { method } = request
    const status = reply.statusCode
    // A path that matches no route is anything that anybody types: one label for all of them.
    const route = request.routeOptions.url ?? 'unknown'
    const key = `${method} ${status} ${route}`
    let histogram = histograms.get(key)
    if (!histogram) {
      histogram = requests.labels({ method, route, status })
      histograms.set(key, histogram)
    }
    histogram.observe(durationMs / 1000)
    if (durationMs > SLOW_MS) {
      log.warn({ requestId: request.id, route, status, durationMs }, 'slow request')
    }
    done()
  })
}
