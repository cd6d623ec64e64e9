/**
 * What goes into the guarded client for partner URLs and what comes out of it.
 *
 * A *call* is one `send`. It ends in exactly one result, within its `timeoutMs`, and never throws:
 * an *answer* is a complete HTTP response of whatever status, a *failure* is everything else.
 */

export type OutboundRequest = {
  method: 'GET' | 'POST'
  /** Absolute http or https URL. The parsed form is cached by the string, so pass the same string. */
  url: string | URL
  /** Raw text put behind the URL's path, already percent-encoded: `/INV%2F1`. */
  pathSuffix?: string
  headers: Readonly<Record<string, string>>
  body?: Uint8Array | string
  /** For everything together: waiting for a connection, DNS, connect, TLS, headers, body, retry. */
  timeoutMs: number
  /** The largest response body taken, in bytes. */
  maxBytes: number
  /** The partner's number. Connections are never shared between partners. */
  partner: number
  /** One more try when a GET fails on the connection before any byte of a response. */
  retryOnConnectionError?: boolean
}

export type FailureReason =
  | 'timeout' // no complete response within timeoutMs
  | 'connection' // refused, unreachable, reset or closed by the other side
  | 'tls' // no trusted encrypted connection
  | 'dns' // the host name has no address, or no name server answered
  | 'refused_address' // the address is not on the public internet, or the URL is not https
  | 'too_large' // the body is above maxBytes, or the headers above their own limit
  | 'bad_encoding' // compressed although `identity` was asked for
  | 'bad_response' // not HTTP/1.1 as it should be
  | 'bad_request' // the request itself is invalid: nothing was sent
  | 'too_many_calls' // a limit on concurrent calls was reached: nothing was sent
  | 'no_resources' // this machine had no file, port or memory left for it: nothing was sent

export type OutboundAnswer = {
  ok: true
  status: number
  /** The first value of each; undefined when the response has none. */
  headers: { 'content-type': string | undefined; 'retry-after': string | undefined }
  body: Buffer
  durationMs: number
}

export type OutboundFailure<Reason = FailureReason> = {
  ok: false
  reason: Reason
  /** A sentence part for logs and records, in our own words; no header values, no body. */
  message: string
  durationMs: number
}

export type OutboundResult = OutboundAnswer | OutboundFailure

/** The shape of `send`, which guards wrap. Never rejects. */
export type Send = (request: OutboundRequest) => Promise<OutboundResult>
