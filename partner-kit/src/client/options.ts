import type { Language } from '@wasl/protocol'
import type { ClientLog } from './log.ts'

/** The options of `createClient`. */
export type ClientOptions = {
  /**
   * The platform's URL, such as `https://pay.example` (D6). It must be https, except on this machine.
   * The type allows `undefined`, so that you can pass an environment variable; without a value,
   * `createClient` throws.
   */
  baseUrl: string | undefined
  /** The partner's API key, from the operator. It is sent only to `baseUrl` and `qrBaseUrl`. */
  apiKey: string | undefined
  /**
   * Allows plain http to another machine, where others on the network can read the key. Use it only
   * in a private network, such as between containers. Default: false.
   */
  allowHttp?: boolean | undefined
  /** The URL of the Static QR Code API. Default: `{baseUrl}/partner/qr/v1` (D6). */
  qrBaseUrl?: string | undefined
  /** The limit for a call with all its attempts and waits. Default: 30 000. */
  timeoutMs?: number | undefined
  /** The limit for one request and its answer. Default: 10 000. */
  attemptTimeoutMs?: number | undefined
  /** How often to retry a call when that is safe. Default: 2. */
  retries?: number | undefined
  /** The largest accepted answer. Default: 262 144. */
  bodyBytesMax?: number | undefined
  /** The language of the platform's messages. Default: `en`. */
  language?: Language | undefined
  /** Receives an entry for every answer, retry and failure. Without it the client logs nothing. */
  log?: ClientLog | undefined
  /** Replaces the global `fetch`. */
  fetch?: typeof globalThis.fetch | undefined
  /** The current time in milliseconds since 1970. Default: `Date.now`. */
  now?: (() => number) | undefined
}

export type CallOptions = {
  /** Ends the call with the result `aborted`. */
  signal?: AbortSignal | undefined
  /** Overrides the client's `retries`. */
  retries?: number | undefined
}
