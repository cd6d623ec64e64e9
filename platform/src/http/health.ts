import type { FastifyInstance } from 'fastify'
import type pg from 'pg'
import { createMigrationCheck } from '../database/migrate.ts'
import { expectPrimary, isReadOnly } from '../database/primary.ts'
import type { Metrics } from '../metrics.ts'

/** A database that takes longer to say "yes" cannot serve payments. */
const READY_TIMEOUT_MS = 2_000

/**
 * `/healthz`: this process is alive. `/readyz`: it can serve, for the database answers, can be
 * written and has every migration, and no shutdown is under way (D23). `/metrics`: Prometheus.
 */
export const health = (
  app: FastifyInstance,
  deps: { probes: pg.Pool; metrics: Metrics; isStopping: () => boolean },
): void => {
  const hasMigrations = createMigrationCheck(deps.probes)
  const isMigrated = async (): Promise<boolean> => {
    await expectPrimary(deps.probes)
    return hasMigrations()
  }

  app.get('/healthz', () => ({ status: 'alive' }))

  app.get('/readyz', async (_request, reply) => {
    if (deps.isStopping()) return reply.code(503).send({ status: 'stopping' })
    const status = await databaseStatus(isMigrated)
    return reply.code(status === 'ready' ? 200 : 503).send({ status })
  })

  app.get('/metrics', async (_request, reply) =>
    reply.type(deps.metrics.contentType).send(await deps.metrics.scrape()),
  )
}

const NO_ANSWER = 'the database does not answer'
const READ_ONLY = 'the database is read-only'

const databaseStatus = (isMigrated: () => Promise<boolean>): Promise<string> => {
  const late = new Promise<string>((resolve) => {
    setTimeout(() => resolve(NO_ANSWER), READY_TIMEOUT_MS).unref()
  })
  const answer = isMigrated().then(
    (migrated) => (migrated ? 'ready' : 'the database lacks migrations of this release'),
    (error: unknown) => (isReadOnly(error) ? READ_ONLY : NO_ANSWER),
  )
  return Promise.race([answer, late])
}
