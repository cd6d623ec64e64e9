import { setTimeout as pause } from 'node:timers/promises'
import type { ProcessRole } from '@wasl/protocol'
import type { Logger } from 'pino'
import { commandCall } from '../../base/command-call.ts'
import { createDatabase, type Database } from '../../base/database/database.ts'
import { isDatabaseUnavailable } from '../../base/database/errors.ts'
import { migrate } from '../../base/database/migrate.ts'
import { ensureTimeZone } from '../../ledger/time-zone.ts'
import { warnOfPlainHttp } from '../../parties/partners/warn-of-plain-http.ts'
import { refuseHalfRepaired } from '../../operations/restores/gap.ts'
import { makePartitions } from '../../operations/retention/make-partitions.ts'
import { checkMasterKeys } from '../../base/secrets/check-master-keys.ts'
import type { Keyring } from '../../base/secrets/seal.ts'
import { currentSigningKey } from '../../parties/signing-keys/current.ts'
import type { CellAddress } from '../../base/config/cell-addresses.ts'
import type { JoinedCell } from '../../cells/cell.ts'
import { expectRights } from '../../cells/expect-rights.ts'
import { createHomeCache, type HomeCache } from '../../cells/home-cache.ts'
import { joinCell, prepareControl } from '../../cells/join.ts'

export type OpenCells = { all: readonly JoinedCell[]; homes: HomeCache; close(): Promise<void> }

export type OpenCellsOptions = {
  addresses: CellAddress[]
  /** Of this process; by default all. */
  roles?: readonly ProcessRole[]
  keyring: Keyring
  /** As in the configuration. */
  timeZone: string | null
  allowPrivateTargets: boolean
  log: Logger
}

/** Between two tries to join a cell that was away at the start. */
const RETRY_MS = 5_000

/**
 * Opens the cells of the platform (W170), the control cell first. Without the control cell nothing
 * starts, because it says who lives where. Another cell that is away is joined when it is back; until
 * then its partners are answered with 503.
 *
 * @throws Error with one sentence that names the variable.
 */
export const openCells = async (options: OpenCellsOptions): Promise<OpenCells> => {
  const { addresses, keyring, log } = options
  const [first, ...others] = addresses as [CellAddress, ...CellAddress[]]
  await inWordsOfCells(first, () => expectRights(first, first))
  await Promise.all(others.map((cell) => succeeds(cell, options, fit)))
  // A cell has the columns that a newer control cell sends before that sends them.
  const isMigrated = await Promise.all(others.map((cell) => succeeds(cell, options, migrated)))
  await inWordsOfCells(first, () => prepareControl(addresses, log))
  const db = createDatabase(first.url, options.roles)
  const homes = createHomeCache({ control: db.pool, url: first.url, log })
  let isClosed = false
  try {
    await refuseHalfRepairedCell(first, db)
    await prepare(first, db, options)
    for (const purpose of ['receipt', 'statement'] as const) {
      // Made here, because a cell cannot add to its copies.
      await currentSigningKey({ pool: db.pool, keyring }, purpose)
    }
    await homes.start()
    // A business date is the same in every cell.
    const inCells = { ...options, timeZone: await readTimeZone(db) }
    const join = (cell: CellAddress, place: number): Promise<JoinedCell> =>
      opened(cell, first.url, isMigrated[place] === true, inCells, () => isClosed)
    const joined = await Promise.all(others.map(join))
    return {
      all: [{ ...first, db, isReady: () => true, ready: Promise.resolve() }, ...joined],
      homes,
      async close() {
        isClosed = true
        await homes.close()
        await Promise.all([db.close(), ...joined.map((cell) => cell.db.close())])
      },
    }
  } catch (error) {
    await Promise.all([homes.close(), db.close()])
    throw error
  }
}

const readTimeZone = async ({ pool }: Database): Promise<string | null> => {
  const { rows } = await pool.query<{ time_zone: string }>('select time_zone from ledger_state')
  return rows[0]?.time_zone ?? null
}

const fit = (cell: CellAddress, { addresses }: OpenCellsOptions): Promise<void> =>
  expectRights(cell, addresses[0] as CellAddress)

const migrated = async (cell: CellAddress, options: OpenCellsOptions): Promise<void> => {
  await fit(cell, options)
  await migrate(cell.url, options.log)
}

/** One cell, and the tries to join it while it is away. */
const opened = async (
  cell: CellAddress,
  controlUrl: string,
  isMigrated: boolean,
  options: OpenCellsOptions,
  isClosed: () => boolean,
): Promise<JoinedCell> => {
  const db = createDatabase(cell.url, options.roles)
  let isReady = false
  const join = async (): Promise<void> => {
    // Before anything is written into a database that is not repaired.
    await refuseHalfRepairedCell(cell, db)
    await joinCell(controlUrl, cell)
    await prepare(cell, db, options)
    isReady = true
  }
  if (isMigrated) await succeeds(cell, options, join)
  const later = async (): Promise<void> => {
    while (!isReady && !isClosed()) {
      await pause(RETRY_MS, undefined, { ref: false })
      if (isClosed()) return
      if (await succeeds(cell, options, migrated)) await succeeds(cell, options, join)
    }
    if (isReady) options.log.info({ cell: cell.name }, 'the cell is joined')
  }
  const ready = isReady ? Promise.resolve() : later().then(() => (isReady ? undefined : NEVER))
  return { ...cell, db, isReady: () => isReady, ready }
}

/** The process stops; nobody waits for the cell any more. */
const NEVER = new Promise<void>(() => undefined)

const refuseHalfRepairedCell = ({ name }: CellAddress, { pool }: Database): Promise<void> =>
  refuseHalfRepaired(pool, commandCall('restore', 'repair', '--cell', name))

/** What the start does to each database. */
const prepare = async (
  cell: CellAddress,
  { pool }: Database,
  { keyring, timeZone, allowPrivateTargets, log }: OpenCellsOptions,
): Promise<void> => {
  // No row is to land in a default partition, from where its month could not be dropped.
  await makePartitions(pool, { day: 0, month: 0 })
  await ensureTimeZone(pool, timeZone)
  await checkMasterKeys(pool, keyring)
  if (!allowPrivateTargets) await warnOfPlainHttp(pool, log.child({ cell: cell.name }))
}

/**
 * Whether this could be done with a cell. A cell that is away does not keep the others from starting; one
 * that is the wrong database does.
 */
const succeeds = async (
  cell: CellAddress,
  options: OpenCellsOptions,
  work: (cell: CellAddress, options: OpenCellsOptions) => Promise<void>,
): Promise<boolean> => {
  try {
    await inWordsOfCells(cell, () => work(cell, options))
    return true
  } catch (error) {
    if (!isAway(error)) throw error
    options.log.error({ err: error, cell: cell.name }, 'a cell is away; its partners get 503')
    return false
  }
}

/** The errors of the start say which database cannot be used, and hold what the database said. */
const isAway = (error: unknown): boolean => {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (isDatabaseUnavailable(cause)) return true
  }
  return false
}

/** What names DATABASE_URL elsewhere names the cell here. */
const inWordsOfCells = async <Result>(
  { name }: CellAddress,
  work: () => Promise<Result>,
): Promise<Result> => {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof Error)) throw error
    const message = error.message.replace(
      /^DATABASE_URL: the database/,
      `WASL_CELLS: the cell ${name}, the database`,
    )
    throw new Error(message, { cause: error })
  }
}
