import { IconAlertTriangle, IconCheck, IconClock, IconPackage } from '@tabler/icons-react'
import { useEffect, useState, type ReactNode } from 'react'
import { on } from '../../api/call.ts'
import { Amount } from '../../money/amount.tsx'
import { OutsideText, Reference } from '../../problems/outside-text.tsx'
import { Clock } from '../base/clock.tsx'
import { Link } from '../base/link.tsx'
import { noting } from '../base/network.ts'
import { Act, Trouble, Waiting, Way } from '../base/parts.tsx'
import { useTexts } from '../base/texts.ts'
import { useCall } from '../base/use-answer.ts'
import { loadTaking } from '../collect/load-taking.ts'
import { recordsOf } from '../outbox/keep.ts'
import type { OutboxRecord } from '../outbox/record.ts'
import { useMe } from '../session/me.ts'
import type { KeptPayment } from '../store/database.ts'
import { forgetPayment, roundOf } from '../store/payments.ts'
import { useKept } from '../store/use-kept.ts'
import { Departure } from './departure.tsx'
import { ROUND } from './texts.ts'

/** The parcels of a courier's day. */
export const RoundScreen = () => {
  const t = useTexts(ROUND)
  const { userId } = useMe().session
  const [isAdding, setAdding] = useState(false)
  // Before the courier is out of reach of the network.
  useEffect(() => void loadTaking().catch(() => undefined), [])
  const kept = useKept(userId, async () => {
    const round = await roundOf(userId)
    const records = new Map((await recordsOf(userId)).map((one) => [one.paymentId, one]))
    return { round, records }
  })
  if (kept === undefined) return <Waiting />
  const { round, records } = kept
  const left = round.filter(({ paymentId }) => !records.has(paymentId))
  const taken = round.filter(({ paymentId }) => records.has(paymentId))
  if (round.length === 0 || isAdding) {
    return <Departure onBegin={() => setAdding(true)} onDone={() => setAdding(false)} />
  }
  return (
    <>
      <h1>{t('left', { count: left.length })}</h1>
      <ul className="rows">
        {left.map((one) => (
          <Parcel key={one.paymentId} parcel={one} />
        ))}
      </ul>
      {taken.length > 0 && (
        <section className="rows" aria-label={t('taken')}>
          <h2>{t('taken')}</h2>
          <ul>
            {taken.map((one) => (
              <Parcel key={one.paymentId} parcel={one} record={records.get(one.paymentId)} />
            ))}
          </ul>
        </section>
      )}
      <Act>
        <Way onClick={() => setAdding(true)}>{t('add')}</Way>
        {left.length > 0 && <EndRound left={left} />}
      </Act>
    </>
  )
}

const SIGNS = {
  waiting: <IconClock aria-hidden />,
  confirmed: <IconCheck aria-hidden />,
  conflict: <IconAlertTriangle aria-hidden />,
} as const satisfies Record<OutboxRecord['state'], ReactNode>

const WORDS = { waiting: 'waits', confirmed: 'confirmed', conflict: 'conflict' } as const

const Parcel = ({
  parcel: { paymentId, payment, payee },
  record,
}: {
  parcel: KeptPayment
  record?: OutboxRecord | undefined
}) => {
  const t = useTexts(ROUND)
  return (
    <li className={record?.state}>
      <Link to={[record === undefined ? 'pay' : 'receipt', paymentId]}>
        <span className="first">
          {record === undefined ? <IconPackage aria-hidden /> : SIGNS[record.state]}
          <Reference>{payment.reference}</Reference>
          <Amount dinars={payment.amount} decimals="auto" />
        </span>
        <span className="second soft sm">
          <OutsideText>{payee}</OutsideText>
          <span>
            {record !== undefined && t(WORDS[record.state])}
            {record === undefined &&
              payment.lockReleaseTime !== null &&
              t.rich('until', { time: <Clock at={payment.lockReleaseTime} shows="both" /> })}
          </span>
        </span>
      </Link>
    </li>
  )
}

/** What was not delivered is free again for others. */
const EndRound = ({ left }: { left: KeptPayment[] }) => {
  const t = useTexts(ROUND)
  const ending = useCall(async () => {
    for (const { paymentId } of left) {
      await noting(on('POST /channel/v1/payments/{paymentId}/cancel')({ params: { paymentId } }))
      await forgetPayment(paymentId)
    }
  })
  return (
    <>
      <Trouble error={ending.error} />
      <Way look="plain" disabled={ending.isBusy} onClick={() => ending.run()}>
        {t('end')}
      </Way>
    </>
  )
}
