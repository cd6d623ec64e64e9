import type pg from 'pg'
import { aimPartner, type PartnerUrls } from './aim-partner.ts'
import { createLocalClock, type LocalClock } from './clock.ts'

/**
 * What `wasl dev` does to the platform that it runs inside itself and that no API offers: an operator
 * must not be able to move time, or a partner without new secrets.
 */
export type LocalPlatform = {
  clock: LocalClock
  /** Changes a partner's URLs and keeps its secrets. */
  aimPartner(partnerId: string, urls: PartnerUrls): Promise<void>
}

export const createLocalPlatform = (pool: pg.Pool): LocalPlatform => ({
  clock: createLocalClock(pool),
  aimPartner: (partnerId, urls) => aimPartner(pool, partnerId, urls),
})
