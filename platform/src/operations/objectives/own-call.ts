/** Which answers of the platform itself the objectives count (W278). Without I/O. */

/** Partner 0 of the counted calls: the platform itself. */
export const THE_PLATFORM_ITSELF = 0

export type OwnCall = 'open' | 'confirm' | 'status'

const ROUTES: ReadonlyMap<string, OwnCall> = new Map([
  ['POST /channel/v1/payments', 'open'],
  ['POST /channel/v1/qr-codes/:token/payments', 'open'],
  ['POST /channel/v1/payments/:paymentId/confirm', 'confirm'],
  ['GET /partner/payments/v1/:reference/status', 'status'],
])

/** The call that a request was; null for one that no objective counts. */
export const ownCallOf = (method: string, route: string): OwnCall | null =>
  ROUTES.get(`${method} ${route}`) ?? null

/**
 * Whether the platform failed: a refusal is an answer, and so is that a partner did not answer, for which
 * lookups have an objective of their own.
 */
export const isOwnFailure = (status: number, isPartners: boolean): boolean =>
  status >= 500 && !isPartners
