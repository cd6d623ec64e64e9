import type { ClaimRequest } from '../queue/claim.ts'
import type { Pace } from './delivery-window.ts'

/** The partners of one pace. */
export type PaceGroup = {
  /** How many more deliveries of each may be claimed. */
  room: Map<number, number>
  /** Attempts to all of them that are under way. */
  underway: number
}

export type Places = {
  /** How many attempts more this process may have under way. */
  free: number
  /** Partners that had an attempt lately, by their pace. Nobody knows the others: they are unproven. */
  groups: Record<Pace, PaceGroup>
  /** How many deliveries of a partner that is in no group may be claimed. */
  roomAtFirst: number
}

export type PlannedClaim = Omit<ClaimRequest, 'afterPartner' | 'fromId'>

/** Attempts under way in this process; slow partners need many, and waiting costs little. */
export const IN_FLIGHT_MAX = 1_536

const CLAIM_MAX = 512

/** A claim for a handful of deliveries costs nearly as much as one for many. */
const CLAIM_MIN = 256

/** Attempts to slow partners, all together: they hold a place for seconds each. */
const SLOW_MAX = 384

/**
 * While so many attempts to others than quick partners are under way, only quick partners are
 * claimed for. A claim may go beyond it by its own size, and leaves quick partners 256 places even then.
 */
const NOT_QUICK_MAX = 768

/** The next claim for quick and unproven partners; null while there are too few places for it. */
export const planUsual = ({ free, groups, roomAtFirst }: Places): PlannedClaim | null => {
  const { quick, unproven, slow } = groups
  const notQuick = unproven.underway + slow.underway
  if (free < Math.max(1, Math.min(CLAIM_MIN, (IN_FLIGHT_MAX - notQuick) / 2))) return null
  const isOpen = notQuick < NOT_QUICK_MAX
  return {
    limit: Math.min(CLAIM_MAX, free),
    partnerLimit: isOpen ? roomAtFirst : 0,
    free: new Map([
      ...quick.room,
      ...(isOpen ? unproven.room : without(unproven.room)),
      ...without(slow.room),
    ]),
  }
}

/**
 * The next claim for slow partners, which have claims of their own: the places that they share are
 * given to them in turn. Null while they have none free, or while there is no slow partner.
 */
export const planSlow = ({ free, groups: { slow } }: Places): PlannedClaim | null => {
  const limit = Math.min(free, SLOW_MAX - slow.underway)
  const hasRoom = [...slow.room.values()].some((room) => room > 0)
  return limit > 0 && hasRoom ? { limit, partnerLimit: 0, free: slow.room } : null
}

const without = (room: Map<number, number>): [number, number][] =>
  [...room.keys()].map((partnerId) => [partnerId, 0])
