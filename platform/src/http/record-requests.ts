import type { FastifyInstance } from 'fastify'
import type { Metrics } from '../metrics.ts'

/** A request that took longer is worth a line in the log. */
const SLOW_MS = 1_000

/** Counts and times every request; logs the slow ones. Failures are logged where they are answered. */
export const recordRequests = (app: FastifyInstance, { requests }: Metrics): void => {
  app.addHook('onResponse', (request, reply, done) => {
    const durationMs = reply.elapsedTime
    // A path that matches no route is anything that anybody types: one label for all of them.
    const route = request.routeOptions.url ?? 'unknown'
    requests.observe({ method: request.method, route, status: reply.statusCode }, durationMs / 1000)
    if (durationMs > SLOW_MS) {
      request.log.warn({ route, status: reply.statusCode, durationMs }, 'slow request')
    }
    done()
  })
}
