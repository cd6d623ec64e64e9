import type { ProcessRole } from '@wasl/protocol'
import { OPERATIONS } from '@wasl/protocol/operations'
import type { FastifyInstance } from 'fastify'
import type { Metrics } from '../../operations/metrics/metrics.ts'
import { addRoutes, Answered, ANYONE, type Handlers } from '../server/routes.ts'
import { createReadinessOf, type ReadyCell } from './readiness.ts'

export type HealthDeps = {
  cells: readonly ReadyCell[]
  roles: readonly ProcessRole[]
  metrics: Metrics
  isStopping: () => boolean
}

/**
 * `/healthz`: the process is alive. `/readyz`: payments work, because the database answers on the
 * connections that they use (without the role `api`: those of the process's work), can be written and
 * has every migration, and no shutdown is under way (D23). Of several cells it names each; one that is
 * away does not keep the partners of the others from being paid. `/metrics`: Prometheus.
 */
export const health = (app: FastifyInstance, deps: HealthDeps): void =>
  addRoutes(app, OPERATIONS.service.health, handlersOf(deps), ANYONE)

const handlersOf = ({
  cells,
  roles,
  metrics,
  isStopping,
}: HealthDeps): Handlers<typeof OPERATIONS.service.health, null> => {
  const readiness = createReadinessOf(cells, roles)
  return {
    isAlive: () => ({ status: 'alive' }),
    async isReady() {
      const report = isStopping() ? { status: 'stopping' } : await readiness()
      return report.status === 'ready' ? report : new Answered(503, JSON_TYPE, report)
    },
    readMetrics: async () => new Answered(200, metrics.contentType, await metrics.scrape()),
  }
}

const JSON_TYPE = 'application/json; charset=utf-8'
