import { IconAlertTriangle, IconCheck } from '@tabler/icons-react'
import { on } from '../../api/call.ts'
import { Amount } from '../../money/amount.tsx'
import { Reference } from '../../problems/outside-text.tsx'
import { Clock } from '../base/clock.tsx'
import { noting } from '../base/network.ts'
import { Act, Go, Lines, Seal, Trouble, Way } from '../base/parts.tsx'
import { go } from '../base/route.ts'
import { useTexts } from '../base/texts.ts'
import { useAnswer, useCall } from '../base/use-answer.ts'
import type { ShiftProps } from './shift-props.ts'
import { SHIFT } from './texts.ts'

/** After the count: what was expected, the difference, and the close. */
export const Counted = ({ shift, onChange, onNew }: ShiftProps & { onNew: () => void }) => {
  const t = useTexts(SHIFT)
  const { count, status, shiftId } = shift
  const closing = useCall(async () => {
    await noting(on('POST /channel/v1/shifts/{shiftId}/close')({ params: { shiftId } }))
    onChange()
  })
  if (count === null) return null
  const { difference, openPayments } = count
  const isRight = difference === 0
  // The platform refuses to close it before: a button that cannot succeed is not green.
  const isUndecided = !isRight && status === 'counted'
  return (
    <>
      <div className="tile center" role="status">
        <Seal kind={isRight ? 'done' : 'wait'}>
          {isRight ? <IconCheck /> : <IconAlertTriangle />}
        </Seal>
        <h1>
          {isRight && t('right')}
          {!isRight &&
            t.rich(difference < 0 ? 'missing' : 'surplus', {
              amount: <Amount dinars={Math.abs(difference)} decimals="auto" />,
            })}
        </h1>
        <Lines
          lines={[
            [t('counted'), <Amount dinars={count.counted} decimals="auto" />],
            [t('expected'), <Amount dinars={count.expected} decimals="auto" />],
            status === 'closed' &&
              shift.closedAt !== null && [t('closed'), <Clock at={shift.closedAt} shows="both" />],
          ]}
        />
      </div>
      {!isRight && openPayments.length > 0 && <Explained openPayments={openPayments} />}
      {isUndecided && <p className="notice wait">{t('waitsDecision')}</p>}
      <Trouble error={closing.error} />
      <Act>
        {status !== 'closed' && (
          <Go
            disabled={closing.isBusy || isUndecided}
            why={isUndecided ? t('closeWhy') : undefined}
            onClick={() => closing.run()}
          >
            {t('close')}
          </Go>
        )}
        {status === 'closed' && <Go onClick={onNew}>{t('open')}</Go>}
        {status !== 'closed' && <Way onClick={onNew}>{t('open')}</Way>}
        <Way onClick={() => go(['handover'])}>{t('handOver')}</Way>
      </Act>
    </>
  )
}

type OpenPayments = NonNullable<ShiftProps['shift']['count']>['openPayments']

/** What was open during the count, each by its reference. Its id alone says nothing to the agent. */
const Explained = ({ openPayments }: { openPayments: OpenPayments }) => {
  const t = useTexts(SHIFT)
  const ids = openPayments.map(({ paymentId }) => paymentId)
  const { answer: references = [] } = useAnswer(`open ${ids.join()}`, () =>
    Promise.all(ids.map(referenceOf)),
  )
  return (
    <div className="tile">
      <p className="soft sm">{t('explained')}</p>
      <Lines
        lines={openPayments.map(({ paymentId, amount }, index) => [
          <Reference key={paymentId}>{references[index] ?? '…'}</Reference>,
          <Amount key="amount" dinars={amount} decimals="auto" />,
        ])}
      />
    </div>
  )
}

const referenceOf = async (paymentId: string): Promise<string> => {
  const params = { paymentId }
  return (await on('GET /channel/v1/payments/{paymentId}')({ params })).reference
}
