import {
  ERRORS,
  errorMessage,
  pickLanguage,
  type Language,
  type PlatformError,
} from '@wasl/protocol'
import type { ApiError } from '../../base/api-error.ts'

export type ErrorAnswer = {
  status: number
  headers: Record<string, string>
  body: PlatformError & Record<string, unknown>
}

/**
 * On every answer, unless it says otherwise. A payment may change within a second, and a cache on
 * the way does not know that an answer depends on x-api-key.
 */
export const NO_STORE = { 'cache-control': 'no-store' } as const

/** The answer for a refusal, in the caller's language (D4). */
export const errorAnswer = (
  error: ApiError,
  requestId: string,
  acceptLanguage: string | undefined,
): ErrorAnswer => {
  const language = pickLanguage(acceptLanguage)
  const message = error.messages?.[language] ?? errorMessage(error.code, language, error.extra)
  const { explanation } = error
  return {
    status: ERRORS[error.code].status,
    headers: { 'content-language': language, ...NO_STORE, ...error.headers },
    body: {
      ...error.extra,
      error: error.code,
      // The explanation is in English, so a reader of Arabic or French does not get half a message
      // in it.
      errorMessage:
        explanation && language === 'en' ? `${message} ${asSentence(explanation)}` : message,
      requestId,
      ...detailsOf(error, language),
    },
  }
}

const detailsOf = (
  { details, explanation }: ApiError,
  language: Language,
): Pick<PlatformError, 'details'> => {
  if (details) {
    const inLanguage = details.map(({ path, message, messages }) => ({
      path,
      message: messages?.[language] ?? message,
    }))
    return { details: inLanguage }
  }
  return explanation === undefined ? {} : { details: [{ path: '', message: explanation }] }
}

const asSentence = (text: string): string => {
  const sentence = text.charAt(0).toUpperCase() + text.slice(1)
  return sentence.endsWith('.') ? sentence : `${sentence}.`
}
