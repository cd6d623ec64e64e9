import type { ClaimRequest } from '../queue/claim.ts'
import type { Pace } from './delivery-window.ts'

/** The partners of one pace. */
export type PaceGroup = {
  /** How many more deliveries of each partner may be claimed. */
  room: Map<number, number>
  /** Attempts to all of them under way. */
  underway: number
}

export type Places = {
  /** How many more attempts this process may have under way. */
  free: number
  /** Partners with a recent attempt, by their pace. All others count as unproven. */
  groups: Record<Pace, PaceGroup>
  /** How many deliveries may be claimed of a partner that is in no group. */
  roomAtFirst: number
}

export type PlannedClaim = Omit<ClaimRequest, 'afterPartner' | 'ids' | 'idsEndAt'>

/** Attempts under way in this process. Slow partners need many, and waiting costs little. */
export const IN_FLIGHT_MAX = 1_536

const CLAIM_MAX = 512

/** A claim for a few deliveries costs nearly as much as one for many. */
const CLAIM_MIN = 256

/** Attempts to all slow partners together: each holds a place for seconds. */
const SLOW_MAX = 384

/**
 * At this number of attempts to partners that are not quick, claims are for quick partners only. A
 * claim may exceed it by its own size, which still leaves quick partners 256 places.
 */
const NOT_QUICK_MAX = 768

/** The next claim for quick and unproven partners; null while too few places are free. */
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
 * The next claim for slow partners, which have claims of their own and share places in turn. Null
 * while none is free, or while no partner is slow.
 */
export const planSlow = ({ free, groups: { slow } }: Places): PlannedClaim | null => {
  const limit = Math.min(free, SLOW_MAX - slow.underway)
  return limit > 0 && hasRoom(slow) ? { limit, partnerLimit: 0, free: slow.room } : null
}

/** Whether slow partners have more places than this process has for all of them. */
export const isSlowFull = (places: Places): boolean =>
  planSlow(places) === null && hasRoom(places.groups.slow)

const hasRoom = ({ room }: PaceGroup): boolean => [...room.values()].some((places) => places > 0)

const without = (room: Map<number, number>): [number, number][] =>
  [...room.keys()].map((partnerId) => [partnerId, 0])
