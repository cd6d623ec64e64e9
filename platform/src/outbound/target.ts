import { isIP } from 'node:net'
import { withoutEndSlashes } from '@wasl/protocol'

/** Where a URL leads, parsed once. */
export type Target = {
  /** Scheme, host and port, as the pool of connections needs it. */
  origin: string
  /** The host without brackets and without a trailing dot. */
  hostname: string
  /** Whether the host is an IP address, so that no name is resolved. */
  isLiteral: boolean
  isTls: boolean
  /** Path without slashes at its end, so that a suffix can follow; '' for the root. */
  basePath: string
  /** Path and query as they are sent when there is no suffix. */
  path: string
  /** '' or the query with its question mark. */
  query: string
}

export type ParsedTarget = { ok: true; target: Target } | { ok: false; message: string }

/**
 * Takes a partner's URL apart. The WHATWG parser brings every spelling of an IPv4 address (decimal,
 * hexadecimal, octal, short, full-width digits) into dotted form, so that what is checked later is
 * what is connected to.
 */
export function parseTarget(text: string): ParsedTarget {
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

/** The path of one request: the target's own, or with the suffix put between path and query. */
export function pathOf(target: Target, suffix: string | undefined): string {
  return suffix === undefined ? target.path : `${target.basePath}${suffix}${target.query}`
}

/** `localhost` and every name below it are this machine, whatever a name server says (RFC 6761). */
export function isLocalhostName(hostname: string): boolean {
  return /(?:^|\.)localhost\.?$/i.test(hostname)
}
