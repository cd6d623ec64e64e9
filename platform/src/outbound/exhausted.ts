/** The system's codes for what this machine, and no partner, has run out of: files, memory, buffers. */
const EXHAUSTED: ReadonlySet<string> = new Set(['EMFILE', 'ENFILE', 'ENOBUFS', 'ENOMEM'])

export const isExhausted = (error: unknown): boolean => EXHAUSTED.has(codeOf(error))

/**
 * Whether an error of connecting says that this machine has nothing left to connect with. It is out
 * of ports where it has no address for an IPv4 target; for an IPv6 one it may have no IPv6 at all, and
 * then the partner's name leads nowhere from here.
 */
export const isOwnWant = (error: Error): boolean => {
  const [first = error] = error instanceof AggregateError ? error.errors : []
  if (codeOf(first) !== 'EADDRNOTAVAIL') return isExhausted(first)
  return !String((first as { address?: unknown }).address).includes(':')
}

const codeOf = (error: unknown): string => String((error as { code?: unknown } | null)?.code)
