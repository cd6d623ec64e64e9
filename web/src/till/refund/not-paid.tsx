import { IconX } from '@tabler/icons-react'
import { ApiFailure } from '../../api/failure.ts'
import { Act, Go, Seal, Trouble } from '../base/parts.tsx'
import { useTexts } from '../base/texts.ts'
import { REFUND } from './texts.ts'

type Said = { why: keyof typeof REFUND; tell: keyof typeof REFUND | null }

const STATUSES: Readonly<Record<string, Said>> = {
  paid: { why: 'wasPaid', tell: 'tellPaid' },
  expired: { why: 'expired', tell: 'tellExpired' },
}

/** What the agent reads and tells the payer; null for what the platform's own sentence says. */
const saidOf = ({ code, body }: ApiFailure): Said | null => {
  switch (code) {
    case 'REFUND404_UNKNOWN_CODE':
      return { why: 'unknown', tell: 'tellUnknown' }
    case 'REFUND409_WRONG_STATUS':
      return STATUSES[String(body['status'])] ?? null
    case 'REFUND429_TOO_MANY_GUESSES':
      return { why: 'tooMany', tell: null }
    case 'CASH409_NOT_ENOUGH':
      return { why: 'notEnough', tell: 'tellNotEnough' }
    default:
      return null
  }
}

const MINUTE_SECONDS = 60

/** Nothing is paid: why, and what to tell the payer. */
export const NotPaid = ({ error, onLeave }: { error: unknown; onLeave: () => void }) => {
  const t = useTexts(REFUND)
  const failure = error instanceof ApiFailure ? error : null
  const said = failure === null ? null : saidOf(failure)
  const minutes = Math.max(1, Math.ceil((failure?.retryAfterSeconds ?? 0) / MINUTE_SECONDS))
  return (
    <>
      <div className="tile center refusal" role="alert">
        <Seal kind="stop">
          <IconX />
        </Seal>
        <h1>{t('nothing')}</h1>
        {said !== null && <p>{t(said.why, { minutes })}</p>}
      </div>
      {said === null && <Trouble error={error} />}
      {said !== null && said.tell !== null && (
        <div className="tile">
          <p className="soft sm">{t('tell')}</p>
          <p className="said">{t(said.tell)}</p>
        </div>
      )}
      <Act>
        <Go onClick={onLeave}>{t('other')}</Go>
      </Act>
    </>
  )
}
