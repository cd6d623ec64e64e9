/** What the client tells the partner's own log. No entry holds the key. */

export type ClientOperation = 'status' | 'set_qr_config' | 'unset_qr_config'

/** `call_retried`: it will be tried again in `waitMs`. `call_failed`: the caller is told. */
export type ClientLogCode = 'call_answered' | 'call_retried' | 'call_failed'

export type ClientLogEntry = {
  level: 'info' | 'warn'
  code: ClientLogCode
  operation: ClientOperation
  /** A sentence for people. */
  message: string
  /** The reference or the QR code's token that the call is about. */
  subject: string
  status: number | null
  requestId: string | null
  /** The code of the failure. */
  error?: string
  /** Which request of this call it was, from 1. */
  attempt: number
  waitMs?: number
}

export type ClientLog = (entry: ClientLogEntry) => void
