import { IconAlertTriangle } from '@tabler/icons-react'
import { ApiFailure, NetworkFailure } from '../api/failure.ts'
import { isCancelled } from './passkeys.ts'
import { PROBLEM } from './problem.texts.ts'
import { useTexts } from './texts.ts'

/** What stopped an act, beside the form that can be sent again. */
export const Problem = ({ error }: { error: unknown }) => {
  const t = useTexts(PROBLEM)
  if (error === null || error === undefined) return null
  const refusal = error instanceof ApiFailure ? error : null
  const seconds = refusal?.status === 429 ? refusal.retryAfterSeconds : null
  const own = isCancelled(error)
    ? t('cancelled')
    : error instanceof NetworkFailure
      ? t('offline')
      : t('failed')
  return (
    <div className="notice stop" role="alert">
      <IconAlertTriangle aria-hidden />
      <p>
        {seconds === null
          ? (refusal?.message ?? own)
          : seconds < 60
            ? t('wait_seconds', { seconds })
            : t('wait_minutes', { minutes: Math.ceil(seconds / 60) })}
      </p>
    </div>
  )
}
