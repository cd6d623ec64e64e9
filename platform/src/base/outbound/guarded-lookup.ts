import { isIP, type LookupFunction } from 'node:net'
import type { AddressPolicy } from './address-policy.ts'
import { isExhausted } from './exhausted.ts'
import { isLocalhostName } from './target.ts'
import type { Resolve } from './resolve.ts'

/** The lookup's error code for a name that leads to a refused address. */
export const REFUSED_ADDRESS = 'WASL_REFUSED_ADDRESS'
/** The lookup's error code for a name without an address. */
export const NO_ADDRESS = 'WASL_NO_ADDRESS'

// Many connections to one origin open at once: they share one answer for this long.
const ANSWER_KEPT_MS = 10_000

/**
 * The lookup function for `net.connect`. Node.js connects only to the addresses that it returns, so
 * it connects to the address that was checked. A name that resolves to another address later is
 * checked again then.
 *
 * If any address of a name is refused, the whole name is refused: it is misconfigured or made to
 * deceive, and with its other addresses each call would succeed or fail by chance.
 */
export const createGuardedLookup = (
  policy: Pick<AddressPolicy, 'refusal'>,
  resolve: Resolve,
): LookupFunction => {
  let kept: { hostname: string; until: number; answer: Promise<readonly string[]> } | null = null

  const addressesOf = (hostname: string): Promise<readonly string[]> => {
    const now = performance.now()
    if (kept !== null && kept.hostname === hostname && now < kept.until) return kept.answer
    const answer = isLocalhostName(hostname)
      ? Promise.resolve(['127.0.0.1', '::1'])
      : resolve(hostname)
    const entry = { hostname, until: now + ANSWER_KEPT_MS, answer }
    kept = entry
    answer.catch(() => {
      if (kept === entry) kept = null
    })
    return answer
  }

  return (hostname, options, callback) => {
    addressesOf(hostname).then(
      (addresses) => {
        const problem = problemWith(hostname, addresses, policy)
        if (problem !== null) return callback(problem, [])
        if (options.all === true) return callback(null, addresses.map(asLookupAddress))
        const first = asLookupAddress(addresses[0] ?? '')
        return callback(null, first.address, first.family)
      },
      (cause: unknown) =>
        callback(isExhausted(cause) ? (cause as Error) : noAddress(hostname, cause), []),
    )
  }
}

const problemWith = (
  hostname: string,
  addresses: readonly string[],
  policy: Pick<AddressPolicy, 'refusal'>,
): NodeJS.ErrnoException | null => {
  if (addresses.length === 0) return noAddress(hostname, null)
  for (const address of addresses) {
    const refusal = isIP(address) === 0 ? 'it is not an IP address' : policy.refusal(address)
    if (refusal !== null) {
      return codedError(REFUSED_ADDRESS, `${hostname} leads to ${address}: ${refusal}`)
    }
  }
  return null
}

const noAddress = (hostname: string, cause: unknown): NodeJS.ErrnoException => {
  const code = (cause as NodeJS.ErrnoException | null)?.code
  const why = code === undefined ? '' : ` (${code})`
  return codedError(NO_ADDRESS, `no address was found for ${hostname}${why}`)
}

const codedError = (code: string, message: string): NodeJS.ErrnoException => {
  return Object.assign(new Error(message), { code })
}

const asLookupAddress = (address: string): { address: string; family: number } => {
  return { address, family: isIP(address) }
}
