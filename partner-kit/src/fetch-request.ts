import type { Answer } from './answer.ts'
import type { BodyRead, Incoming } from './incoming.ts'

/** What to change when the body of a fetch `Request` was already read. */
const FETCH_ADVICE =
  'Pass the request to the partner before anything calls its json(), text() or arrayBuffer(), or ' +
  'give other readers a request.clone().'

/** Converts a fetch `Request` for the core. */
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
  // Leaving the loop early cancels the stream.
  for await (const chunk of stream) {
    bytes += chunk.byteLength
    if (bytes > bytesMax) return { ok: false, problem: 'too_large' }
    chunks.push(chunk)
  }
  return { ok: true, bytes: Buffer.concat(chunks) }
}
