import type { IncomingMessage } from 'node:http'
import type { BodyRead } from './incoming.ts'

/** The raw bytes of a node:http request, or why they cannot be had. Never rejects, never hangs. */
export function readNodeBody(request: IncomingMessage, bytesMax: number): Promise<BodyRead> {
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
  if (Number(request.headers['content-length'] ?? 0) > bytesMax) {
    return Promise.resolve({ ok: false, problem: 'too_large' })
  }
  return collect(request, bytesMax)
}

/** express.raw() keeps the bytes in `body`, NestJS and some hosts in `rawBody`. */
function keptBytes(request: IncomingMessage): Uint8Array | null {
  const { rawBody, body } = request as { rawBody?: unknown; body?: unknown }
  if (rawBody instanceof Uint8Array) return rawBody
  return body instanceof Uint8Array ? body : null
}

function collect(request: IncomingMessage, bytesMax: number): Promise<BodyRead> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = []
    let bytes = 0

    function settle(read: BodyRead): void {
      request.off('data', onData).off('end', onEnd).off('close', onBroken)
      // The error listener stays: an error without one would end the process.
      resolve(read)
    }
    function onData(chunk: Buffer): void {
      bytes += chunk.byteLength
      if (bytes > bytesMax) {
        settle({ ok: false, problem: 'too_large' })
        // What still comes is thrown away, so that the sender gets to read the answer.
        request.resume()
        return
      }
      chunks.push(chunk)
    }
    function onEnd(): void {
      settle({ ok: true, bytes: Buffer.concat(chunks, bytes) })
    }
    function onBroken(): void {
      settle({ ok: false, problem: 'incomplete' })
    }

    request.on('data', onData).on('end', onEnd).on('close', onBroken).on('error', onBroken)
  })
}
