import type { ProcessRole } from '@wasl/protocol'
import { connectionsOf } from '../../base/database/connections.ts'
import { promisify } from 'node:util'
import type { FastifyInstance } from 'fastify'
import type pg from 'pg'
import type { Logger } from 'pino'
import { readBuild } from '../metrics/build.ts'
import type { BreakerCounts } from '../../base/outbound/partner-guard.ts'
import { periodic, type TaskAge } from '../periodic/schedule.ts'
import { beat, endBeat } from './heartbeat.ts'

/** The page of the system calls a process silent after three of these. */
const PAUSE_MS = 10_000

export type Beating = { stop(): Promise<void> }

type BeatingDeps = {
  app: FastifyInstance
  pool: pg.Pool
  shared: {
    processId: string
    roles: readonly ProcessRole[]
    lookups: { breakers(): BreakerCounts }
  }
  address: string
  tasks: () => TaskAge[]
  log: Logger
}

/** Writes every few seconds that this process is alive. */
export const startBeating = ({
  app,
  pool,
  shared: { processId, roles, lookups },
  address,
  tasks,
  log,
}: BeatingDeps): Beating => {
  const build = readBuild()
  const countConnections = promisify(app.server.getConnections.bind(app.server))
  const work = periodic('tell that it lives', PAUSE_MS, log, async () =>
    beat(pool, processId, {
      address,
      roles,
      databaseConnectionsMax: connectionsOf(roles),
      ...build,
      connections: await countConnections(),
      memoryBytes: process.memoryUsage.rss(),
      breakersOpen: lookups.breakers().open,
      tasks: tasks(),
    }),
  )
  return {
    async stop() {
      await work.stop()
      // The database may be away: then the others see that this process is silent.
      await endBeat(pool, processId).catch(() => undefined)
    },
  }
}
