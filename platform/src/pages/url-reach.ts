import { isIP } from 'node:net'
import { specialAddress } from '../outbound/special-address.ts'
import { isLocalhostName } from '../outbound/target.ts'

/** Who can open an address: this machine alone, those on its network, or anybody. */
export type Reach = 'machine' | 'network' | 'public'

/** Addresses by which a machine means itself, as a URL has them. */
const THIS_MACHINE = /^(?:127\..*|0\.0\.0\.0|::1?)$/

/** No name of the public internet is a single label, or ends like these. */
const NAME_OF_A_NETWORK = /^[^.]+$|\.(?:local|lan|internal|home\.arpa)$/

/** Who can open `url`, by what its host looks like; nobody is asked. */
export const urlReach = (url: string): Reach => {
  const host = new URL(url).hostname.replaceAll(/^\[|[\].]$/g, '')
  if (isLocalhostName(host) || THIS_MACHINE.test(host)) return 'machine'
  const isOfNetwork = isIP(host) ? specialAddress(host) !== null : NAME_OF_A_NETWORK.test(host)
  return isOfNetwork ? 'network' : 'public'
}
