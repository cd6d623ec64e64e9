import type { Logger } from 'pino'
import { commandCall } from '../base/command-call.ts'
import { buildApp, type Platform, type PlatformParts } from './app.ts'
import type { JoinedCell } from '../cells/cell.ts'
import { refuseLoneCell } from '../cells/join.ts'
import { openCells } from './cells/open-cells.ts'
import type { Config } from '../base/config/config.ts'
import { createDatabase } from '../base/database/database.ts'
import { databaseServer } from '../base/database/database-server.ts'
import { migrate } from '../base/database/migrate.ts'
import { refuseHalfRepaired } from '../operations/restores/gap.ts'
import { warnOfConnections } from '../operations/system/warn-of-connections.ts'
import type { PlatformHooks } from '../http/hooks.ts'
import { ensureTimeZone } from '../ledger/time-zone.ts'
import { createLocalPlatform, type LocalPlatform } from './local/local-platform.ts'
import { readMasterKeys } from '../base/secrets/master-key.ts'
import { checkMasterKeys } from '../base/secrets/check-master-keys.ts'
import { ensureOperatorKey } from '../parties/operators/first-key.ts'
import { COMMAND_LINE } from '../parties/operators/key-names.ts'
import { ensureFirstOwner } from '../parties/people/invite-owner.ts'
import { invitationLink } from '../parties/people/invitation.ts'
import { createKeyring, type Keyring } from '../base/secrets/seal.ts'
import { warnOfPlainHttp } from '../parties/partners/warn-of-plain-http.ts'
import { makePartitions } from '../operations/retention/make-partitions.ts'
import { ensureSigningKeys } from '../parties/signing-keys/current.ts'
import { settingsDoubts } from '../base/config/settings-doubts.ts'
import { StartProblem } from '../base/start-problem.ts'
import { createTracing } from '../delivery/tracing.ts'

export type RunningPlatform = {
  /** Where it listens, as a URL without a trailing slash. */
  address: string
  /** The first operator's key if this start made it: returned once, stored as a hash. */
  madeOperatorKey: string | null
  /** The link of the first owner if this start made it: returned once, stored as a hash. */
  ownerLink: string | null
  /** Only for `wasl dev`; until `stop`. */
  local: LocalPlatform
  /** Takes no more requests, finishes what was begun, and stops its own database. */
  stop(): Promise<void>
}

/**
 * database → app → dispatcher. Resolves when the platform listens. If it cannot, everything that
 * this call started is stopped.
 *
 * @throws Error with one sentence: what is wrong and, where it is a setting, its variable.
 */
export const startPlatform = async (
  config: Config,
  log: Logger,
  hooks: PlatformHooks = {},
): Promise<RunningPlatform> => {
  const { current, previous } = readMasterKeys(config, log)
  const keyring = createKeyring(current, previous)
  const server = await databaseServer(config, log)
  try {
    const stores = await openStores(config, server.url, keyring, log)
    const { db } = stores
    const tracing = createTracing(config, log)
    const platform = buildApp({ config, ...stores, keyring, log, hooks, tracing })
    try {
      const madeOperatorKey = await ensureOperatorKey(db.pool, config.operatorKey, log)
      await ensureSigningKeys({ pool: db.pool, keyring })
      const ownerToken = await ensureFirstOwner(db.pool, BY_THE_START)
      const address = await listen(platform, config, hooks)
      for (const doubt of settingsDoubts(config)) log.warn(doubt)
      await warnOfConnections(db.probes, config.roles, log)
      const origin = config.publicUrl ?? address
      const ownerLink = ownerToken === null ? null : invitationLink(origin, ownerToken)
      const stop = async (): Promise<void> => {
        await platform.stop()
        await server.stop()
      }
      const local = createLocalPlatform(db.pool, stores.cells?.all)
      return { address, madeOperatorKey, ownerLink, local, stop }
    } catch (error) {
      await platform.stop()
      throw error
    }
  } catch (error) {
    await server.stop()
    throw error
  }
}

type Stores = Pick<PlatformParts, 'db' | 'databaseUrl' | 'cells'>

/** The database, or all cells. */
const openStores = async (
  config: Config,
  databaseUrl: string,
  keyring: Keyring,
  log: Logger,
): Promise<Stores> => {
  const { timeZone, allowPrivateTargets, roles, cells: addresses } = config
  if (addresses.length > 0) {
    const cells = await openCells({
      addresses,
      roles,
      keyring,
      timeZone,
      allowPrivateTargets,
      log,
    })
    return { db: (cells.all[0] as JoinedCell).db, databaseUrl, cells }
  }
  await migrate(databaseUrl, log)
  const db = createDatabase(databaseUrl, roles)
  try {
    await refuseLoneCell(db.pool)
    await refuseHalfRepaired(db.pool, commandCall('restore', 'repair'))
    // No row is to land in a default partition, from where its month could not be dropped.
    await makePartitions(db.pool, { day: 0, month: 0 })
    await ensureTimeZone(db.pool, timeZone)
    await checkMasterKeys(db.pool, keyring)
    if (!allowPrivateTargets) await warnOfPlainHttp(db.pool, log)
    return { db, databaseUrl }
  } catch (error) {
    await db.close()
    throw error
  }
}

/** Who invites the first owner, in the audit log. */
const BY_THE_START = { id: null, name: COMMAND_LINE, requestId: null }

/** How many ports after a taken one are tried before any free one. */
const NEXT_PORTS = 20

const listen = async (
  platform: Platform,
  config: Config,
  { otherPorts = false }: PlatformHooks,
  port = config.port,
): Promise<string> => {
  try {
    return await platform.start(port)
  } catch (error) {
    const isTaken = (error as NodeJS.ErrnoException).code === 'EADDRINUSE'
    if (!isTaken || !otherPorts || port === 0) throw listenError(error, config)
    const isNear = port < Math.min(config.port + NEXT_PORTS, PORT_MAX)
    return listen(platform, config, { otherPorts }, isNear ? port + 1 : 0)
  }
}

const PORT_MAX = 65_535

/** Why it cannot listen, as a sentence that names the variable. */
const listenError = (error: unknown, { host, port }: Config): unknown => {
  switch ((error as NodeJS.ErrnoException).code) {
    case 'EADDRINUSE':
      return new StartProblem(
        { setting: 'PORT', problem: `${port} on ${host} is taken by another program` },
        ['set another port'],
        { cause: error },
      )
    case 'EACCES':
      return new StartProblem(
        { setting: 'PORT', problem: `this user may not listen on ${port}` },
        ['set a port above 1023'],
        { cause: error },
      )
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return new Error(`HOST: ${host} is not an address of this machine.`, { cause: error })
    default:
      return error
  }
}
