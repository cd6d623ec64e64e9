import type { Logger } from 'pino'
import { commandCall } from '../base/command-call.ts'
import { readConfig } from '../base/config/config.ts'
import { createLog } from '../base/log.ts'
import { startPlatform } from './start.ts'

/** A longer shutdown is stuck. Ending the process is safe: leases and transactions survive it. */
const SHUTDOWN_MS_MAX = 20_000

/**
 * Runs the platform until a signal. If it cannot start, prints one sentence and ends the process.
 */
export const serve = async (): Promise<void> => {
  try {
    await serveUntilStopped()
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    process.stderr.write(`The platform did not start: ${message}\n`)
    process.exit(1)
  }
}

/** config → platform → signals. A signal during the start takes effect after it. */
const serveUntilStopped = async (): Promise<void> => {
  const config = readConfig(undefined, process.argv.slice(2))
  const log = createLog(config.logLevel)
  // Without a listener, an error would end the process: the reader of its output may be gone.
  process.stderr.on('error', () => undefined)
  const signalled = firstSignal(log)
  const platform = await startPlatform(config, log)
  log.info({ address: platform.address }, `the platform is ready at ${platform.address}`)
  if (platform.madeOperatorKey !== null) tellOperatorKey(platform.madeOperatorKey, log)
  if (platform.ownerLink !== null) tellOwnerLink(platform.ownerLink, log)
  await signalled
  await platform.stop().catch((error: unknown) => {
    log.error({ err: error }, 'the shutdown failed')
    process.exit(1)
  })
  log.info('stopped')
}

/** Resolves at the first signal to stop; from then on the shutdown has a time limit. */
const firstSignal = async (log: Logger): Promise<void> => {
  const signal = await new Promise<string>((resolve) => {
    // Later signals change nothing: open work is finished.
    for (const name of ['SIGINT', 'SIGTERM'] as const) process.on(name, resolve)
  })
  log.info({ signal }, 'stopping: finishing what was begun')
  const timer = setTimeout(() => {
    log.error(`the shutdown took longer than ${SHUTDOWN_MS_MAX} ms and was cut short`)
    process.exit(1)
  }, SHUTDOWN_MS_MAX)
  timer.unref()
}

/** Prints the key once: only its hash is stored. It is not logged, because logs are kept. */
const tellOperatorKey = (key: string, log: Logger): void => {
  process.stderr.write(
    `\nThe first operator's key, shown this once (header x-api-key):\n\n  ${key}\n\n` +
      `Keep it, or set WASL_OPERATOR_KEY to a key of your own.\n\n`,
    (error) => {
      if (error) log.error(NOBODY_SAW_THE_KEY)
    },
  )
}

/** Prints the link once: only the hash of its token is stored. It is not logged either. */
const tellOwnerLink = (link: string, log: Logger): void => {
  process.stderr.write(
    `\nThe first owner signs in by this link, shown this once; it works for 7 days:\n\n  ${link}\n\n` +
      `Another one: ${commandCall('invite-owner')}\n\n`,
    (error) => {
      if (error) log.error(NOBODY_SAW_THE_LINK)
    },
  )
}

const NOBODY_SAW_THE_LINK = `The first owner's link could not be shown: run ${commandCall('invite-owner')}`

const NOBODY_SAW_THE_KEY =
  "The first operator's key could not be shown, and is stored nowhere in clear: set " +
  'WASL_OPERATOR_KEY to a key of your own, and start again.'
