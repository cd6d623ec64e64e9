import type { IncomingMessage } from 'node:http'
import type { BodyRead } from './incoming.ts'

/**
 * The raw bytes of a node:http request, or why they cannot be had. Never rejects, never hangs.
 * `contentLength` is the header's value; `request.headers` would be made for it alone.
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

    // The listeners stay, and what comes after the first answer changes nothing: taking them off
    // takes longer, and an error without a listener would end the process.
    function onData(chunk: Buffer): void {
      bytes += chunk.byteLength
      // What still comes is thrown away, so that the sender gets to read the answer.
      if (bytes > bytesMax) {
        chunks.length = 0
        resolve({ ok: false, problem: 'too_large' })
      } else chunks.push(chunk)
    }
    function onEnd(): void {
      const [only] = chunks
      const whole = only !== undefined && chunks.length === 1 ? only : Buffer.concat(chunks, bytes)
      resolve({ ok: true, bytes: whole })
    }
    function onBroken(): void {
      resolve({ ok: false, problem: 'incomplete' })
    }

    request.on('data', onData).on('end', onEnd).on('close', onBroken).on('error', onBroken)
  })
