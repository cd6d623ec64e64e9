import type { IncomingMessage } from 'node:http'
import type { BodyRead } from './incoming.ts'

/**
 * Reads the raw bytes of a node:http request. Never rejects or hangs. `contentLength` is the header's
 * value, passed in because `request.headers` is slow to create.
 */
export const readNodeBody = (
  request: IncomingMessage,
  bytesMax: number,
  contentLength: string | null,
): Promise<BodyRead> => {
  const kept = keptBytes(request)
  if (kept !== null) {
    return Promise.resolve(
      kept.byteLength > bytesMax ? { ok: false, problem: 'too_large' } : { ok: true, bytes: kept },
    )
  }
  if (request.readableDidRead || request.readableEnded) {
    return Promise.resolve({ ok: false, problem: 'already_read' })
  }
  if (request.destroyed) return Promise.resolve({ ok: false, problem: 'incomplete' })
  if (Number(contentLength ?? 0) > bytesMax) {
    return Promise.resolve({ ok: false, problem: 'too_large' })
  }
  return collect(request, bytesMax)
}

/** express.raw() keeps the bytes in `body`, NestJS and some hosts in `rawBody`. */
const keptBytes = (request: IncomingMessage): Uint8Array | null => {
  const { rawBody, body } = request as { rawBody?: unknown; body?: unknown }
  if (rawBody instanceof Uint8Array) return rawBody
  return body instanceof Uint8Array ? body : null
}

const collect = (request: IncomingMessage, bytesMax: number): Promise<BodyRead> =>
  new Promise((resolve) => {
    const chunks: Buffer[] = []
    let bytes = 0

    // The listeners stay: removing them is slower, and an error without a listener would end the
    // process. Resolving twice has no effect.
    const onData = (chunk: Buffer): void => {
      bytes += chunk.byteLength
      // Discards the rest, so that the sender can read the answer.
      if (bytes > bytesMax) {
        chunks.length = 0
        resolve({ ok: false, problem: 'too_large' })
      } else chunks.push(chunk)
    }
    const onEnd = (): void => {
      const [only] = chunks
      const whole = only !== undefined && chunks.length === 1 ? only : Buffer.concat(chunks, bytes)
      resolve({ ok: true, bytes: whole })
    }
    const onBroken = (): void => {
      resolve({ ok: false, problem: 'incomplete' })
    }

    request.on('data', onData).on('end', onEnd).on('close', onBroken).on('error', onBroken)
  })
