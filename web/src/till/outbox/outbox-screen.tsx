import { IconAlertTriangle, IconCheck, IconClock } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Amount } from '../../money/amount.tsx'
import { OutsideText, Reference } from '../../problems/outside-text.tsx'
import { Clock } from '../base/clock.tsx'
import { Link } from '../base/link.tsx'
import { Act, Go, Waiting } from '../base/parts.tsx'
import { useTexts } from '../base/texts.ts'
import { useCall } from '../base/use-answer.ts'
import { useMe } from '../session/me.ts'
import { useKept } from '../store/use-kept.ts'
import { countOfOthers, recordsOf } from './keep.ts'
import type { OutboxRecord } from './record.ts'
import { sendDue } from './send.ts'
import { OUTBOX } from './texts.ts'

/** What waits for the network, and why. */
export const OutboxScreen = () => {
  const t = useTexts(OUTBOX)
  const { userId } = useMe().session
  const kept = useKept(userId, async () => ({
    records: await recordsOf(userId),
    others: await countOfOthers(userId),
  }))
  const sending = useCall(() => sendDue(userId, true))
  if (kept === undefined) return <Waiting />
  const { records, others } = kept
  const of = (state: OutboxRecord['state']) => records.filter((one) => one.state === state)
  const [waiting, conflicts, confirmed] = [of('waiting'), of('conflict'), of('confirmed')]
  return (
    <>
      <h1>{t('title')}</h1>
      {waiting.length + conflicts.length === 0 && (
        <p className="notice done">
          <IconCheck aria-hidden />
          {t('empty')}
        </p>
      )}
      <Group title={t('refused')} records={conflicts} sign={<IconAlertTriangle aria-hidden />} />
      <Group title={t('waiting')} records={waiting} sign={<IconClock aria-hidden />} />
      <Group title={t('confirmed')} records={confirmed} sign={<IconCheck aria-hidden />} />
      {others > 0 && (
        <div className="notice">
          <div>
            <p>{t('others', { count: others })}</p>
            <p className="soft sm">{t('othersWhy')}</p>
          </div>
        </div>
      )}
      {waiting.length > 0 && (
        <Act>
          <Go disabled={sending.isBusy} onClick={() => sending.run()}>
            {t('sendNow')}
          </Go>
        </Act>
      )}
    </>
  )
}

const Group = ({
  title,
  records,
  sign,
}: {
  title: string
  records: OutboxRecord[]
  sign: ReactNode
}) => {
  if (records.length === 0) return null
  return (
    <section className="rows" aria-label={title}>
      <h2>{title}</h2>
      <ul>
        {records.map((record) => (
          <li key={record.paymentId} className={record.state}>
            <Link to={['receipt', record.paymentId]}>
              <span className="first">
                {sign}
                <Reference>{record.reference}</Reference>
                <Amount dinars={record.amount} decimals="auto" />
              </span>
              <span className="second soft sm">
                <OutsideText>{record.payee}</OutsideText>
                <span>
                  <Clock at={record.takenAt} /> <Why record={record} />
                </span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Why it waits: the network, the session, or the platform's sentence of a refusal that may pass. */
const Why = ({ record: { state, trouble, troubleText } }: { record: OutboxRecord }) => {
  const t = useTexts(OUTBOX)
  if (state !== 'waiting') return null
  if (trouble === null) return <>· {t('sending')}</>
  if (trouble === 'network') return <>· {t('network')}</>
  if (trouble.includes('401')) return <>· {t('signedOut')}</>
  return <>· {troubleText || t('notYet')}</>
}
