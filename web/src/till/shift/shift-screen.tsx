import { useState } from 'react'
import { on } from '../../api/call.ts'
import { Amount } from '../../money/amount.tsx'
import { Clock } from '../base/clock.tsx'
import { noting } from '../base/network.ts'
import { Act, Go, Lines, Trouble, Waiting, Way } from '../base/parts.tsx'
import { go } from '../base/route.ts'
import { useTexts } from '../base/texts.ts'
import { useAnswer, useCall, useLooking } from '../base/use-answer.ts'
import { withKey } from '../collect/kept-keys.ts'
import { recordsOf } from '../outbox/keep.ts'
import { useMe } from '../session/me.ts'
import { useKept } from '../store/use-kept.ts'
import { Counted } from './counted.tsx'
import { Counting } from './counting.tsx'
import type { ShiftProps } from './shift-props.ts'
import { SHIFT } from './texts.ts'

/** An agent's shift, from the float to the close. */
export const ShiftScreen = () => {
  const t = useTexts(SHIFT)
  const { agentId } = useMe().session
  if (agentId === undefined) {
    return (
      <>
        <h1>{t('title')}</h1>
        <p className="notice">{t('noAgent')}</p>
      </>
    )
  }
  return <OwnShift agentId={agentId} />
}

/** While somebody else decides about a counted shift, it is asked for again this often. */
const LOOK_MS = 3_000

const OwnShift = ({ agentId }: { agentId: string }) => {
  const [isNew, setNew] = useState(false)
  const { answer, error, again, look } = useAnswer(`shift ${agentId}`, () =>
    on('GET /channel/v1/shifts')({ query: { agentId, limit: '1' } }),
  )
  useLooking(look, answer?.items[0]?.status === 'counted' && LOOK_MS)
  if (answer === undefined && error !== undefined) return <Trouble error={error} onAgain={again} />
  if (answer === undefined) return <Waiting />
  const shift = answer.items[0]
  const onChange = (): void => {
    setNew(false)
    again()
  }
  if (shift === undefined || isNew) return <Start agentId={agentId} onChange={onChange} />
  switch (shift.status) {
    case 'open':
      return <Open shift={shift} onChange={onChange} />
    case 'counting':
      return <Counting shift={shift} onChange={onChange} />
    case 'counted':
    case 'reviewed':
    case 'closed':
      return <Counted shift={shift} onChange={onChange} onNew={() => setNew(true)} />
    default:
      return shift.status satisfies never
  }
}

/** Whole dinars or with two decimals. */
const FLOAT = /^[0-9]{1,9}(?:[.,][0-9]{1,2})?$/

const Start = ({ agentId, onChange }: { agentId: string; onChange: () => void }) => {
  const t = useTexts(SHIFT)
  const [text, setText] = useState('')
  const starting = useCall(async () => {
    const float = Number(text.replace(',', '.'))
    await withKey(`${agentId} shift ${float}`, (idempotencyKey) =>
      noting(on('POST /channel/v1/shifts')({ body: { agentId, float }, idempotencyKey })),
    )
    onChange()
  })
  return (
    <>
      <h1>{t('open')}</h1>
      <label className="lab">
        {t('float')}
        <span className="entry">
          <input
            inputMode="decimal"
            dir="ltr"
            autoComplete="off"
            value={text}
            onChange={({ target }) => setText(target.value)}
          />
        </span>
      </label>
      <p className="soft sm">{t('floatWhy')}</p>
      <Trouble error={starting.error} />
      <Act>
        <Go
          disabled={!FLOAT.test(text) || starting.isBusy}
          why={FLOAT.test(text) ? undefined : t('floatFirst')}
          onClick={() => starting.run()}
        >
          {t('open')}
        </Go>
      </Act>
    </>
  )
}

const Open = ({ shift, onChange }: ShiftProps) => {
  const t = useTexts(SHIFT)
  const { userId } = useMe().session
  const records = useKept(userId, () => recordsOf(userId)) ?? []
  const waiting = records.filter(({ state }) => state === 'waiting').length
  const beginning = useCall(async () => {
    await noting(
      on('POST /channel/v1/shifts/{shiftId}/count')({ params: { shiftId: shift.shiftId } }),
    )
    onChange()
  })
  return (
    <>
      <div className="tile center">
        <h1>{t('isOpen')}</h1>
        <p className="soft">
          {t.rich('since', { time: <Clock at={shift.openedAt} shows="both" /> })}
        </p>
        <Lines lines={[[t('withFloat'), <Amount dinars={shift.float} decimals="auto" />]]} />
      </div>
      {waiting > 0 && <p className="notice wait">{t('outboxFirst', { count: waiting })}</p>}
      <p className="soft sm center">{t('countWhy')}</p>
      <Trouble error={beginning.error} />
      <Act>
        <Go disabled={beginning.isBusy} onClick={() => beginning.run()}>
          {t('count')}
        </Go>
        <Way onClick={() => go(['handover'])}>{t('handOver')}</Way>
      </Act>
    </>
  )
}
