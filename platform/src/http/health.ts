import type { FastifyInstance } from 'fastify'
import type pg from 'pg'
import type { Metrics } from '../metrics.ts'

/** A database that takes longer to say "yes" cannot serve payments. */
const READY_TIMEOUT_MS = 2_000

/**
 * `/healthz`: this process is alive. `/readyz`: it can serve, for the database answers (its
 * migrations were applied before the server began to listen) and no shutdown is under way.
 * `/metrics`: Prometheus.
 */
export const health = (
  app: FastifyInstance,
  deps: { pool: pg.Pool; metrics: Metrics; isStopping: () => boolean },
): void => {
  app.get('/healthz', () => ({ status: 'alive' }))

  app.get('/readyz', async (_request, reply) => {
    if (deps.isStopping()) return reply.code(503).send({ status: 'stopping' })
    const isReachable = await answersInTime(deps.pool)
    if (isReachable) return { status: 'ready' }
    return reply.code(503).send({ status: 'the database does not answer' })
  })

  app.get('/metrics', async (_request, reply) =>
    reply.type(deps.metrics.contentType).send(await deps.metrics.scrape()),
  )
}

const answersInTime = (pool: pg.Pool): Promise<boolean> => {
  const late = new Promise<boolean>((resolve) => {
    setTimeout(() => resolve(false), READY_TIMEOUT_MS).unref()
  })
  const answer = pool.query('select 1').then(
    () => true,
    () => false,
  )
  return Promise.race([answer, late])
}
