import { createReadStream } from 'node:fs'
import { usage } from './problem.ts'

/** Far larger than any webhook. */
const INPUT_BYTES_MAX = 10 * 1024 * 1024

/**
 * The bytes of a file, or of the standard input for "-".
 *
 * @throws Problem when it cannot be read or is too large.
 */
export const readInput = async (stdin: NodeJS.ReadableStream, path: string): Promise<Buffer> => {
  const stream = path === '-' ? stdin : createReadStream(path)
  const name = path === '-' ? 'the standard input' : path
  const chunks: Buffer[] = []
  let bytes = 0
  try {
    for await (const chunk of stream) {
      chunks.push(Buffer.from(chunk as Uint8Array))
      bytes += chunk.length
      if (bytes > INPUT_BYTES_MAX) break
    }
  } catch (error) {
    throw usage(`${name} cannot be read: ${(error as Error).message}`)
  }
  if (bytes > INPUT_BYTES_MAX) throw usage(`${name} is larger than ${INPUT_BYTES_MAX} bytes.`)
  return Buffer.concat(chunks)
}
