import type { Language } from '@wasl/protocol'
import type { ClientLog } from './log.ts'

/** What a client is made from. */
export type ClientOptions = {
  /**
   * Where the platform is, such as `https://pay.example` (D6). https, unless it is this very machine.
   * `undefined` is there so that a variable of the environment fits; when it is not set,
   * `createClient` throws and says so.
   */
  baseUrl: string | undefined
  /** The partner's API key, as the operator gave it. It goes to `baseUrl` and nowhere else. */
  apiKey: string | undefined
  /**
   * Lets `baseUrl` be plain http on another machine, so that everybody on the way can read the key:
   * for a network of your own, such as containers on one machine. False unless given.
   */
  allowHttp?: boolean | undefined
  /** Where the Static QR Code API is; `{baseUrl}/partner/qr/v1` unless given (D6). */
  qrBaseUrl?: string | undefined
  /** The longest a call may take with all its tries and waits; 30 000 unless given. */
  timeoutMs?: number | undefined
  /** The longest one request may take, its answer's body included; 10 000 unless given. */
  attemptTimeoutMs?: number | undefined
  /** How often a call is tried again, where that is safe; 2 unless given, 0 for never. */
  retries?: number | undefined
  /** The largest answer that is read; 262 144 unless given. */
  bodyBytesMax?: number | undefined
  /** The language of the platform's messages; `en` unless given. */
  language?: Language | undefined
  /** Told of every answer, retry and failure. Without it the client is silent. */
  log?: ClientLog | undefined
  /** Instead of the global `fetch`. */
  fetch?: typeof globalThis.fetch | undefined
  /** The present in milliseconds since 1970; `Date.now` unless given. */
  now?: (() => number) | undefined
}

export type CallOptions = {
  /** Ends the call: the result is `aborted`. */
  signal?: AbortSignal | undefined
  /** Instead of the client's own `retries`. */
  retries?: number | undefined
}
