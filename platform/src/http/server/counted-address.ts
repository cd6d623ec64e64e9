import { isIP } from 'node:net'

/**
 * The address under which a caller is counted. Leaves out the port, which differs for each
 * connection, and the half of an IPv6 address that a caller can choose: its network (/64) counts as
 * one. An IPv4 address counts the same inside IPv6. All invalid addresses count as one.
 *
 * @example countedAddress('203.0.113.9:51234') // '203.0.113.9'
 * @example countedAddress('[2001:db8::1]:443') // '2001:db8:0:0/64'
 */
export const countedAddress = (address: string | undefined): string => {
  const [, withoutPort = address ?? ''] = WITH_PORT.exec(address ?? '') ?? []
  const [withoutZone = ''] = withoutPort.replace(/^\[(.*)\]$/, '$1').split('%')
  switch (isIP(withoutZone)) {
    case 4:
      return withoutZone
    case 6:
      return countedNetwork(withoutZone)
    default:
      return 'no address'
  }
}

/** An IPv6 address without brackets has no port. */
const WITH_PORT = /^(\[.*\]|[^:]*):\d+$/

/** No caller has a network in this range: such an address is counted whole. */
const NOBODYS = '0:0:0:0'

/** A server that listens on `::` sees IPv4 callers so, and a proxy may write either form. */
const IPV4_IN_IPV6 = /^::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})$/

const countedNetwork = (address: string): string => {
  // One spelling for each address: lower case, no dots, no leading zeros.
  const canonical = new URL(`http://[${address}]`).hostname.slice(1, -1)
  const [, high, low] = IPV4_IN_IPV6.exec(canonical) ?? []
  if (high !== undefined && low !== undefined) return ipv4Of(parseInt(high, 16), parseInt(low, 16))
  const [head = [], tail = []] = canonical.split('::').map((part) => part.match(/[^:]+/g) ?? [])
  const zeros = Array.from({ length: 8 - head.length - tail.length }, () => '0')
  const network = [...head, ...zeros, ...tail].slice(0, 4).join(':')
  return network === NOBODYS ? canonical : `${network}/64`
}

const ipv4Of = (high: number, low: number): string =>
  [high >> 8, high & 255, low >> 8, low & 255].join('.')
