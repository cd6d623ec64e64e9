import { Resolver } from 'node:dns/promises'
import { readFile } from 'node:fs/promises'
import { isIP } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { isExhausted } from './exhausted.ts'

/** Returns the IP addresses of a host name, at least one; rejects when it has none. */
export type Resolve = (hostname: string) => Promise<readonly string[]>

// Allows two tries within the 5 s of a lookup call (D11), with time left to connect.
const QUERY_TIMEOUT_MS = 1_200
const QUERY_TRIES = 2
// Once one address family has answered, the other gets this long (RFC 8305, section 3).
const OTHER_FAMILY_DELAY_MS = 50

const HOSTS_FILE =
  process.platform === 'win32' ? 'C:\\Windows\\System32\\drivers\\etc\\hosts' : '/etc/hosts'

/**
 * Resolves by the hosts file and then by DNS, as the system does, but without its `getaddrinfo`.
 * That runs on a few threads which all partners share, and names whose servers never answer would
 * block them for many seconds each. IPv4 addresses come first.
 *
 * Makes a new resolver for each name, because a resolver reads the system's name servers when it is
 * made. Tests pass name servers of their own.
 */
export const createResolve = (servers?: readonly string[]): Resolve => {
  return async (hostname) => {
    const hosts = await readFile(HOSTS_FILE, 'utf8').catch((error: unknown) => {
      // No name server could be asked for lack of a resource, which must not look as if none had
      // answered.
      if (isExhausted(error)) throw error
      return ''
    })
    const listed = addressesInHosts(hosts, hostname)
    if (listed.length > 0) return listed
    const resolver = new Resolver({ timeout: QUERY_TIMEOUT_MS, tries: QUERY_TRIES })
    if (servers !== undefined) resolver.setServers(servers)
    return queryBothFamilies(resolver, hostname)
  }
}

const queryBothFamilies = async (resolver: Resolver, hostname: string): Promise<string[]> => {
  const queries = [resolver.resolve4(hostname), resolver.resolve6(hostname)]
  const all = Promise.allSettled(queries)
  const first = await Promise.any(queries).catch((error: AggregateError) => error)
  if (first instanceof AggregateError) throw first.errors[0]
  const settled = await Promise.race([all, delay(OTHER_FAMILY_DELAY_MS, null, { ref: false })])
  if (settled === null) {
    resolver.cancel()
    return first
  }
  return settled.flatMap((query) => (query.status === 'fulfilled' ? query.value : []))
}

/** The addresses that a hosts file gives a name, in the order of its lines. */
export const addressesInHosts = (text: string, hostname: string): string[] => {
  const wanted = hostname.toLowerCase()
  return text.split('\n').flatMap((line) => {
    const [address = '', ...names] = line.replace(/#.*/, '').trim().split(/\s+/)
    const matches = isIP(address) !== 0 && names.some((name) => name.toLowerCase() === wanted)
    return matches ? [address] : []
  })
}
