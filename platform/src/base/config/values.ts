/** How the texts of the configuration are read: undefined when one is wrong. */
import { isIP } from 'node:net'
import { signedCentimesFromDinars, type Centimes } from '@wasl/protocol'

/**
 * libpq accepts a user without a host where `?host=` names a socket folder. No other parser takes
 * it as a URL, so it gets a host, which the parameter overrides.
 */
export const databaseUrlOf = (text: string): string | undefined => {
  if (!/^postgres(?:ql)?:\/\//.test(text) || hasSeveralHosts(text)) return undefined
  if (hasRawPassword(text)) return undefined
  if (URL.canParse(text)) return text
  const withHost = text.replace(/^(\w+:\/\/[^/?#]*@)(?=[:/])/, '$1localhost')
  return URL.canParse(withHost) && new URL(withHost).searchParams.has('host') ? withHost : undefined
}

/** libpq accepts `h1:5432,h2:5432`. Our client would look for one host of that name. */
const hasSeveralHosts = (text: string): boolean =>
  /^\w+:\/\/[^/?#]*,[^/?#@]*(?:[/?#]|$)/.test(text) || /[?&]host=[^&]*(?:,|%2c)/i.test(text)

/**
 * Whether the password contains a sign that ends it in a URL. Some of these texts are still valid
 * URLs, but of another host: in `postgres://wasl:12#b@db/wasl` it is `wasl`.
 */
export const hasRawPassword = (text: string): boolean => {
  const [, rest = ''] = /^\w+:\/\/(.*)$/s.exec(text) ?? []
  const [authority = ''] = rest.split(/[/?#]/, 1)
  if (authority.includes('@'))
    return !isPercentEncoded(authority.slice(0, authority.lastIndexOf('@')))
  const after = rest.slice(authority.length)
  if (!authority.includes(':') || !after.includes('@')) return false
  // A parameter after the path may contain the sign: /wasl?application_name=us@home
  return after.startsWith('#') || /^[/?][^?=]*@/.test(after) || !/:\d*$/.test(authority)
}

const isPercentEncoded = (text: string): boolean => !/%(?![\dA-Fa-f]{2})/.test(text)

/** What is said of a password as it was typed. */
export const PERCENT_ENCODE =
  'a URL whose password is percent-encoded (# is %23, / is %2F, ? is %3F, % is %25, @ is %40)'

export const databaseUrlExpected = (text: string): string => {
  if (hasRawPassword(text)) return PERCENT_ENCODE
  return hasSeveralHosts(text)
    ? 'one host, an address that leads to the primary whichever server that is'
    : 'a URL such as postgres://user:password@host:5432/database or, by a socket, ' +
        'postgres://user@localhost/database?host=/var/run/postgresql'
}

export const originOf = (text: string): string | undefined => {
  if (!/^https?:\/\/[^/]/.test(text) || !URL.canParse(text)) return undefined
  const { origin, href } = new URL(text)
  return href === `${origin}/` ? origin : undefined
}

/** Whether a host name of a URL leads every reader to the reader's own machine. */
export const isLoopback = (hostname: string): boolean =>
  hostname === '[::1]' || /^127(?:\.\d+){3}$/.test(hostname) || /(?:^|\.)localhost$/.test(hostname)

/** Only by its name: PostgreSQL reads `+01:00` as one hour behind UTC. */
export const timeZoneOf = (text: string): string | undefined => {
  if (!/^[A-Za-z]+(?:\/[A-Za-z0-9_+-]+)*$/.test(text)) return undefined
  try {
    Intl.DateTimeFormat('en', { timeZone: text })
    return text
  } catch {
    return undefined
  }
}

export const proxiesOf = (text: string): string[] | undefined => {
  const addresses = text.split(',').map((part) => part.trim())
  return addresses.every(isAddressRange) ? addresses : undefined
}

const isAddressRange = (text: string): boolean => {
  const [address = '', bits, ...more] = text.split('/')
  const family = isIP(address)
  if (family === 0 || more.length > 0) return false
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128))
}

export const AMOUNT_EXPECTED = 'dinars such as 5000 or 0, with at most two decimals'

/** The centimes of an amount such as `5000` or `0`; undefined for any other text. */
export const centimesFromText = (text: string): Centimes | undefined =>
  /^\d{1,10}(?:\.\d{1,2})?$/.test(text)
    ? (signedCentimesFromDinars(Number(text)) ?? undefined)
    : undefined
