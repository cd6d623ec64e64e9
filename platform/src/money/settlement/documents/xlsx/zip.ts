/** Writes a ZIP archive as a stream, each file compressed as its parts arrive. */
import { once } from 'node:events'
import { crc32, createDeflateRaw } from 'node:zlib'

export type ZipFile = { name: string; parts: Iterable<string> | AsyncIterable<string> }

/** Larger sizes and offsets need the 64-bit form, which this does not write. */
const BYTES_MAX = 0xffff_ffff

/** 1980-01-01, the first date that the format has: the same content gives the same bytes. */
const DATE = 0x0021

const VERSION = 20

/** Bit 3: the sizes follow the data. Bit 11: the name is UTF-8. */
const FLAGS = 0x0808

const DEFLATE = 8

type Entry = { name: Buffer; crc: number; size: number; packed: number; offset: number }

/** @throws RangeError when a file, or the archive, gets larger than 4 GiB. */
export const zip = async function* (
  files: Iterable<ZipFile> | AsyncIterable<ZipFile>,
): AsyncGenerator<Buffer> {
  const entries: Entry[] = []
  let offset = 0
  for await (const { name, parts } of files) {
    const entry = { name: Buffer.from(name), crc: 0, size: 0, packed: 0, offset }
    const head = localHeader(entry)
    yield head
    for await (const chunk of deflated(parts, entry)) {
      entry.packed += chunk.length
      yield chunk
    }
    expectSmall(entry.size)
    yield sizesOf(entry)
    offset += head.length + entry.packed + SIZES_BYTES
    expectSmall(offset)
    entries.push(entry)
  }
  const directory = Buffer.concat(entries.map(directoryEntry))
  yield directory
  yield endOf(entries.length, directory.length, offset)
}

const expectSmall = (bytes: number): void => {
  if (bytes > BYTES_MAX) throw new RangeError(`a ZIP file of more than ${BYTES_MAX} bytes`)
}

/** Compression runs in other threads. Parts are asked for as fast as the reader takes chunks. */
const deflated = async function* (parts: ZipFile['parts'], entry: Entry): AsyncGenerator<Buffer> {
  const deflate = createDeflateRaw({ level: 6 })
  const failed = new AbortController()
  const feed = async (): Promise<void> => {
    for await (const part of parts) {
      const bytes = Buffer.from(part)
      entry.crc = crc32(bytes, entry.crc)
      entry.size += bytes.length
      if (!deflate.write(bytes)) await once(deflate, 'drain', { signal: failed.signal })
    }
    deflate.end()
  }
  const feeding = feed().catch((error: unknown) => deflate.destroy(error as Error))
  try {
    for await (const chunk of deflate) yield chunk as Buffer
  } finally {
    failed.abort()
    await feeding
  }
}

const localHeader = ({ name }: Entry): Buffer => {
  const head = Buffer.alloc(30)
  head.writeUInt32LE(0x04034b50, 0)
  writeCommon(head, 4)
  // The checksum and the sizes follow the data.
  head.writeUInt16LE(name.length, 26)
  return Buffer.concat([head, name])
}

const writeCommon = (buffer: Buffer, at: number): void => {
  buffer.writeUInt16LE(VERSION, at)
  buffer.writeUInt16LE(FLAGS, at + 2)
  buffer.writeUInt16LE(DEFLATE, at + 4)
  buffer.writeUInt16LE(0, at + 6)
  buffer.writeUInt16LE(DATE, at + 8)
}

const SIZES_BYTES = 16

const sizesOf = ({ crc, packed, size }: Entry): Buffer => {
  const sizes = Buffer.alloc(SIZES_BYTES)
  sizes.writeUInt32LE(0x08074b50, 0)
  sizes.writeUInt32LE(crc, 4)
  sizes.writeUInt32LE(packed, 8)
  sizes.writeUInt32LE(size, 12)
  return sizes
}

const directoryEntry = ({ name, crc, packed, size, offset }: Entry): Buffer => {
  const head = Buffer.alloc(46)
  head.writeUInt32LE(0x02014b50, 0)
  head.writeUInt16LE(VERSION, 4)
  writeCommon(head, 6)
  head.writeUInt32LE(crc, 16)
  head.writeUInt32LE(packed, 20)
  head.writeUInt32LE(size, 24)
  head.writeUInt16LE(name.length, 28)
  head.writeUInt32LE(offset, 42)
  return Buffer.concat([head, name])
}

const endOf = (count: number, size: number, offset: number): Buffer => {
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(count, 8)
  end.writeUInt16LE(count, 10)
  end.writeUInt32LE(size, 12)
  end.writeUInt32LE(offset, 16)
  return end
}
