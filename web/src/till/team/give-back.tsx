import { useState } from 'react'
import { on } from '../../api/call.ts'
import { noting } from '../base/network.ts'
import { Trouble, Way } from '../base/parts.tsx'
import { useTexts } from '../base/texts.ts'
import { useCall } from '../base/use-answer.ts'
import { TEAM } from './texts.ts'

export type GiveBackProps = { caseId: string; onDone: () => void }

/** The agent says that the payer has the cash back: a supervisor who saw it confirms it, in two touches. */
export const GiveBack = ({ caseId, onDone }: GiveBackProps) => {
  const t = useTexts(TEAM)
  const [isAsked, setAsked] = useState(false)
  const giving = useCall(async () => {
    const params = { caseId }
    await noting(on('POST /channel/v1/cases/{caseId}/give-back')({ params }))
    onDone()
  })
  if (!isAsked) return <Way onClick={() => setAsked(true)}>{t('gaveBack')}</Way>
  return (
    <div className="tile">
      <p>{t('gaveBackSays')}</p>
      <Trouble error={giving.error} />
      <Way disabled={giving.isBusy} onClick={() => giving.run()}>
        {t('gaveBackYes')}
      </Way>
      <Way look="plain" onClick={() => setAsked(false)}>
        {t('later')}
      </Way>
    </div>
  )
}
