import { isIP } from 'node:net'

/** Whom passkeys are for: a domain, and the origin of the page that asks for them. */
export type RelyingParty = { id: string; origin: string }

/**
 * The relying party of a public origin. Passkeys are bound to a domain, so this machine's own addresses
 * count as `localhost`, and another IP address has no passkeys: null.
 *
 * @example relyingPartyOf('https://pay.example:8443')
 *   // { id: 'pay.example', origin: 'https://pay.example:8443' }
 */
export const relyingPartyOf = (publicOrigin: string): RelyingParty | null => {
  const url = new URL(publicOrigin)
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1')
  if (isIP(host) === 0) return { id: host, origin: url.origin }
  if (!LOOPBACK.test(host)) return null
  url.hostname = 'localhost'
  return { id: 'localhost', origin: url.origin }
}

const LOOPBACK = /^(127\.\d+\.\d+\.\d+|::1)$/
