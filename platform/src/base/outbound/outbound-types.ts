/**
 * The input and output of the guarded HTTP client for partner URLs.
 *
 * A *call* is one `send`. It ends in exactly one result within its `timeoutMs`, and never throws.
 * An *answer* is a complete HTTP response of any status; a *failure* is everything else.
 */

export type OutboundRequest = {
  method: 'GET' | 'POST'
  /**
   * Absolute http or https URL. Its parsed form is cached by the string, so pass the same string.
   */
  url: string | URL
  /** Text appended to the URL's path, already percent-encoded: `/INV%2F1`. */
  pathSuffix?: string
  headers: Readonly<Record<string, string>>
  body?: Uint8Array | string
  /** For the whole call: waiting for a connection, DNS, connecting, TLS, headers, body, retry. */
  timeoutMs: number
  /** The largest accepted response body, in bytes. */
  maxBytes: number
  /** The partner's number. Partners never share connections. */
  partner: number
  /** Tries a GET once more when its connection fails before any byte of a response. */
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
  /** The first value of each header; undefined when the response lacks it. */
  headers: {
    'content-type': string | undefined
    'retry-after': string | undefined
    /** Where a redirect points. It is never followed. */
    location?: string | undefined
  }
  body: Buffer
  durationMs: number
}

export type OutboundFailure<Reason = FailureReason> = {
  ok: false
  reason: Reason
  /** Part of a sentence for logs and records, in our own words: no header values, no body. */
  message: string
  durationMs: number
}

export type OutboundResult = OutboundAnswer | OutboundFailure

/** The type of `send`, which guards wrap. Never rejects. */
export type Send = (request: OutboundRequest) => Promise<OutboundResult>
