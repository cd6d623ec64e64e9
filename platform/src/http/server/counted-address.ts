import { isIP } from 'node:net'

/**
 * The address under which a caller is counted. Leaves out the port, which differs for each
 * connection, and the half of an IPv6 address that a caller can choose: its network (/64) counts as
 * one. All invalid addresses count as one.
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

/** No caller has a network in this range: an IPv4 address inside IPv6 is counted whole. */
const NOBODYS = '0:0:0:0'

const countedNetwork = (address: string): string => {
  // One spelling for each address: lower case, no dots, no leading zeros.
  const canonical = new URL(`http://[${address}]`).hostname.slice(1, -1)
  const [head = [], tail = []] = canonical.split('::').map((part) => part.match(/[^:]+/g) ?? [])
  const zeros = Array.from({ length: 8 - head.length - tail.length }, () => '0')
  const network = [...head, ...zeros, ...tail].slice(0, 4).join(':')
  return network === NOBODYS ? canonical : `${network}/64`
}
