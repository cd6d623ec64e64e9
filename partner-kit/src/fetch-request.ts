import type { BodyRead, Incoming } from './incoming.ts'

/** What the core needs of a fetch `Request`. */
export function incomingFromRequest(request: Request): Incoming {
  return {
    method: request.method,
    pathname: new URL(request.url).pathname,
    headers: request.headers,
    readBody: (bytesMax) => readRequestBody(request, bytesMax),
  }
}

async function readRequestBody(request: Request, bytesMax: number): Promise<BodyRead> {
  if (request.bodyUsed || request.body?.locked === true) {
    return { ok: false, problem: 'already_read' }
  }
  if (Number(request.headers.get('content-length') ?? 0) > bytesMax) {
    return { ok: false, problem: 'too_large' }
  }
  if (request.body === null) return { ok: true, bytes: new Uint8Array() }
  try {
    return await readStream(request.body, bytesMax)
  } catch {
    return { ok: false, problem: 'incomplete' }
  }
}

async function readStream(stream: ReadableStream<Uint8Array>, bytesMax: number): Promise<BodyRead> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  // Leaving the loop early cancels the stream, so nothing more is sent to us.
  for await (const chunk of stream) {
    bytes += chunk.byteLength
    if (bytes > bytesMax) return { ok: false, problem: 'too_large' }
    chunks.push(chunk)
  }
  return { ok: true, bytes: Buffer.concat(chunks) }
}
