import type { IncomingMessage } from 'node:http'
import { ownOriginsOf } from './own-page.ts'

/**
 * What is wrong with a request's Host, or null. HTTP/1.1 requires exactly one (RFC 9112, 3.2): with
 * two, this server and a proxy may each use another.
 */
export const hostProblem = ({ rawHeaders, httpVersion }: IncomingMessage): string | null => {
  let hosts = 0
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] as string
    if (name.length === 4 && name.toLowerCase() === 'host') hosts += 1
  }
  if (hosts === 1 || (hosts === 0 && httpVersion === '1.0')) return null
  return `expected exactly one Host header, received ${hosts}`
}

/** What containers of this machine call it; nobody else can have the name. */
const NAME_IN_CONTAINERS = 'host.docker.internal'

/** The values of `Host` with which this machine's own browsers and programs ask for an origin. */
export const ownHostsOf = (publicOrigin: string): ReadonlySet<string> => {
  const { host, port } = new URL(publicOrigin)
  const { origins } = ownOriginsOf(publicOrigin)
  return new Set([
    host,
    ...Array.from(origins, (origin) => new URL(origin).host),
    port === '' ? NAME_IN_CONTAINERS : `${NAME_IN_CONTAINERS}:${port}`,
  ])
}

/**
 * What is wrong with the `Host` of a demonstration, or null: a name of somebody else that points at this
 * machine (DNS rebinding) makes its pages same-origin with ours in the browser.
 */
export const foreignHostProblem = (
  { headers }: IncomingMessage,
  own: ReadonlySet<string>,
): string | null => {
  const { host = '' } = headers
  if (own.has(host.toLowerCase())) return null
  return `expected one of ${[...own].join(', ')}, because this platform is for this machine alone`
}
