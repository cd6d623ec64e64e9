import { OPERATIONS } from '@wasl/protocol/operations'
import type { FastifyInstance } from 'fastify'
import type { Metrics } from '../../metrics/metrics.ts'
import { addRoutes, Answered, ANYONE, type Handlers } from '../server/routes.ts'
import { createReadiness, type ReadinessDeps } from './readiness.ts'

export type HealthDeps = { db: ReadinessDeps; metrics: Metrics; isStopping: () => boolean }

/**
 * `/healthz`: the process is alive. `/readyz`: payments work, because the database answers on the
 * connections that they use, can be written and has every migration, and no shutdown is under way
 * (D23). `/metrics`: Prometheus.
 */
export const health = (app: FastifyInstance, deps: HealthDeps): void =>
  addRoutes(app, OPERATIONS.service.health, handlersOf(deps), ANYONE)

const handlersOf = ({
  db,
  metrics,
  isStopping,
}: HealthDeps): Handlers<typeof OPERATIONS.service.health, null> => {
  const readiness = createReadiness(db)
  return {
    isAlive: () => ({ status: 'alive' }),
    async isReady() {
      const status = isStopping() ? 'stopping' : await readiness()
      return status === 'ready' ? { status } : new Answered(503, JSON_TYPE, { status })
    },
    readMetrics: async () => new Answered(200, metrics.contentType, await metrics.scrape()),
  }
}

const JSON_TYPE = 'application/json; charset=utf-8'
