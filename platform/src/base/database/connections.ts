/**
 * How many connections a process keeps to one database, by its roles (W168). They are opened when they
 * are first needed, so a process has at most these, and one without a role never opens what only that
 * role uses.
 */
import { PROCESS_ROLES, type ProcessRole } from '@wasl/protocol'

type ByRole = Partial<Record<ProcessRole, number>>

/** The sizes of the pools. With several roles a pool has the size of the largest. */
const POOLS = {
  // Transactions of requests; of a dispatcher, only its start and its heartbeat.
  pool: { api: 8, dispatch: 2, periodic: 4 },
  partnerLists: { api: 4 },
  // The checks of integrity run over it, one after another.
  operatorLists: { api: 4, periodic: 1 },
  screens: { api: 3 },
  probes: { api: 2, dispatch: 2, periodic: 2 },
} as const satisfies Record<string, ByRole>

/** Connections for the statements of one kind each. */
const LANES = {
  hot: PROCESS_ROLES,
  notes: PROCESS_ROLES,
  status: ['api'],
  opens: ['api'],
  moves: ['api', 'periodic'],
  claims: ['dispatch'],
  results: ['dispatch'],
  apart: PROCESS_ROLES,
  listen: ['dispatch'],
} as const satisfies Record<string, readonly ProcessRole[]>

export type PoolName = keyof typeof POOLS

/** A pool that no role of the process uses can still answer, on one connection. */
export const poolSize = (name: PoolName, roles: readonly ProcessRole[]): number =>
  Math.max(1, sizeFor(POOLS[name], roles))

/** The most connections to one database. */
export const connectionsOf = (roles: readonly ProcessRole[]): number => {
  const pools = Object.values(POOLS).map((sizes) => sizeFor(sizes, roles))
  const lanes = Object.values(LANES).filter((users) => users.some((role) => roles.includes(role)))
  return pools.reduce((sum, size) => sum + size, lanes.length)
}

const sizeFor = (sizes: ByRole, roles: readonly ProcessRole[]): number =>
  Math.max(0, ...roles.map((role) => sizes[role] ?? 0))
