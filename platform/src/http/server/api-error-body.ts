import { ERRORS, errorMessage, pickLanguage, type PlatformError } from '@wasl/protocol'
import type { ApiError } from './api-error.ts'

export type ErrorAnswer = {
  status: number
  headers: Record<string, string>
  body: PlatformError & Record<string, unknown>
}

/**
 * On every answer but those that say otherwise. What is true of a payment now is not so a second later,
 * and a cache on the way does not know that x-api-key tells whose an answer is.
 */
export const KEPT_BY_NOBODY = { 'cache-control': 'no-store' } as const

/** The answer that tells a caller of a refusal, in the caller's language (D4). */
export const errorAnswer = (
  error: ApiError,
  requestId: string,
  acceptLanguage: string | undefined,
): ErrorAnswer => {
  const language = pickLanguage(acceptLanguage)
  const message = errorMessage(error.code, language)
  const { explanation } = error
  return {
    status: ERRORS[error.code].status,
    headers: { 'content-language': language, ...KEPT_BY_NOBODY, ...error.headers },
    body: {
      ...error.extra,
      error: error.code,
      // Nobody who reads Arabic or French is shown half a message in English.
      errorMessage:
        explanation && language === 'en' ? `${message} ${asSentence(explanation)}` : message,
      requestId,
      ...detailsOf(error),
    },
  }
}

const detailsOf = ({ details, explanation }: ApiError): Pick<PlatformError, 'details'> => {
  if (details) return { details }
  return explanation === undefined ? {} : { details: [{ path: '', message: explanation }] }
}

const asSentence = (text: string): string => {
  const sentence = text.charAt(0).toUpperCase() + text.slice(1)
  return sentence.endsWith('.') ? sentence : `${sentence}.`
}
