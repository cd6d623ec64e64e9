import type { ErrorCode, Issue, Language } from '@wasl/protocol'

/** An issue; without its own messages, it is in English for every caller. */
export type LocalIssue = Issue & { messages?: Readonly<Record<Language, string>> }

export type ApiErrorOptions = {
  /** The fields that were wrong (VALIDATION400), and what to say of them in each language. */
  details?: LocalIssue[]
  /** What to say instead of the code's message. */
  messages?: Readonly<Record<Language, string>>
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
  readonly details: LocalIssue[] | undefined
  readonly messages: Readonly<Record<Language, string>> | undefined
  readonly extra: Record<string, unknown>
  readonly headers: Record<string, string>
  readonly explanation: string | undefined

  constructor(code: ErrorCode, options: ApiErrorOptions = {}) {
    super(options.explanation === undefined ? code : `${code}: ${options.explanation}`)
    this.code = code
    this.details = options.details
    this.messages = options.messages
    this.extra = options.extra ?? {}
    this.headers = options.headers ?? {}
    this.explanation = options.explanation
  }
}
