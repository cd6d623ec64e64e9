import { join } from 'node:path'
import type { CellAddress } from '../../base/config/cell-addresses.ts'
import type { Config } from '../../base/config/config.ts'
import { databaseServer } from '../../base/database/database-server.ts'
import type { Log } from '../../base/database/log.ts'

/** The names of two cells, the control cell first. Each is also the folder of its database. */
export const LOCAL_CELLS = ['north', 'south'] as const

export type LocalCells = {
  /** What a platform on these cells is configured with. */
  config: Pick<Config, 'databaseUrl' | 'cells'>
  stop(): Promise<void>
}

/**
 * Starts an embedded PostgreSQL for each cell, in a folder of its own below `dataDir`.
 *
 * @throws StartProblem when one does not start; the other is stopped.
 */
export const startLocalCells = async (dataDir: string, log: Log): Promise<LocalCells> => {
  const cells: CellAddress[] = []
  const stops: (() => Promise<void>)[] = []
  const stop = async (): Promise<void> => {
    await Promise.all(stops.map((each) => each()))
  }
  try {
    for (const name of LOCAL_CELLS) {
      const place = { databaseUrl: undefined, dataDir: join(dataDir, name), asCell: true }
      const server = await databaseServer(place, log)
      stops.push(() => server.stop())
      cells.push({ name, url: server.url })
    }
  } catch (error) {
    await stop()
    throw error
  }
  return { config: { databaseUrl: cells[0]?.url, cells }, stop }
}
