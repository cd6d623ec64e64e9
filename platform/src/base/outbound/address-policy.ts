import { networkInterfaces } from 'node:os'
import { specialAddress } from './special-address.ts'

/** Decides which addresses the platform may connect to. */
export type AddressPolicy = {
  /** Why the address is refused, as part of a sentence; null when it is allowed. */
  refusal(address: string): string | null
  /**
   * Why the scheme is refused, as part of a sentence; null when it is allowed. Every request
   * carries the bearer secret, and lookup answers are not signed, so neither may travel unencrypted
   * (D26).
   */
  schemeRefusal(isTls: boolean): string | null
}

export type AddressPolicyOptions = {
  /** Allows loopback and private addresses. Only the demo and tests set it (D23). */
  allowPrivateTargets: boolean
  /** Allows calls without TLS; defaults to `allowPrivateTargets`. Tests set it apart. */
  allowPlainHttp?: boolean
  /** The addresses of this machine's interfaces; for tests. */
  ownAddresses?: () => readonly string[]
}

/**
 * Refuses every address that is not on the public internet. Also refuses this machine's own
 * addresses, even public ones: a connection to oneself bypasses the firewall in front of the
 * machine.
 */
export const createAddressPolicy = (options: AddressPolicyOptions): AddressPolicy => {
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

// Asking the system takes longer than all other checks of a call, and interfaces change rarely.
const INTERFACES_KEPT_MS = 10_000

const createInterfaceAddresses = (): (() => readonly string[]) => {
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
