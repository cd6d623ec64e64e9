import type { FastifyInstance } from 'fastify'
import { createDocuments } from './settlement/documents/documents.ts'
import { signClosedStatements } from './settlement/documents/sign-closed.ts'
import { closeServer } from './http/server/close-server.ts'
import { publicOriginOf } from './http/server/public-origin.ts'
import { createNotifier } from './notifications/notifier.ts'
import { periodicWork } from './periodic/tasks.ts'
import { listenForWebhooks } from './webhooks/dispatcher/notify.ts'
import { startBeating, type Beating } from './system/beating.ts'
import { createCore, type PlatformParts } from './core.ts'
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
  const core = createCore(parts)
  const { dispatcher, outbound, makeTransition, wake } = core
  let stopping = false
  const issuer = (): string => publicOriginOf(app, config)()
  const documents = createDocuments({ pool: db.pool, keyring: parts.keyring, issuer })
  const app: FastifyInstance = serveRoutes(parts, { ...core, documents }, () => stopping)
  const { echoes } = core
  const signing = () => signClosedStatements(db.pool, documents.manifest, log)
  const { takeCalls } = core.metrics
  const notifier = config.notify
    ? createNotifier(config.notify, {
        pool: db.pool,
        origin: issuer,
        onResult: core.metrics.countNotification,
        log,
      })
    : null
  const doing = { db, makeTransition, wake, echoes, signing, takeCalls, notifier }
  const work = periodicWork({ ...doing, retention: config, log })
  core.metrics.watchTasks(work.ages)
  let beating: Beating | undefined
  let listener: ReturnType<typeof listenForWebhooks> | undefined
  return {
    app,
    async start(port = config.port) {
      const address = await app.listen({ host: config.host, port })
      dispatcher.start()
      work.start()
      beating = startBeating({ app, pool: db.pool, core, address, tasks: work.ages, log })
      listener = listenForWebhooks(databaseUrl, core.processId, dispatcher.wakeForOthers, log)
      return address
    },
    async stop() {
      stopping = true
      notifier?.stop()
      await Promise.all([closeServer(app), work.stop(), dispatcher.stop(), listener?.close()])
      await beating?.stop()
      await Promise.all([outbound.close(), notifier?.close()])
      await db.close()
    },
  }
}
