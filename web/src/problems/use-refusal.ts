import type { ApiFailure } from '../api/failure.ts'
import { LIMITS } from './limits.texts.ts'
import { useTexts, type Translate } from '../texts/texts.ts'

type Limit = keyof typeof LIMITS

const isLimit = (code: string): code is Limit => code in LIMITS

const MINUTE_SECONDS = 60

/** What a refusal says: which limit was reached, and how long to wait; else the platform's message. */
export const refusalText = (
  t: Translate<typeof LIMITS>,
  { status, code, message, retryAfterSeconds: seconds }: ApiFailure,
): string => {
  const why = isLimit(code) ? t(code) : message
  if (status !== 429 || seconds === null || Number.isNaN(seconds)) return why
  const wait =
    seconds < MINUTE_SECONDS
      ? t('wait_seconds', { seconds })
      : t('wait_minutes', { minutes: Math.ceil(seconds / MINUTE_SECONDS) })
  return `${why} ${wait}`
}

export const useRefusal = (): ((refusal: ApiFailure) => string) => {
  const t = useTexts(LIMITS)
  return (refusal) => refusalText(t, refusal)
}
