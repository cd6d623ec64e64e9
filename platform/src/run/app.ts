import type { FastifyInstance } from 'fastify'
import { createDocuments } from '../money/settlement/documents/documents.ts'
import { cellWork } from './cells/cell-work.ts'
import { createEveryCell } from '../cells/every-cell.ts'
import { splitCalls } from '../operations/figures/split-calls.ts'
import type { JoinedCell } from '../cells/cell.ts'
import type { Database } from '../base/database/database.ts'
import { closeServer } from '../http/server/close-server.ts'
import { publicOriginOf } from '../http/server/public-origin.ts'
import type { TaskAge } from '../operations/periodic/schedule.ts'
import { startBeating, type Beating } from '../operations/system/beating.ts'
import { createCore, createShared, type PlatformParts } from './core.ts'
import { serveHealth } from './serve-health.ts'
import { serveRoutes } from './serve-routes.ts'

export type { PlatformParts }

export type Platform = {
  app: FastifyInstance
  /**
   * Listens, by default on the configured port, and starts delivering. Resolves with the address.
   */
  start(port?: number): Promise<string>
  /** Refuses new requests, finishes the open ones, and closes the database. */
  stop(): Promise<void>
}

/** Connects all parts of the platform. */
export const buildApp = (parts: PlatformParts): Platform => {
  const { config, db, databaseUrl, log } = parts
  const shared = createShared(parts)
  let stopping = false
  const issuer = (): string => publicOriginOf(app, config)()
  const databases = parts.cells?.all ?? [loneCell(db, databaseUrl)]
  const everyCell = createEveryCell(databases, parts.cells?.homes ?? null)
  const cells = databases.map((cell, place) => {
    const cashCells = parts.cells ? { every: everyCell, isControl: place === 0 } : null
    const core = createCore(shared, cell.db, parts.keyring)
    const documents = createDocuments({ pool: cell.db.pool, keyring: parts.keyring, issuer })
    return Object.assign(cell, { core: Object.assign(core, { documents, cashCells }) })
  })
  const serve = shared.roles.includes('api') ? serveRoutes : serveHealth
  const app: FastifyInstance = serve(parts, shared, cells, () => stopping, everyCell)
  const callsOf = splitCalls(
    shared.metrics.calls,
    parts.cells?.homes ?? null,
    databases[0]?.name ?? '',
  )
  const works = cells.map((cell, place) =>
    cellWork(parts, shared, cell, {
      calls: callsOf(cell.name),
      issuer,
      everyCell: place === 0 ? everyCell : null,
    }),
  )
  const ages = (): TaskAge[] => works.flatMap((work) => work.ages())
  shared.metrics.watchTasks(ages)
  let beating: Beating | undefined
  return {
    app,
    async start(port = config.port) {
      const address = await app.listen({ host: config.host, port })
      for (const work of works) work.start()
      beating = startBeating({ app, pool: db.pool, shared, address, tasks: ages, log })
      return address
    },
    async stop() {
      stopping = true
      await Promise.all([closeServer(app), ...works.map((work) => work.stop())])
      // What was called until the last request and attempt ended.
      await Promise.all(works.map((work) => work.recordCalls()))
      await beating?.stop()
      await Promise.all([shared.outbound.close(), parts.cells?.homes.close()])
      await Promise.all(cells.map((cell) => cell.db.close()))
    },
  }
}

const loneCell = (db: Database, url: string): JoinedCell => ({
  name: '',
  url,
  db,
  isReady: () => true,
  ready: Promise.resolve(),
})
