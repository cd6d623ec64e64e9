import type { VarianceOutcome, VarianceRecord } from '@wasl/protocol'
import { useState } from 'react'
import { on } from '../../api/call.ts'
import { noting } from '../base/network.ts'
import { Trouble, Way } from '../base/parts.tsx'
import { useTexts } from '../base/texts.ts'
import { useCall } from '../base/use-answer.ts'
import { TEAM } from './texts.ts'

/** What a channel may decide: the loss of a shortage that nobody owes is the operator's to take. */
const OUTCOMES = {
  short: ['agent_receivable'],
  over: ['payer_held', 'over_short'],
} as const satisfies Record<string, readonly VarianceOutcome[]>

const SAID = {
  agent_receivable: 'agentOwes',
  payer_held: 'payersMoney',
  over_short: 'channelKeeps',
} as const

export type DecideProps = { variance: VarianceRecord; onDecided: () => void }

/** A supervisor says whose a difference is, and why. The platform refuses the one who counted. */
export const Decide = ({ variance: { varianceId, kind }, onDecided }: DecideProps) => {
  const t = useTexts(TEAM)
  const [isOpen, setOpen] = useState(false)
  const [reason, setReason] = useState('')
  const deciding = useCall(async (outcome: VarianceOutcome) => {
    await noting(
      on('POST /channel/v1/variances/{varianceId}/decide')({
        params: { varianceId },
        body: { outcome, reason: reason.trim() },
      }),
    )
    onDecided()
  })
  if (!isOpen) return <Way onClick={() => setOpen(true)}>{t('decide')}</Way>
  return (
    <div className="tile">
      <label className="lab">
        {t('reason')}
        <span className="entry">
          <input
            value={reason}
            maxLength={200}
            autoComplete="off"
            onChange={({ target }) => setReason(target.value)}
          />
        </span>
      </label>
      {reason.trim() === '' && <p className="why">{t('reasonFirst')}</p>}
      <Trouble error={deciding.error} />
      {OUTCOMES[kind].map((outcome) => (
        <Way
          key={outcome}
          disabled={reason.trim() === '' || deciding.isBusy}
          onClick={() => deciding.run(outcome)}
        >
          {t(SAID[outcome])}
        </Way>
      ))}
      {kind === 'short' && <p className="soft sm">{t('lossSays')}</p>}
      <Way look="plain" onClick={() => setOpen(false)}>
        {t('later')}
      </Way>
    </div>
  )
}
