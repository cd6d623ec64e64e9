/** System error codes for a resource that this machine has used up: files, memory, buffers. */
const EXHAUSTED: ReadonlySet<string> = new Set(['EMFILE', 'ENFILE', 'ENOBUFS', 'ENOMEM'])

export const isExhausted = (error: unknown): boolean => EXHAUSTED.has(codeOf(error))

/**
 * Whether a connection failed because this machine lacks a resource, and not because of the
 * partner. EADDRNOTAVAIL means that it is out of ports, for an IPv4 target. For an IPv6 target it
 * may mean that this machine has no IPv6, and then the partner's name leads nowhere from here.
 */
export const isResourceExhausted = (error: Error): boolean => {
  const [first = error] = error instanceof AggregateError ? error.errors : []
  if (codeOf(first) !== 'EADDRNOTAVAIL') return isExhausted(first)
  return !String((first as { address?: unknown }).address).includes(':')
}

const codeOf = (error: unknown): string => String((error as { code?: unknown } | null)?.code)
