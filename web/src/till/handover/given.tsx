import { IconAlertTriangle, IconCheck, IconClock } from '@tabler/icons-react'
import type { Handover } from '@wasl/protocol'
import { type ReactNode } from 'react'
import { on } from '../../api/call.ts'
import { Amount } from '../../money/amount.tsx'
import { OutsideText } from '../../problems/outside-text.tsx'
import { noting } from '../base/network.ts'
import { Act, Go, Huge, Lines, Seal, Trouble, Waiting, Way } from '../base/parts.tsx'
import { useTexts } from '../base/texts.ts'
import { useAnswer, useCall, useLooking } from '../base/use-answer.ts'
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
  const { answer, look } = useAnswer(`handover ${handoverId}`, () =>
    on('GET /channel/v1/handovers/{handoverId}')({ params: { handoverId } }),
  )
  useLooking(look, LOOK_MS)
  const cancelling = useCall(async () => {
    await noting(on('POST /channel/v1/handovers/{handoverId}/cancel')({ params: { handoverId } }))
    onDone()
  })
  if (answer === undefined) return <Waiting />
  const name = <OutsideText>{people.nameOf(answer.to)}</OutsideText>
  if (answer.status !== 'offered') return <Ended handover={answer} name={name} onDone={onDone} />
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

type EndedProps = { handover: Handover; name: ReactNode; onDone: () => void }

/** What became of it. What the other counted is said, and what happens when it is not the same. */
const Ended = ({ handover, name, onDone }: EndedProps) => {
  const t = useTexts(HANDOVER)
  const { status, amount, counted, difference } = handover
  const isReceived = status === 'received'
  const isSame = difference === null || difference === 0
  const isGood = isReceived && isSame
  const much = <Amount dinars={Math.abs(difference ?? 0)} decimals="auto" />
  return (
    <>
      <div className="tile center" role={isGood ? 'status' : 'alert'}>
        <Seal kind={isGood ? 'done' : isReceived ? 'stop' : 'wait'}>
          {isGood ? <IconCheck /> : isReceived ? <IconAlertTriangle /> : <IconClock />}
        </Seal>
        <h1>
          {!isReceived && t(status === 'disputed' ? 'disputed' : 'ended')}
          {isGood && t.rich('gaveAway', { name })}
          {isReceived &&
            !isSame &&
            t.rich((difference ?? 0) < 0 ? 'countedLess' : 'countedMore', { name, amount: much })}
        </h1>
        {isReceived && amount !== null && counted !== null && (
          <Lines
            lines={[
              [t('offered'), <Amount key="offered" dinars={amount} />],
              [t('counted'), <Amount key="counted" dinars={counted} />],
              !isSame && [t('difference'), <Amount key="difference" dinars={difference ?? 0} />],
            ]}
          />
        )}
      </div>
      {isReceived && !isSame && (
        <p className="notice wait">{t((difference ?? 0) < 0 ? 'lessNow' : 'moreNow')}</p>
      )}
      {!isReceived && <p className="notice wait">{t('stillYours')}</p>}
      <Act>
        <Go onClick={onDone}>{t('done')}</Go>
      </Act>
    </>
  )
}
