import { IconX } from '@tabler/icons-react'
import { ApiFailure, NetworkFailure } from '../../api/failure.ts'
import { OutsideText, Reference } from '../../shared/outside-text.tsx'
import { Act, Go, Seal, Trouble, Way } from '../base/parts.tsx'
import { go } from '../base/route.ts'
import { useTexts } from '../base/texts.ts'
import { REFUSAL } from './refusal.texts.ts'

/** What the agent reads, and what to tell the payer. */
const SAID = {
  REFERENCE409_ALREADY_PAID: ['alreadyPaid', 'tellPaid'],
  REFERENCE409_LOCKED: ['lockedElsewhere', 'tellLocked'],
  REFERENCE404_NOT_FOUND: ['notFound', 'tellNotFound'],
  PARTNER502_BAD_RESPONSE: ['partnerAway', 'tellAway'],
  PARTNER503_UNAVAILABLE: ['partnerAway', 'tellAway'],
  PARTNER504_TIMEOUT: ['partnerAway', 'tellAway'],
} as const

export type RefusalProps = {
  error: unknown
  reference: string
  payee: string
  onAgain: () => void
  onLeave: () => void
}

/** Take no money: a sentence, what to tell the payer, and no button that somebody could mistake. */
export const Refusal = ({ error, reference, payee, onAgain, onLeave }: RefusalProps) => {
  const t = useTexts(REFUSAL)
  const code = error instanceof ApiFailure ? error.code : ''
  const [title, tell] = SAID[code as keyof typeof SAID] ?? [null, null]
  const isOffShift = code === 'AGENT409_NOT_ON_SHIFT'
  const mayPass = tell === 'tellAway' || tell === 'tellLocked' || error instanceof NetworkFailure
  return (
    <>
      <div className="tile center refusal" role="alert">
        <Seal kind="stop">
          <IconX />
        </Seal>
        <h1>{t(isOffShift ? 'notOnShift' : (title ?? 'refusedTitle'))}</h1>
        {reference !== '' && (
          <p>
            <Reference>{reference}</Reference>
          </p>
        )}
      </div>
      {tell === null && !isOffShift && <Trouble error={error} />}
      {tell !== null && (
        <div className="tile">
          <p className="soft sm">{t('tell')}</p>
          <p className="said">{t.rich(tell, { name: <OutsideText>{payee}</OutsideText> })}</p>
        </div>
      )}
      <Act>
        {isOffShift && <Go onClick={() => go(['shift'])}>{t('openShift')}</Go>}
        {!isOffShift && <Go onClick={onLeave}>{t('anotherReference')}</Go>}
        {isOffShift && <Way onClick={onLeave}>{t('anotherReference')}</Way>}
        {mayPass && <Way onClick={onAgain}>{t('tryAgain')}</Way>}
      </Act>
    </>
  )
}
