import type pg from 'pg'
import type { JoinedCell } from '../../cells/cell.ts'
import { aimPartner, type PartnerUrls } from './aim-partner.ts'
import { createLocalClock, type LocalClock } from './clock.ts'
import { createLocalHomes, type LocalHomes } from './local-homes.ts'
import { knowsUser, signInLocally, type LocalSession, type LocalUser } from './sign-in.ts'

/**
 * What `wasl dev` does to the platform that it runs inside itself and that no API offers: an operator
 * must not be able to move time, aim a partner elsewhere without new secrets, or be somebody else.
 */
export type LocalPlatform = {
  clock: LocalClock
  /** Changes a partner's URLs and keeps its secrets. */
  aimPartner(partnerId: string, urls: PartnerUrls): Promise<void>
  people: LocalPeople
  /** Null with one database. */
  homes: LocalHomes | null
}

/** Users of a demonstration. */
export type LocalPeople = {
  knows(email: string): Promise<boolean>
  /** Signs a user in without a credential; makes the user first if necessary. */
  signIn(user: LocalUser): Promise<LocalSession>
}

/**
 * @param pool of the control cell, or of the one database.
 * @param cells with several, all of them.
 */
export const createLocalPlatform = (
  pool: pg.Pool,
  cells: readonly JoinedCell[] = [],
): LocalPlatform => {
  const homes = createLocalHomes(pool, cells)
  const poolOf = async (partnerId: string): Promise<pg.Pool> => {
    const home = await homes?.homeOf(partnerId)
    return cells.find(({ name }) => name === home)?.db.pool ?? pool
  }
  return {
    clock: createLocalClock([pool, ...cells.slice(1).map(({ db }) => db.pool)]),
    aimPartner: async (partnerId, urls) => aimPartner(await poolOf(partnerId), partnerId, urls),
    people: {
      knows: (email) => knowsUser(pool, email),
      signIn: (user) => signInLocally(pool, user),
    },
    homes,
  }
}
