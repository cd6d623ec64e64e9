import { inflateSync } from 'node:zlib'

const WOFF_HEAD = 44
const WOFF_ENTRY = 20
const SFNT_HEAD = 12
const SFNT_ENTRY = 16

/** 'wOFF' */
const SIGNATURE = 0x774f4646

/**
 * The OpenType font inside a WOFF file (version 1), which is the same tables, each compressed with
 * zlib. The packages of fonts have no other form that Typst reads.
 *
 * @throws Error when the bytes are not a WOFF file.
 */
export const openTypeOf = (woff: Buffer): Buffer => {
  if (woff.length < WOFF_HEAD || woff.readUInt32BE(0) !== SIGNATURE) {
    throw new Error('expected a WOFF file')
  }
  const count = woff.readUInt16BE(12)
  const head = headOf(woff.readUInt32BE(4), count)
  const parts = [head]
  let offset = head.length
  for (let index = 0; index < count; index += 1) {
    const entry = WOFF_HEAD + index * WOFF_ENTRY
    const table = tableOf(woff, entry)
    const target = SFNT_HEAD + index * SFNT_ENTRY
    // The tag and the checksum are the same.
    woff.copy(head, target, entry, entry + 4)
    woff.copy(head, target + 4, entry + 16, entry + 20)
    head.writeUInt32BE(offset, target + 8)
    head.writeUInt32BE(table.length, target + 12)
    // Tables begin at multiples of four bytes.
    const padded = Buffer.alloc(Math.ceil(table.length / 4) * 4)
    table.copy(padded)
    parts.push(padded)
    offset += padded.length
  }
  return Buffer.concat(parts)
}

const tableOf = (woff: Buffer, entry: number): Buffer => {
  const start = woff.readUInt32BE(entry + 4)
  const packed = woff.readUInt32BE(entry + 8)
  const size = woff.readUInt32BE(entry + 12)
  const bytes = woff.subarray(start, start + packed)
  return packed < size ? inflateSync(bytes, { maxOutputLength: size }) : bytes
}

/** The head of the font, with the numbers that a binary search needs. */
const headOf = (flavor: number, count: number): Buffer => {
  const head = Buffer.alloc(SFNT_HEAD + count * SFNT_ENTRY)
  const log = Math.floor(Math.log2(count))
  const range = 2 ** log * SFNT_ENTRY
  head.writeUInt32BE(flavor, 0)
  head.writeUInt16BE(count, 4)
  head.writeUInt16BE(range, 6)
  head.writeUInt16BE(log, 8)
  head.writeUInt16BE(count * SFNT_ENTRY - range, 10)
  return head
}
