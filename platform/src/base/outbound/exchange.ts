import type { Dispatcher } from 'undici'
import { failureOf, type Phase } from './failure-of.ts'
import type {
  FailureReason,
  OutboundAnswer,
  OutboundFailure,
  OutboundRequest,
  OutboundResult,
} from './outbound-types.ts'

/** The owner of an exchange's connection. It is called when the exchange has ended. */
export type ExchangeOwner = { ended(exchange: Exchange, result: OutboundResult): void }

/** Interim responses (1xx) accepted before the final one. Real servers send one or two. */
const INTERIM_RESPONSES_MAX = 8

/**
 * Chunks accepted in one body. Each costs as much time as thousands of bytes: 256 KiB in chunks of
 * one byte take a fifth of a second.
 */
const PIECES_MAX = 4_096

/** Bytes that a response may have around its body. Framing may also double the body. */
const WIRE_BYTES_BESIDE = 64 * 1024

/**
 * One request and its response on one connection: the handler that undici calls. It is a class,
 * because tens of thousands are made each second and they share their methods.
 *
 * It ends exactly once: with a complete response, at the first error, or when `expire` is called at
 * its deadline. Anything later is ignored. The owner closes the connection of an exchange that
 * failed, so nothing more is read from it.
 */
export class Exchange implements Dispatcher.DispatchHandler {
  readonly request: OutboundRequest
  readonly path: string
  readonly startedAt: number
  readonly deadline: number
  readonly resolve: (result: OutboundResult) => void
  readonly isTls: boolean
  readonly retriesLeft: number
  owner: ExchangeOwner
  phase: Phase = 'waiting'
  isOver = false
  #interimCount = 0
  #status = 0
  #headers: OutboundAnswer['headers'] = NO_HEADERS
  #body: Buffer = EMPTY
  #byteCount = 0
  #pieceCount = 0

  constructor(
    request: OutboundRequest,
    path: string,
    startedAt: number,
    resolve: (result: OutboundResult) => void,
    owner: ExchangeOwner,
    isTls: boolean,
    retriesLeft: number,
  ) {
    this.request = request
    this.path = path
    this.startedAt = startedAt
    this.deadline = startedAt + request.timeoutMs
    this.resolve = resolve
    this.owner = owner
    this.isTls = isTls
    this.retriesLeft = retriesLeft
  }

  /** Called right before the request is written. */
  onRequestStart(): void {
    this.phase = 'sent'
  }

  /** Called at the first byte of a response: after it the call is not retried. */
  onResponseStarted(): void {
    this.phase = 'answering'
  }

  onResponseStart(
    _controller: Dispatcher.DispatchController,
    status: number,
    headers: Record<string, string | string[] | undefined>,
  ): void {
    if (this.isOver) return
    if (status < 200) {
      this.#interimCount += 1
      if (this.#interimCount > INTERIM_RESPONSES_MAX) {
        this.fail('bad_response', `more than ${INTERIM_RESPONSES_MAX} interim responses came`)
      }
      return
    }
    const coding = unaskedCoding(headers)
    if (coding !== null) return this.fail('bad_encoding', coding)
    if (Number(headers['content-length']) > this.request.maxBytes) return this.#tooLarge()
    this.#status = status
    this.#headers = keptHeaders(headers)
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    if (this.isOver) return
    const byteCount = this.#byteCount + chunk.length
    if (byteCount > this.request.maxBytes) return this.#tooLarge()
    this.#pieceCount += 1
    if (this.#pieceCount > PIECES_MAX) {
      return this.fail('bad_response', `the body came in more than ${PIECES_MAX} pieces`)
    }
    if (this.#byteCount === 0) {
      this.#body = chunk
    } else {
      // One growing buffer instead of a list: a body sent byte by byte would make a list many times
      // its size.
      if (byteCount > this.#body.length) {
        const larger = Buffer.allocUnsafe(Math.min(byteCount * 2, this.request.maxBytes))
        this.#body.copy(larger, 0, 0, this.#byteCount)
        this.#body = larger
      }
      chunk.copy(this.#body, this.#byteCount)
    }
    this.#byteCount = byteCount
  }

  onResponseEnd(): void {
    this.#end({
      ok: true,
      status: this.#status,
      headers: this.#headers,
      body:
        this.#body.length === this.#byteCount
          ? this.#body
          : this.#body.subarray(0, this.#byteCount),
      durationMs: performance.now() - this.startedAt,
    })
  }

  onResponseError(_controller: Dispatcher.DispatchController | null, error: Error): void {
    if (this.isOver) return
    const { reason, message } = failureOf(error, this.phase, this.isTls)
    this.fail(reason, message)
  }

  /** The same call for another connection, with one retry less and the same deadline. */
  again(owner: ExchangeOwner): Exchange {
    const { request, path, startedAt, resolve, isTls, retriesLeft } = this
    return new Exchange(request, path, startedAt, resolve, owner, isTls, retriesLeft - 1)
  }

  /**
   * Ends the exchange when it has received far more bytes than its body may have. Nothing else
   * limits chunk extensions.
   */
  limitWire(wireBytes: number): void {
    if (wireBytes <= 2 * this.request.maxBytes + WIRE_BYTES_BESIDE) return
    this.fail('too_large', 'the answer has far more bytes around its body than in it')
  }

  /** Ends the exchange as timed out, and says how far it got. */
  expire(): void {
    this.fail('timeout', `${this.#progress()} within ${this.request.timeoutMs} ms`)
  }

  fail(reason: FailureReason, message: string): void {
    this.#end(failure(reason, message, performance.now() - this.startedAt))
  }

  #end(result: OutboundResult): void {
    if (this.isOver) return
    this.isOver = true
    this.owner.ended(this, result)
  }

  #tooLarge(): void {
    this.fail('too_large', `the body of the answer is above ${this.request.maxBytes} bytes`)
  }

  #progress(): string {
    if (this.phase === 'waiting') return 'no connection became free'
    if (this.phase === 'connecting') return 'no connection could be made'
    if (this.phase === 'sent') return 'no answer came'
    return this.#status === 0
      ? 'the headers of the answer did not end'
      : `the body of the answer did not end (${this.#byteCount} bytes came)`
  }
}

export const failure = <Reason extends string>(
  reason: Reason,
  message: string,
  durationMs: number,
): OutboundFailure<Reason> => {
  return { ok: false, reason, message, durationMs }
}

type Headers = Record<string, string | string[] | undefined>

const EMPTY = Buffer.alloc(0)
const NO_HEADERS: OutboundAnswer['headers'] = {
  'content-type': undefined,
  'retry-after': undefined,
}

const keptHeaders = (headers: Headers): OutboundAnswer['headers'] => {
  return {
    'content-type': firstOf(headers['content-type']),
    'retry-after': firstOf(headers['retry-after']),
    location: firstOf(headers['location']),
  }
}

/**
 * Why the body's coding is refused, or null. A compressed body is refused instead of unpacked,
 * because a few bytes may expand to gigabytes.
 */
const unaskedCoding = (headers: Headers): string | null => {
  const content = headers['content-encoding']
  if (content !== undefined && !/^(?:identity)?$/i.test(String(content))) {
    return 'the answer has a Content-Encoding although identity was asked for'
  }
  const transfer = headers['transfer-encoding']
  if (transfer !== undefined && !/^chunked$/i.test(String(transfer))) {
    return 'the answer has a Transfer-Encoding other than chunked'
  }
  return null
}

const firstOf = (value: string | string[] | undefined): string | undefined => {
  return Array.isArray(value) ? value[0] : value
}
