import type { FastifyInstance } from 'fastify'
import type { Metrics } from '../../metrics/metrics.ts'
import { createReadiness, type ReadinessDeps } from './readiness.ts'

/**
 * `/healthz`: this process is alive. `/readyz`: payments pass, for the database answers on the
 * connections that they take, can be written and has every migration, and no shutdown is under way
 * (D23). `/metrics`: Prometheus.
 */
export const health = (
  app: FastifyInstance,
  deps: { db: ReadinessDeps; metrics: Metrics; isStopping: () => boolean },
): void => {
  const readiness = createReadiness(deps.db)

  app.get('/healthz', () => ({ status: 'alive' }))

  app.get('/readyz', async (_request, reply) => {
    if (deps.isStopping()) return reply.code(503).send({ status: 'stopping' })
    const status = await readiness()
    return reply.code(status === 'ready' ? 200 : 503).send({ status })
  })

  app.get('/metrics', async (_request, reply) =>
    reply.type(deps.metrics.contentType).send(await deps.metrics.scrape()),
  )
}
