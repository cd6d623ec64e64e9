/** The databases of `wasl dev`: one, or two cells. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { LOCAL_CELLS, startLocalCells, type Config } from '@wasl/platform'
import { usage } from '../problem.ts'

/**
 * The keys of a folder belong to the database in it.
 *
 * @throws Problem when the folder has the data of one database and cells are asked for, or the reverse.
 */
export const refuseOtherData = (directory: string, inCells: boolean): void => {
  const hasOne = existsSync(join(directory, 'postgres'))
  const hasCells = LOCAL_CELLS.some((name) => existsSync(join(directory, name)))
  if (inCells && hasOne) {
    throw usage(
      `The folder ${directory} has the data of one database, and not of two cells.`,
      'Give another one with --data-dir.',
    )
  }
  if (!inCells && hasCells) {
    throw usage(
      `The folder ${directory} has the data of two cells, and not of one database.`,
      'Start it with: npm start -- --cells 2. Or give another folder with --data-dir.',
    )
  }
}

type Databases = { config: Config; stop(): Promise<void> | void }

/** Starts the cells. One database is started by the platform itself. */
export const startDatabases = async (
  config: Config,
  inCells: boolean,
  log: Parameters<typeof startLocalCells>[1],
): Promise<Databases> => {
  if (!inCells) return { config, stop: () => undefined }
  const cells = await startLocalCells(config.dataDir, log)
  return { config: { ...config, ...cells.config }, stop: cells.stop }
}
