import type { BankMappingRequest } from '@wasl/protocol'

export type Decoded = { ok: true; text: string } | { ok: false; problem: string }

const BYTE_ORDER_MARKS = [
  { encoding: 'utf-8', bytes: Buffer.from('efbbbf', 'hex') },
  { encoding: 'utf-16le', bytes: Buffer.from('fffe', 'hex') },
  { encoding: 'utf-16be', bytes: Buffer.from('feff', 'hex') },
] as const

/**
 * The text of a file in the encoding of its mapping. A wrong encoding would change names and may join
 * two columns, so bytes that contradict it are refused, never replaced.
 */
export const decodeFile = (
  bytes: Uint8Array,
  encoding: BankMappingRequest['encoding'],
): Decoded => {
  const mark = BYTE_ORDER_MARKS.find((one) => one.bytes.equals(bytes.subarray(0, one.bytes.length)))
  if (mark !== undefined && mark.encoding !== encoding) {
    return { ok: false, problem: `expected ${encoding}, and the file begins as ${mark.encoding}` }
  }
  const text = decoded(bytes, encoding)
  if (text === null) return { ok: false, problem: `expected a file in ${encoding}` }
  if (text.includes('\u0000')) {
    return { ok: false, problem: `expected text in ${encoding}, and the file has null characters` }
  }
  return { ok: true, text }
}

/** Without the byte order mark; null when some bytes are not of this encoding. */
const decoded = (bytes: Uint8Array, encoding: string): string | null => {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch {
    return null
  }
}
