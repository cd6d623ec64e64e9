import { Readable } from 'node:stream'
import { decoded } from './decoded.ts'
import { failureOf } from './failure-of.ts'
import type { FailureReason } from './failure-of.ts'
import { connectionTo } from './kept-connections.ts'
import type { KeptConnections } from './kept-connections.ts'

export type HttpRequest = {
  method: string
  /** Scheme, host and port. */
  origin: string
  /** Percent-encoded, as sent. */
  path: string
  headers: readonly (readonly [name: string, value: string])[]
  /** Null for none. Several pieces are sent with a pause between them. */
  body: readonly Uint8Array[] | null
  /** Covers the DNS lookup, the connection, the headers and the body. */
  timeoutMs: number
  signal: AbortSignal
  /** Keep-alive connections to use; default: a new connection. */
  over?: KeptConnections | undefined
}

export type HttpAnswer =
  | {
      ok: true
      status: number
      /** Names in lowercase. */
      headers: [name: string, value: string][]
      /** Decompressed, if it came compressed. */
      body: Buffer
      durationMs: number
    }
  | {
      ok: false
      reason: FailureReason
      /** A sentence part. */ message: string
      durationMs: number
    }

/** Four times the limit of D11: enough to report the size of an answer that is too large. */
const ANSWER_BYTES_MAX = 1024 * 1024

/** Between two pieces of a body, so that the partner reads the first one alone, also on a busy machine. */
const PIECE_PAUSE_MS = 500

class TooLarge extends Error {}

/**
 * Makes one request, by default on a new connection, so that the server's keep-alive settings do not
 * affect a check. Never rejects: a failure is a result. Does not follow redirects.
 */
export const send = async (request: HttpRequest): Promise<HttpAnswer> => {
  const startedAt = performance.now()
  const elapsedMs = (): number => Math.round(performance.now() - startedAt)
  const timeout = AbortSignal.timeout(request.timeoutMs)
  const client =
    request.over?.to(request.origin) ?? connectionTo(request.origin, request.timeoutMs + 1_000)
  try {
    const response = await client.request({
      method: request.method,
      path: request.path,
      headers: request.headers.flat(),
      body: bodyOf(request.body),
      signal: AbortSignal.any([timeout, request.signal]),
    })
    const headers = Object.entries(response.headers).flatMap(([name, value]) =>
      [value ?? []].flat().map((single): [string, string] => [name, single]),
    )
    const bytes = await collect(response.body)
    const encoding = headers.find(([name]) => name === 'content-encoding')?.[1] ?? 'identity'
    const body = decoded(bytes, encoding, ANSWER_BYTES_MAX)
    return { ok: true, status: response.statusCode, headers, body, durationMs: elapsedMs() }
  } catch (error) {
    const durationMs = elapsedMs()
    if (request.signal.aborted) {
      return { ok: false, reason: 'aborted', message: 'the run was stopped', durationMs }
    }
    if (timeout.aborted) {
      const message = `the answer was not complete within ${request.timeoutMs} ms`
      return { ok: false, reason: 'timeout', message, durationMs }
    }
    if (error instanceof TooLarge) {
      return { ok: false, reason: 'too_large', message: error.message, durationMs }
    }
    return { ok: false, ...failureOf(error), durationMs }
  } finally {
    if (request.over === undefined) await client.destroy()
  }
}

const bodyOf = (pieces: readonly Uint8Array[] | null): Uint8Array | Readable | null => {
  if (pieces === null) return null
  return pieces.length === 1 && pieces[0] !== undefined ? pieces[0] : Readable.from(slowly(pieces))
}

const slowly = async function* (pieces: readonly Uint8Array[]): AsyncIterable<Uint8Array> {
  for (const [index, piece] of pieces.entries()) {
    if (index > 0) await new Promise((resolve) => setTimeout(resolve, PIECE_PAUSE_MS))
    yield piece
  }
}

const collect = async (body: AsyncIterable<Uint8Array>): Promise<Buffer> => {
  const chunks: Uint8Array[] = []
  let byteCount = 0
  for await (const chunk of body) {
    byteCount += chunk.byteLength
    if (byteCount > ANSWER_BYTES_MAX) {
      throw new TooLarge(`the answer has more than ${ANSWER_BYTES_MAX} bytes`)
    }
    chunks.push(chunk)
  }
  return Buffer.concat(chunks, byteCount)
}
