import type { IncomingMessage } from 'node:http'

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
