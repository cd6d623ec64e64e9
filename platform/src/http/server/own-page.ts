/**
 * Whether a request in a session comes from a page of this platform (D29). Cookies are sent with every
 * request to the host, whichever page or port asked for it, so a cookie alone proves nothing.
 */
import type { FastifyRequest } from 'fastify'
import { ApiError } from '../../base/api-error.ts'

/** Where pages of the platform come from, and what their session cookie is called. */
export type OwnOrigins = {
  origins: ReadonlySet<string>
  cookie: string
  isSecure: boolean
}

const LOOPBACK = /^(?:localhost|[\w-]+\.localhost|127(?:\.\d{1,3}){3}|\[::1\])$/

/**
 * Over https the cookie's name keeps other hosts and plain http from planting one. On plain http at
 * loopback not every browser keeps such a cookie, and the platform has several names there.
 */
export const ownOriginsOf = (publicOrigin: string): OwnOrigins => {
  const { protocol, hostname, port, origin } = new URL(publicOrigin)
  const isSecure = protocol === 'https:'
  if (isSecure) return { origins: new Set([origin]), cookie: '__Host-wasl-session', isSecure }
  const hosts = LOOPBACK.test(hostname) ? [hostname, 'localhost', '127.0.0.1', '[::1]'] : []
  const origins = hosts.map((host) => new URL(`http://${host}:${port || 80}`).origin)
  return { origins: new Set(origins), cookie: 'wasl-session', isSecure }
}

/** The same for the platform's own origin, which is known only after the start. */
export const createOwnOrigins = (publicOrigin: () => string): (() => OwnOrigins) => {
  let known: { publicOrigin: string; own: OwnOrigins } | null = null
  return () => {
    const now = publicOrigin()
    if (known?.publicOrigin !== now) known = { publicOrigin: now, own: ownOriginsOf(now) }
    return known.own
  }
}

/** Methods that change nothing. */
const READS = new Set(['GET', 'HEAD'])

/**
 * Refuses what another site, or another port of this host, makes a browser send. A read may come
 * without the headers, because a browser follows a link to a document without `Origin`.
 *
 * @throws ApiError PERSON403_ORIGIN
 */
export const expectOwnPage = (
  { method, headers }: Pick<FastifyRequest, 'method' | 'headers'>,
  { origins }: OwnOrigins,
): void => {
  const { origin, 'sec-fetch-site': site } = headers
  const isOwn = origin !== undefined && origins.has(origin)
  if (READS.has(method)) {
    const isOwnRead = origin === undefined || isOwn
    if (isOwnRead && (site === undefined || READ_SITES.has(site))) return
  } else if (isOwn && site === 'same-origin') return
  throw new ApiError('PERSON403_ORIGIN')
}

/** `none`: the user typed the address or opened a bookmark. */
const READ_SITES: ReadonlySet<unknown> = new Set(['same-origin', 'none'])
