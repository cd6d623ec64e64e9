import { useState } from 'react'
import { Way } from '../base/parts.tsx'
import { useTexts } from '../base/texts.ts'
import { OUTBOX } from './texts.ts'

const STEPS = ['gaveBack', 'callSupervisor'] as const

const SAYS = { gaveBack: 'gaveBackNow', callSupervisor: 'callSupervisorNow' } as const

/** What an agent can do with the cash of a case: give it back, or call the supervisor, who closes it. */
export const NextSteps = ({ caseId }: { caseId: string }) => {
  const t = useTexts(OUTBOX)
  const [step, setStep] = useState<(typeof STEPS)[number] | null>(null)
  const id = <bdi className="ref short">{caseId}</bdi>
  return (
    <>
      <div className="pair">
        {STEPS.map((one) => (
          <Way key={one} aria-pressed={step === one} onClick={() => setStep(one)}>
            {t(one)}
          </Way>
        ))}
      </div>
      {step !== null && (
        <p className="notice wait" role="status">
          <span>{t.rich(SAYS[step], { id })}</span>
        </p>
      )}
    </>
  )
}
