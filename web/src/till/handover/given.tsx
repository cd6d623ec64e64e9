import { IconCheck, IconClock } from '@tabler/icons-react'
import { useEffect } from 'react'
import { on } from '../../api/call.ts'
import { OutsideText } from '../../shared/outside-text.tsx'
import { noting } from '../base/network.ts'
import { Act, Go, Huge, Seal, Trouble, Waiting, Way } from '../base/parts.tsx'
import { useTexts } from '../base/texts.ts'
import { useAnswer, useCall } from '../base/use-answer.ts'
import type { People } from './people.ts'
import { HANDOVER } from './texts.ts'

const LOOK_MS = 2_000

export type GivenProps = {
  people: People
  handoverId: string
  /** Null after a reload: the platform shows it once. */
  code: string | null
  amount: number | null
  onDone: () => void
}

/** The giver waits: the code to say, and that nothing has moved yet. */
export const Given = ({ people, handoverId, code, amount, onDone }: GivenProps) => {
  const t = useTexts(HANDOVER)
  const { answer, again } = useAnswer(`handover ${handoverId}`, () =>
    on('GET /channel/v1/handovers/{handoverId}')({ params: { handoverId } }),
  )
  useEffect(() => {
    const timer = setInterval(again, LOOK_MS)
    return () => clearInterval(timer)
  }, [again])
  const cancelling = useCall(async () => {
    await noting(on('POST /channel/v1/handovers/{handoverId}/cancel')({ params: { handoverId } }))
    onDone()
  })
  if (answer === undefined) return <Waiting />
  const name = <OutsideText>{people.nameOf(answer.to)}</OutsideText>
  if (answer.status !== 'offered') {
    return (
      <>
        <div className="tile center" role="status">
          <Seal kind={answer.status === 'received' ? 'done' : 'wait'}>
            {answer.status === 'received' ? <IconCheck /> : <IconClock />}
          </Seal>
          <h1>{answer.status === 'received' ? t.rich('gaveAway', { name }) : t('ended')}</h1>
        </div>
        <Act>
          <Go onClick={onDone}>{t('done')}</Go>
        </Act>
      </>
    )
  }
  return (
    <>
      <div className="tile center">
        <p className="soft">{t('youGive')}</p>
        <h1>{name}</h1>
        {amount !== null && <Huge dinars={amount} />}
      </div>
      <div className="receipt">
        <div>
          {code === null ? (
            <p>{t('codeGone')}</p>
          ) : (
            <>
              <p>{t('say')}</p>
              <bdi className="otp" dir="ltr">
                {`${code.slice(0, 4)}\u202f${code.slice(4)}`}
              </bdi>
              <p className="soft sm">{t('once')}</p>
            </>
          )}
        </div>
      </div>
      <p className="notice">
        <IconClock aria-hidden />
        {t('waits')}
      </p>
      <Trouble error={cancelling.error} />
      <Act>
        <Way look="plain" disabled={cancelling.isBusy} onClick={() => cancelling.run()}>
          {t('cancel')}
        </Way>
      </Act>
    </>
  )
}
