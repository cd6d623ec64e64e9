import { networkInterfaces } from 'node:os'
import { specialAddress } from './special-address.ts'

/** Which addresses may be connected to. */
export type AddressPolicy = {
  /** A sentence part saying why the address is refused; null when it may be called. */
  refusal(address: string): string | null
  /**
   * A sentence part saying why this scheme is refused; null when it may be called. The bearer secret is
   * in every request and lookup answers are not signed, so neither may travel in clear text (D26).
   */
  schemeRefusal(isTls: boolean): string | null
}

export type AddressPolicyOptions = {
  /** Lets calls go to loopback and private addresses. Only the demo and tests set it (D23). */
  allowPrivateTargets: boolean
  /** Lets calls go without TLS; as `allowPrivateTargets` unless given, which tests do. */
  allowPlainHttp?: boolean
  /** The addresses of this machine's interfaces; for tests. */
  ownAddresses?: () => readonly string[]
}

/**
 * Refuses every address that is not on the public internet, and this machine's own addresses even
 * when they are: a connection to oneself goes past the firewall that guards them from outside.
 */
export function createAddressPolicy(options: AddressPolicyOptions): AddressPolicy {
  const ownAddresses = options.ownAddresses ?? createInterfaceAddresses()
  const allowPlainHttp = options.allowPlainHttp ?? options.allowPrivateTargets
  return {
    schemeRefusal: (isTls) => (isTls || allowPlainHttp ? null : 'expected an https URL'),
    refusal(address) {
      if (options.allowPrivateTargets) return null
      const kind = specialAddress(address)
      if (kind !== null) return `${address} is not a public address (${kind})`
      if (ownAddresses().includes(address)) return `${address} is this machine's own address`
      return null
    },
  }
}

// Asking the system takes longer than the rest of a call's checks, and interfaces change rarely.
const INTERFACES_KEPT_MS = 10_000

function createInterfaceAddresses(): () => readonly string[] {
  let kept: readonly string[] = []
  let until = -Infinity
  return () => {
    const now = performance.now()
    if (now >= until) {
      const interfaces = Object.values(networkInterfaces())
      kept = interfaces.flatMap((addresses) => addresses?.map(({ address }) => address) ?? [])
      until = now + INTERFACES_KEPT_MS
    }
    return kept
  }
}
