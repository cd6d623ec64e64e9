/** What the demonstration is started with: the platform's own configuration, made fit for a demo. */
import { createServer } from 'node:net'
import { readConfig, type Config, type Environment } from '../../platform/src/config.ts'

export type Settings = {
  config: Config
  /** Otherwise a port that is taken gives way to another. */
  isPortChosen: boolean
  /** The operator's key comes from the environment, so it is neither made nor shown. */
  hasOwnOperatorKey: boolean
  /** Sentences about what was decided differently than the environment says. */
  notes: string[]
}

/**
 * The configuration of an environment, except that the database is always the embedded one, and
 * partners may be on this machine.
 *
 * @throws Error when a variable is wrong, with a sentence for each.
 */
export const readSettings = (environment: Environment): Settings => {
  const { DATABASE_URL: databaseUrl, ...rest } = environment
  const config = readConfig({
    ...rest,
    WASL_ALLOW_PRIVATE_TARGETS: '1',
    WASL_LOG_LEVEL: environment['WASL_LOG_LEVEL'] || 'warn',
  })
  return {
    config,
    isPortChosen: (environment['PORT'] ?? '') !== '',
    hasOwnOperatorKey: config.operatorKey !== undefined,
    notes: databaseUrl ? ['DATABASE_URL is left alone: the demo has a database of its own.'] : [],
  }
}

/** The port, when it is free on this machine, or else one that is. */
export const freePort = async (wanted: number | undefined): Promise<number> => {
  if (wanted !== undefined && (await isFree('127.0.0.1', wanted))) return wanted
  return (await listenOnce('127.0.0.1', 0)) ?? 0
}

const isFree = async (host: string, port: number): Promise<boolean> =>
  (await listenOnce(host, port)) !== null

const listenOnce = (host: string, port: number): Promise<number | null> =>
  new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(null))
    server.listen(port, host, () => {
      const address = server.address()
      const number = typeof address === 'object' && address !== null ? address.port : port
      server.close(() => resolve(number))
    })
  })
