import { IconCheck } from '@tabler/icons-react'
import { useId, useState } from 'react'
import type { Handover } from '@wasl/protocol'
import { on } from '../../api/call.ts'
import { ApiFailure } from '../../api/failure.ts'
import { Amount } from '../../money/amount.tsx'
import { OutsideText } from '../../problems/outside-text.tsx'
import { noting } from '../base/network.ts'
import { Act, Go, Huge, Seal, Trouble, Way } from '../base/parts.tsx'
import { useTexts } from '../base/texts.ts'
import { useCall } from '../base/use-answer.ts'
import { Count, CountSlip } from '../shift/count.tsx'
import { sumOf, type Pieces } from '../shift/notes.ts'
import type { People } from './people.ts'
import { HANDOVER } from './texts.ts'

const CODE_LENGTH = 8

export type ReceiveProps = { people: People; handover: Handover; onDone: () => void }

/** The receiver counts without knowing what was announced, then types the code. */
export const Receive = ({ people, handover, onDone }: ReceiveProps) => {
  const t = useTexts(HANDOVER)
  const [pieces, setPieces] = useState<Pieces>({})
  const [isCounted, setCounted] = useState(false)
  const [result, setResult] = useState<Handover>()
  const name = <OutsideText>{people.nameOf(handover.from)}</OutsideText>
  if (result !== undefined) return <Received handover={result} onDone={onDone} />
  if (!isCounted) {
    return (
      <>
        <h1>{t.rich('countTheirs', { name })}</h1>
        <Count pieces={pieces} onPieces={setPieces} />
        <Act>
          <Go disabled={sumOf(pieces) === 0} why={t('notCounted')} onClick={() => setCounted(true)}>
            {t('next')}
          </Go>
          <Ends handover={handover} onDone={onDone} />
        </Act>
      </>
    )
  }
  return (
    <>
      <h1>{t.rich('countTheirs', { name })}</h1>
      <div className="tile">
        <CountSlip pieces={pieces} />
      </div>
      <Way look="plain" onClick={() => setCounted(false)}>
        {t('change')}
      </Way>
      <TypeCode handover={handover} counted={sumOf(pieces)} onReceived={setResult} />
    </>
  )
}

type TypeCodeProps = {
  handover: Handover
  counted: number
  onReceived: (handover: Handover) => void
}

const TypeCode = ({ handover: { handoverId }, counted, onReceived }: TypeCodeProps) => {
  const t = useTexts(HANDOVER)
  const [code, setCode] = useState('')
  const why = useId()
  const receiving = useCall(async () => {
    onReceived(
      await noting(
        on('POST /channel/v1/handovers/{handoverId}/receive')({
          params: { handoverId },
          body: { code, counted },
        }),
      ),
    )
  })
  const missing = CODE_LENGTH - code.length
  const { error } = receiving
  const isWrong = error instanceof ApiFailure && error.code === 'HANDOVER403_WRONG_CODE'
  return (
    <>
      <label className="lab">
        {t('code')}
        <span className="entry">
          <input
            inputMode="numeric"
            dir="ltr"
            autoComplete="one-time-code"
            maxLength={CODE_LENGTH}
            value={code}
            onChange={({ target }) => setCode(target.value.replaceAll(/\D/g, ''))}
          />
        </span>
      </label>
      {isWrong && (
        <p className="notice stop" role="alert">
          {t('wrongCode', { count: Number(error.body['codesLeft'] ?? 0) })}
        </p>
      )}
      {!isWrong && <Trouble error={error} />}
      <Act>
        <Go
          disabled={missing > 0 || receiving.isBusy}
          aria-describedby={why}
          onClick={() => receiving.run()}
        >
          <span>{t.rich('take', { amount: <Amount dinars={counted} decimals="auto" /> })}</span>
        </Go>
        <p className="why center" id={why}>
          {missing > 0 && t('missing', { count: missing })}
        </p>
      </Act>
    </>
  )
}

const Ends = ({ handover: { handoverId }, onDone }: Pick<ReceiveProps, 'handover' | 'onDone'>) => {
  const t = useTexts(HANDOVER)
  const ending = useCall(async (how: 'decline' | 'dispute') => {
    const params = { handoverId }
    if (how === 'decline') {
      await noting(on('POST /channel/v1/handovers/{handoverId}/decline')({ params }))
    } else {
      await noting(
        on('POST /channel/v1/handovers/{handoverId}/dispute')({
          params,
          body: { reason: t('disputeWhy') },
        }),
      )
    }
    onDone()
  })
  return (
    <>
      <Trouble error={ending.error} />
      <Way look="stop" disabled={ending.isBusy} onClick={() => ending.run('dispute')}>
        {t('dispute')}
      </Way>
      <Way look="plain" disabled={ending.isBusy} onClick={() => ending.run('decline')}>
        {t('decline')}
      </Way>
    </>
  )
}

const Received = ({ handover, onDone }: Pick<ReceiveProps, 'handover' | 'onDone'>) => {
  const t = useTexts(HANDOVER)
  const { counted, amount, difference } = handover
  const isSame = difference === 0 || difference === null
  return (
    <>
      <div className="tile center" role="status">
        <Seal kind="done">
          <IconCheck />
        </Seal>
        <h1>{t('received')}</h1>
        {counted !== null && <Huge dinars={counted} />}
      </div>
      {!isSame && (
        <p className="notice wait">
          <span>
            {t.rich('differ', {
              counted: <Amount dinars={counted ?? 0} decimals="auto" />,
              amount: <Amount dinars={amount ?? 0} decimals="auto" />,
            })}
          </span>
        </p>
      )}
      <Act>
        <Go onClick={onDone}>{t('done')}</Go>
      </Act>
    </>
  )
}
