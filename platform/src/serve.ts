import type { Logger } from 'pino'
import { readConfig } from './config.ts'
import { createLog } from './log.ts'
import { startPlatform } from './start.ts'

/** A shutdown that takes longer is stuck: leases and transactions are made to survive its end. */
const SHUTDOWN_MS_MAX = 20_000

/** Ends with the process: with a sentence when the platform cannot start, or at a signal. */
export const serve = async (): Promise<void> => {
  try {
    await serveUntilStopped()
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    process.stderr.write(`The platform did not start: ${message}\n`)
    process.exit(1)
  }
}

/** config → platform → signals. A signal that comes during the start is obeyed after it. */
const serveUntilStopped = async (): Promise<void> => {
  const config = readConfig()
  const log = createLog(config.logLevel)
  // Unheard, it would end the process: whoever read what is said here may be gone.
  process.stderr.on('error', () => undefined)
  const signalled = firstSignal(log)
  const platform = await startPlatform(config, log)
  log.info({ address: platform.address }, `the platform is ready at ${platform.address}`)
  if (platform.madeOperatorKey !== null) tellOperatorKey(platform.madeOperatorKey, log)
  await signalled
  await platform.stop().catch((error: unknown) => {
    log.error({ err: error }, 'the shutdown failed')
    process.exit(1)
  })
  log.info('stopped')
}

/** Resolves when the platform is asked to stop; from then on it has a limited time to do so. */
const firstSignal = async (log: Logger): Promise<void> => {
  const signal = await new Promise<string>((resolve) => {
    // Later signals change nothing: what was begun is finished.
    for (const name of ['SIGINT', 'SIGTERM'] as const) process.on(name, resolve)
  })
  log.info({ signal }, 'stopping: finishing what was begun')
  const timer = setTimeout(() => {
    log.error(`the shutdown took longer than ${SHUTDOWN_MS_MAX} ms and was cut short`)
    process.exit(1)
  }, SHUTDOWN_MS_MAX)
  timer.unref()
}

/** The only time that this key is shown: it is stored as a hash. Not in the log, which is kept. */
const tellOperatorKey = (key: string, log: Logger): void => {
  process.stderr.write(
    `\nThe first operator's key, shown this once (header x-api-key):\n\n  ${key}\n\n` +
      `Keep it, or set WASL_OPERATOR_KEY to a key of your own.\n\n`,
    (error) => {
      if (error) log.error(NOBODY_SAW_THE_KEY)
    },
  )
}

const NOBODY_SAW_THE_KEY =
  "The first operator's key could not be shown, and is stored nowhere in clear: set " +
  'WASL_OPERATOR_KEY to a key of your own, and start again.'
