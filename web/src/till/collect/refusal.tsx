import { IconX } from '@tabler/icons-react'
import type { PaidHere } from '@wasl/protocol'
import { useEffect, useState } from 'react'
import { on } from '../../api/call.ts'
import { ApiFailure } from '../../api/failure.ts'
import { OutsideText, Reference } from '../../problems/outside-text.tsx'
import { Act, Go, Seal, Trouble, Way } from '../base/parts.tsx'
import { isAway } from '../base/network.ts'
import { go } from '../base/route.ts'
import { useTexts } from '../base/texts.ts'
import { useMe } from '../session/me.ts'
import { ForeignCode } from './open-code.ts'
import { PaidBefore } from './paid-before.tsx'
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
  const isCounting = useCounting(isOffShift)
  const { agentId } = useMe().session
  const paidHere = paidHereOf(error)
  // An agent reads the receipts of their own payments; a supervisor all of the channel.
  const mayPrint = paidHere !== null && (agentId === undefined || agentId === paidHere.agentId)
  if (error instanceof ForeignCode) return <Foreign host={error.host} onLeave={onLeave} />
  const mayPass = tell === 'tellAway' || tell === 'tellLocked' || isAway(error)
  return (
    <>
      <div className="tile center refusal" role="alert">
        <Seal kind="stop">
          <IconX />
        </Seal>
        <h1>
          {t(isCounting ? 'counting' : isOffShift ? 'notOnShift' : (title ?? 'refusedTitle'))}
        </h1>
        {reference !== '' && (
          <p>
            <Reference>{reference}</Reference>
          </p>
        )}
        {code === 'REFERENCE409_ALREADY_PAID' && (
          <PaidBefore at={paidHere?.paidAt ?? null} here={paidHere} />
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
        {isOffShift && (
          <Go onClick={() => go(['shift'])}>{t(isCounting ? 'toCount' : 'openShift')}</Go>
        )}
        {mayPrint && (
          <Way onClick={() => go(['receipt', paidHere.paymentId])}>{t('printAgain')}</Way>
        )}
        {!isOffShift && <Go onClick={onLeave}>{t('anotherReference')}</Go>}
        {isOffShift && <Way onClick={onLeave}>{t('anotherReference')}</Way>}
        {mayPass && <Way onClick={onAgain}>{t('tryAgain')}</Way>}
      </Act>
    </>
  )
}

/** The payment of this reference, when this channel took its money. */
const paidHereOf = (error: unknown): PaidHere | null =>
  (error instanceof ApiFailure && (error.body['paidHere'] as PaidHere | undefined)) || null

/** A code that looks like ours and is not: perhaps somebody put it over the right one. */
const Foreign = ({ host, onLeave }: { host: string; onLeave: () => void }) => {
  const t = useTexts(REFUSAL)
  return (
    <>
      <div className="tile center refusal" role="alert">
        <Seal kind="stop">
          <IconX />
        </Seal>
        <h1>{t('foreign')}</h1>
        <p>{t.rich('foreignHost', { host: <bdi className="ref">{host}</bdi> })}</p>
      </div>
      <div className="tile">
        <p className="soft sm">{t('tell')}</p>
        <p className="said">{t('tellForeign')}</p>
      </div>
      <Act>
        <Go onClick={onLeave}>{t('anotherReference')}</Go>
      </Act>
    </>
  )
}

/** Whether this agent's shift is being counted: it is open, and takes no payments. */
const useCounting = (isOffShift: boolean): boolean => {
  const { agentId } = useMe().session
  const [isCounting, setCounting] = useState(false)
  useEffect(() => {
    if (!isOffShift || agentId === undefined) return
    on('GET /channel/v1/shifts')({ query: { agentId, limit: '1' } }).then(
      ({ items }) => setCounting(items[0]?.status === 'counting'),
      () => undefined,
    )
  }, [isOffShift, agentId])
  return isCounting
}
