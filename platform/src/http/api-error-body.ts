import { ERRORS, errorMessage, pickLanguage, type PlatformError } from '@wasl/protocol'
import type { ApiError } from './api-error.ts'

export type ErrorAnswer = {
  status: number
  headers: Record<string, string>
  body: PlatformError & Record<string, unknown>
}

/** The answer that tells a caller of a refusal, in the caller's language (D4). */
export const errorAnswer = (
  error: ApiError,
  requestId: string,
  acceptLanguage: string | undefined,
): ErrorAnswer => {
  const language = pickLanguage(acceptLanguage)
  const message = errorMessage(error.code, language)
  return {
    status: ERRORS[error.code].status,
    headers: { 'content-language': language, ...error.headers },
    body: {
      ...error.extra,
      error: error.code,
      errorMessage: error.explanation === undefined ? message : `${message} ${error.explanation}`,
      requestId,
      ...(error.details && { details: error.details }),
    },
  }
}
