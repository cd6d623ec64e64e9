import type pg from 'pg'
import type { Logger } from 'pino'
import { isDatabaseUnavailable } from '../base/database/errors.ts'
import { listenOn, type Listener } from '../base/database/listen.ts'
import type { Home } from './cell.ts'
import { findHome, HOMES_CHANNEL, listHomes, readToldHome } from './homes.ts'

/** Where partners live, from memory: the control cell need not be asked for each request. */
export type HomeCache = {
  /**
   * The name of a partner's cell; null when the partner has none, and so does not exist.
   *
   * @throws when it is not known here and the control cell does not answer.
   */
  cellOf(partnerId: number): string | null | Promise<string | null>
  /** Reads a home again, after a cell has refused its partner. */
  refresh(partnerId: number): Promise<string | null>
  /** Reads all homes and follows every change from then on. */
  start(): Promise<void>
  close(): Promise<void>
}

export type HomeCacheOptions = { control: pg.Pool; url: string; log: Logger }

/** A home is some tens of bytes, so that all are kept: a million partners take 100 MB. */
export const createHomeCache = ({ control, url, log }: HomeCacheOptions): HomeCache => {
  const homes = new Map<number, Home>()
  let listener: Listener | undefined
  let isTold = false

  /** What is told and what is read may cross: the higher epoch is the later one. */
  const learn = (home: Home): void => {
    const known = homes.get(home.partnerId)
    if (known === undefined || known.epoch < home.epoch) homes.set(home.partnerId, home)
  }

  const readAll = async (): Promise<void> => {
    for (const home of await listHomes(control)) learn(home)
  }

  const refresh = async (partnerId: number): Promise<string | null> => {
    const home = await findHome(control, partnerId)
    if (home !== null) learn(home)
    return homes.get(partnerId)?.cell ?? null
  }

  /** While no change is told, a known home may be an old one, which the control cell knows. */
  const ask = (known: Home): Promise<string | null> =>
    refresh(known.partnerId).catch((error: unknown) => {
      // No home changes without the control cell: the partners of other cells are paid meanwhile.
      if (isDatabaseUnavailable(error)) return known.cell
      throw error
    })

  return {
    cellOf(partnerId) {
      const known = homes.get(partnerId)
      // A partner that another process has just made is not told yet.
      if (known === undefined) return refresh(partnerId)
      return isTold ? known.cell : ask(known)
    },
    refresh,
    async start() {
      await readAll()
      listener = listenOn(url, {
        channel: HOMES_CHANNEL,
        onMessage(payload) {
          const home = readToldHome(payload)
          if (home !== null) learn(home)
        },
        // Changes before this moment may have been missed.
        onConnected: () => {
          readAll().then(
            () => (isTold = true),
            () => undefined,
          )
        },
        onLost: () => (isTold = false),
        without: 'changes of homes; a cell refuses the partners that have left it',
        log,
      })
    },
    close: async () => listener?.close(),
  }
}
