import { createReadStream } from 'node:fs'
import type { Readable } from 'node:stream'
import { usage } from '../problem.ts'

/**
 * The text of a file in pieces, or of the standard input for "-". A byte order mark decides about
 * UTF-16, which spreadsheets write as "Unicode text".
 *
 * @throws Problem when it cannot be read, or is not text in this encoding.
 */
export const readText = async function* (
  stdin: Readable,
  path: string,
  encoding: string | undefined,
): AsyncGenerator<string> {
  const name = path === '-' ? 'the standard input' : path
  const stream = path === '-' ? stdin : createReadStream(path)
  let decoder: Decoder | null = null
  try {
    for await (const chunk of stream) {
      const bytes = chunk as Uint8Array
      decoder ??= decoderFor(encoding ?? encodingOf(bytes))
      yield decoder.decode(bytes, { stream: true })
    }
    if (decoder !== null) yield decoder.decode()
  } catch (error) {
    if (error instanceof TypeError) {
      throw usage(
        `${name} is not text in ${decoder?.encoding ?? 'UTF-8'}.`,
        'Save it as "CSV UTF-8", or name its encoding: --encoding windows-1252 or windows-1256.',
      )
    }
    throw (error as NodeJS.ErrnoException).code === undefined
      ? error
      : usage(`${name} cannot be read: ${(error as Error).message}`)
  }
}

const encodingOf = (bytes: Uint8Array): string => {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be'
  return 'utf-8'
}

type Decoder = InstanceType<typeof TextDecoder>

const decoderFor = (encoding: string): Decoder => {
  try {
    return new TextDecoder(encoding, { fatal: true })
  } catch {
    throw usage(
      `--encoding: ${JSON.stringify(encoding)} is not known.`,
      'Such as utf-8, windows-1252 (French) or windows-1256 (Arabic).',
    )
  }
}
