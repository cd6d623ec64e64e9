import { isIP } from 'node:net'
import { withoutEndSlashes } from '@wasl/protocol'

/** A parsed partner URL. */
export type Target = {
  /** Scheme, host and port, as the connection pool needs them. */
  origin: string
  /** The host without brackets and without a trailing dot. */
  hostname: string
  /** Whether the host is an IP address, which needs no lookup. */
  isLiteral: boolean
  isTls: boolean
  /** The path without trailing slashes, so that a suffix can follow; '' for the root. */
  basePath: string
  /** Path and query of a request without a suffix. */
  path: string
  /** '' or the query with its question mark. */
  query: string
}

export type ParsedTarget = { ok: true; target: Target } | { ok: false; message: string }

/**
 * Parses a partner's URL. The WHATWG parser turns every spelling of an IPv4 address (decimal,
 * hexadecimal, octal, short, full-width digits) into dotted form, so that the address that is
 * checked is the address that is connected.
 */
export const parseTarget = (text: string): ParsedTarget => {
  if (!URL.canParse(text)) return { ok: false, message: 'expected an absolute URL' }
  const url = new URL(text)
  if (url.protocol !== 'https:' && url.protocol !== 'http:') {
    return { ok: false, message: `expected an http or https URL, received ${url.protocol}` }
  }
  if (url.username !== '' || url.password !== '') {
    return { ok: false, message: 'expected a URL without a user name or password' }
  }
  const hostname = url.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '')
  if (hostname === '') return { ok: false, message: 'expected a URL with a host' }
  const isLiteral = isIP(hostname) !== 0
  const host = isIP(hostname) === 6 ? `[${hostname}]` : hostname
  const target = {
    origin: `${url.protocol}//${host}${url.port === '' ? '' : `:${url.port}`}`,
    hostname,
    isLiteral,
    isTls: url.protocol === 'https:',
    basePath: withoutEndSlashes(url.pathname),
    path: url.pathname + url.search,
    query: url.search,
  }
  return { ok: true, target }
}

/** The path of one request: the target's own, or with the suffix between path and query. */
export const pathOf = (target: Target, suffix: string | undefined): string => {
  return suffix === undefined ? target.path : `${target.basePath}${suffix}${target.query}`
}

/**
 * Whether a name is `localhost` or below it: always this machine, whatever a name server says (RFC
 * 6761).
 */
export const isLocalhostName = (hostname: string): boolean => {
  return /(?:^|\.)localhost\.?$/i.test(hostname)
}
