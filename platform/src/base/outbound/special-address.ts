import { BlockList, isIP } from 'node:net'

/**
 * The IPv4 ranges that are not the public internet: IANA's special-purpose registry, multicast, the
 * reserved space above it, and one public address behind which a cloud provider gives credentials
 * to its own machines.
 */
const SPECIAL_IPV4: readonly [kind: string, network: string, prefix: number][] = [
  ['this network', '0.0.0.0', 8],
  ['private', '10.0.0.0', 8],
  ['carrier-grade NAT', '100.64.0.0', 10],
  ['loopback', '127.0.0.0', 8],
  ['link-local', '169.254.0.0', 16],
  ['private', '172.16.0.0', 12],
  ['IETF protocol assignments', '192.0.0.0', 24],
  ['documentation', '192.0.2.0', 24],
  ['AS112', '192.31.196.0', 24],
  ['AMT', '192.52.193.0', 24],
  ['6to4 relay', '192.88.99.0', 24],
  ['private', '192.168.0.0', 16],
  ['AS112', '192.175.48.0', 24],
  ['benchmarking', '198.18.0.0', 15],
  ['documentation', '198.51.100.0', 24],
  ['documentation', '203.0.113.0', 24],
  ['multicast', '224.0.0.0', 4],
  ['reserved or broadcast', '240.0.0.0', 4],
  ['cloud platform service', '168.63.129.16', 32],
]

/**
 * For IPv6 only global unicast (2000::/3) is accepted. That leaves out loopback, link-local, unique
 * local, multicast, and every form that contains an IPv4 address (mapped, compatible, translated,
 * NAT64). The special ranges within 2000::/3 are listed.
 */
const GLOBAL_UNICAST_IPV6: readonly [network: string, prefix: number] = ['2000::', 3]
const SPECIAL_IPV6: readonly [kind: string, network: string, prefix: number][] = [
  ['IETF protocol assignments, Teredo among them', '2001::', 23],
  ['documentation', '2001:db8::', 32],
  ['6to4', '2002::', 16],
  ['AS112', '2620:4f:8000::', 48],
  ['documentation', '3fff::', 20],
]

const rangeOf = (network: string, prefix: number, family: 'ipv4' | 'ipv6'): BlockList => {
  const range = new BlockList()
  range.addSubnet(network, prefix, family)
  return range
}

const ipv4Ranges = SPECIAL_IPV4.map(([kind, network, prefix]) => ({
  kind,
  range: rangeOf(network, prefix, 'ipv4'),
}))
const ipv6Ranges = SPECIAL_IPV6.map(([kind, network, prefix]) => ({
  kind,
  range: rangeOf(network, prefix, 'ipv6'),
}))
const globalUnicast = rangeOf(...GLOBAL_UNICAST_IPV6, 'ipv6')

/**
 * Why an IP address is not on the public internet, as a short name of its kind; null when it is an
 * ordinary public address. Text that is not a plain IP address is never public, nor is one with a
 * zone id.
 *
 * @example specialAddress('127.0.0.1') // 'loopback'
 */
export const specialAddress = (address: string): string | null => {
  if (isIP(address) === 4) {
    return ipv4Ranges.find(({ range }) => range.check(address, 'ipv4'))?.kind ?? null
  }
  if (isIP(address) === 6 && !address.includes('%')) {
    if (!globalUnicast.check(address, 'ipv6')) return 'outside global unicast'
    return ipv6Ranges.find(({ range }) => range.check(address, 'ipv6'))?.kind ?? null
  }
  return 'not an IP address'
}
