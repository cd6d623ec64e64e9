import { createHash } from 'node:crypto'
import { mkdtemp, open, rm, type FileHandle } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'

/** A document that was written in full, and is not sent yet. */
export type SpooledDocument = {
  bytes: number
  /** In lowercase hexadecimal. */
  sha256: string
  /** Its bytes, once. The end of the stream, also an early one, frees the file. */
  stream(): Readable
  /** Frees the file without reading it. */
  discard(): Promise<void>
}

/** One buffer for each document, used again and again: no write leaves garbage behind. */
const BUFFER_BYTES = 1024 * 1024

/**
 * Writes a document to a temporary file, as fast as its parts arrive. So the transaction that reads the
 * lines ends within seconds, however slowly the client reads; and a failure is known before the first
 * byte is sent. The file has no name any more while it is written: nothing remains after a kill.
 */
export const spool = async (parts: AsyncIterable<string | Buffer>): Promise<SpooledDocument> => {
  const file = await openNameless()
  try {
    const hash = createHash('sha256')
    let bytes = 0
    for await (const chunk of joined(parts)) {
      hash.update(chunk)
      await writeAll(file, chunk)
      bytes += chunk.length
    }
    return {
      bytes,
      sha256: hash.digest('hex'),
      stream: () => file.createReadStream({ start: 0, autoClose: true }),
      discard: () => file.close(),
    }
  } catch (error) {
    await file.close()
    throw error
  }
}

const openNameless = async (): Promise<FileHandle> => {
  const folder = await mkdtemp(join(tmpdir(), 'wasl-document-'))
  try {
    return await open(join(folder, 'document'), 'wx+', 0o600)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

const writeAll = async (file: FileHandle, chunk: Buffer): Promise<void> => {
  for (let done = 0; done < chunk.length;) {
    const { bytesWritten } = await file.write(chunk, done, chunk.length - done)
    done += bytesWritten
  }
}

/** Each chunk is overwritten when the next one is asked for. */
const joined = async function* (parts: AsyncIterable<string | Buffer>): AsyncGenerator<Buffer> {
  const buffer = Buffer.allocUnsafeSlow(BUFFER_BYTES)
  let size = 0
  for await (const part of parts) {
    const length = Buffer.byteLength(part)
    if (size + length > BUFFER_BYTES && size > 0) {
      yield buffer.subarray(0, size)
      size = 0
    }
    if (length > BUFFER_BYTES) yield Buffer.from(part)
    else if (typeof part === 'string') size += buffer.write(part, size)
    else size += part.copy(buffer, size)
  }
  if (size > 0) yield buffer.subarray(0, size)
}
