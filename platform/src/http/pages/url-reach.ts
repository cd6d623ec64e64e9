import { isIP } from 'node:net'
import { specialAddress } from '../../base/outbound/special-address.ts'
import { isLocalhostName } from '../../base/outbound/target.ts'

/** Who can open an address: only this machine, its network, or everyone. */
export type Reach = 'machine' | 'network' | 'public'

/** A machine's addresses for itself, as they appear in a URL. */
const THIS_MACHINE = /^(?:127\..*|0\.0\.0\.0|::1?)$/

/** Names on the public internet have several labels and none of these endings. */
const NAME_OF_A_NETWORK = /^[^.]+$|\.(?:local|lan|internal|home\.arpa)$/

/** Who can open `url`, judged by its host without asking anyone. */
export const urlReach = (url: string): Reach => {
  const host = new URL(url).hostname.replaceAll(/^\[|[\].]$/g, '')
  if (isLocalhostName(host) || THIS_MACHINE.test(host)) return 'machine'
  const isOfNetwork = isIP(host) ? specialAddress(host) !== null : NAME_OF_A_NETWORK.test(host)
  return isOfNetwork ? 'network' : 'public'
}
