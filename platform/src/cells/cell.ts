import type { Database } from '../base/database/database.ts'

/** A database in which partners live whole (W170), and the connections to it. */
export type Cell = {
  /** As in `WASL_CELLS`: lower-case letters, digits and underscores. */
  name: string
  url: string
  db: Database
}

/** A cell of a running process. One that was away at the start is joined when it is there. */
export type JoinedCell = Cell & {
  isReady(): boolean
  /** Resolves when it is joined; never when the process stops before. */
  ready: Promise<void>
}

/** In which cell a partner lives: a row of `partner_homes` in the control cell. */
export type Home = {
  partnerId: number
  cell: string
  /** Grows by one with every change; a change names the epoch that it replaces. */
  epoch: number
}
