import { IconAlertTriangle } from '@tabler/icons-react'
import { ApiFailure, NetworkFailure } from '../api/failure.ts'
import { isCancelled } from '../session/passkeys.ts'
import { Details } from './details.tsx'
import { PROBLEM } from './problem.texts.ts'
import { useTexts } from '../texts/texts.ts'
import { useRefusal } from './use-refusal.ts'

/** Why an action failed, shown beside the form, which can be sent again. */
export const Problem = ({ error }: { error: unknown }) => {
  const t = useTexts(PROBLEM)
  const say = useRefusal()
  if (error === null || error === undefined) return null
  const own = isCancelled(error)
    ? t('cancelled')
    : error instanceof NetworkFailure
      ? t('offline')
      : t('failed')
  return (
    <div className="notice stop" role="alert">
      <IconAlertTriangle aria-hidden />
      <div>
        <p>{(error instanceof ApiFailure && say(error)) || own}</p>
        {error instanceof ApiFailure && <Details refusal={error} />}
      </div>
    </div>
  )
}
