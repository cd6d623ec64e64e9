import pino, { type Logger } from 'pino'
import { buildApp, type Platform } from './app.ts'
import { readConfig, type Config } from './config.ts'
import { createDatabase } from './database/database.ts'
import { startEmbeddedPostgres } from './database/embedded-postgres.ts'
import { migrate } from './database/migrate.ts'
import { readMasterKeys } from './master-key.ts'
import { ensureOperatorKey } from './partners/operator-key.ts'
import { createKeyring } from './partners/secrets.ts'

/** A shutdown that takes longer is stuck: leases and transactions are made to survive its end. */
const SHUTDOWN_MS_MAX = 20_000

/** config → database → app → dispatcher → signals. */
const main = async (): Promise<void> => {
  const config = readConfig()
  const log = createLog(config)
  const { current, previous } = readMasterKeys(config, log)
  const embedded =
    config.databaseUrl === undefined
      ? await startEmbeddedPostgres({ dataDir: config.dataDir, log })
      : null
  const databaseUrl = config.databaseUrl ?? (embedded as { url: string }).url
  await migrate(databaseUrl, log)
  const db = createDatabase(databaseUrl)
  const madeKey = await ensureOperatorKey(db.pool, config.operatorKey)
  const keyring = createKeyring(current, previous)
  const platform = buildApp({ config, db, databaseUrl, keyring, log })
  const address = await platform.start()
  log.info({ address }, `the platform is ready at ${address}`)
  if (madeKey !== null) tellOperatorKey(madeKey)
  stopOnSignals(platform, log, async () => embedded?.stop())
}

const createLog = ({ logLevel }: Config): Logger => pino({ level: logLevel, base: null })

/** The only time that this key is shown: it is stored as a hash. Not in the log, which is kept. */
const tellOperatorKey = (key: string): void => {
  process.stderr.write(
    `\nThe first operator's key, shown this once (header x-api-key):\n\n  ${key}\n\n` +
      `Keep it, or set WASL_OPERATOR_KEY to a key of your own.\n\n`,
  )
}

const stopOnSignals = (
  platform: Platform,
  log: Logger,
  stopDatabase: () => Promise<void>,
): void => {
  let stopping = false
  const stop = async (signal: string): Promise<void> => {
    if (stopping) return
    stopping = true
    log.info({ signal }, 'stopping: finishing what was begun')
    const timer = setTimeout(() => {
      log.error(`the shutdown took longer than ${SHUTDOWN_MS_MAX} ms and was cut short`)
      process.exit(1)
    }, SHUTDOWN_MS_MAX)
    timer.unref()
    await platform.stop()
    await stopDatabase()
    log.info('stopped')
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      stop(signal).catch((error: unknown) => {
        log.error({ err: error }, 'the shutdown failed')
        process.exit(1)
      })
    })
  }
}

main().catch((error: unknown) => {
  const message = error instanceof Error ? error.message : String(error)
  process.stderr.write(`The platform did not start: ${message}\n`)
  process.exit(1)
})
