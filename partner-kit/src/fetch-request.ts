import type { Answer } from './answer.ts'
import type { BodyRead, Incoming } from './incoming.ts'

/** What to change when the body of a fetch `Request` was read before. */
const FETCH_ADVICE =
  'Hand over the request before anything calls its json(), text() or arrayBuffer(), or hand over ' +
  'request.clone() to whatever else reads it.'

/** What the core needs of a fetch `Request`. */
export const incomingFromRequest = (request: Request, advice: string = FETCH_ADVICE): Incoming => ({
  advice,
  method: request.method,
  pathname: new URL(request.url).pathname,
  headers: request.headers,
  readBody: (bytesMax) => readRequestBody(request, bytesMax),
})

export const responseOf = (answer: Answer): Response =>
  new Response(answer.body, { status: answer.status, headers: answer.headers })

const readRequestBody = async (request: Request, bytesMax: number): Promise<BodyRead> => {
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

const readStream = async (
  stream: ReadableStream<Uint8Array>,
  bytesMax: number,
): Promise<BodyRead> => {
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
