/** The entries of the client's log hook. No entry contains the key. */

export type ClientOperation =
  | 'status'
  | 'list_payments'
  | 'list_statements'
  | 'set_qr_config'
  | 'unset_qr_config'

/** `call_retried`: the next attempt starts in `waitMs`. `call_failed`: the call returned a failure. */
export type ClientLogCode = 'call_answered' | 'call_retried' | 'call_failed'

export type ClientLogEntry = {
  level: 'info' | 'warn'
  code: ClientLogCode
  operation: ClientOperation
  /** A sentence for people. */
  message: string
  /** What the call is about: the reference, the QR code's token, or the filters of a list. */
  subject: string
  status: number | null
  requestId: string | null
  /** The code of the failure. */
  error?: string
  /** The number of the attempt, from 1. */
  attempt: number
  waitMs?: number
}

export type ClientLog = (entry: ClientLogEntry) => void
