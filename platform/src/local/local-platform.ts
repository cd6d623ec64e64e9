import type pg from 'pg'
import { aimPartner, type PartnerUrls } from './aim-partner.ts'
import { createLocalClock, type LocalClock } from './clock.ts'
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
}

/** Users of a demonstration. */
export type LocalPeople = {
  knows(email: string): Promise<boolean>
  /** Signs a user in without a credential; makes the user first if there is none. */
  signIn(user: LocalUser): Promise<LocalSession>
}

export const createLocalPlatform = (pool: pg.Pool): LocalPlatform => ({
  clock: createLocalClock(pool),
  aimPartner: (partnerId, urls) => aimPartner(pool, partnerId, urls),
  people: {
    knows: (email) => knowsUser(pool, email),
    signIn: (user) => signInLocally(pool, user),
  },
})
