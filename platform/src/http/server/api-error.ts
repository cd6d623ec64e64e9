import type { ErrorCode, Issue } from '@wasl/protocol'

export type ApiErrorOptions = {
  /** The fields that were wrong (VALIDATION400). */
  details?: Issue[]
  /** Fields added to the body, such as lockReleaseTime. */
  extra?: Record<string, unknown>
  headers?: Record<string, string>
  /** One more English sentence about this request, appended to the code's message. */
  explanation?: string
}

/** A refusal on its way to the caller. The error handler makes the answer from it (D4). */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly code: ErrorCode
  readonly details: Issue[] | undefined
  readonly extra: Record<string, unknown>
  readonly headers: Record<string, string>
  readonly explanation: string | undefined

  constructor(code: ErrorCode, options: ApiErrorOptions = {}) {
    super(options.explanation === undefined ? code : `${code}: ${options.explanation}`)
    this.code = code
    this.details = options.details
    this.extra = options.extra ?? {}
    this.headers = options.headers ?? {}
    this.explanation = options.explanation
  }
}
