import { IconAlertTriangle } from '@tabler/icons-react'
import { useId, type ReactNode } from 'react'
import { on } from '../../api/call.ts'
import { Amount } from '../../money/amount.tsx'
import { OutsideText, Reference } from '../../problems/outside-text.tsx'
import { Clock } from '../base/clock.tsx'
import { Act, Banner, Go, Huge, Way } from '../base/parts.tsx'
import { go } from '../base/route.ts'
import { useTexts } from '../base/texts.ts'
import { useAnswer, useLooking } from '../base/use-answer.ts'
import { ProvisionalSlip } from '../collect/provisional-slip.tsx'
import { saveRecord } from './keep.ts'
import { NextSteps } from './next-steps.tsx'
import { cashOf, ownPaymentOf, type OutboxRecord } from './record.ts'
import { OUTBOX } from './texts.ts'

const WHY = {
  REFERENCE409_ALREADY_PAID: 'paidElsewhere',
  REFERENCE409_LOCKED: 'lockedElsewhere',
  REFERENCE404_NOT_FOUND: 'notFound',
  AMOUNT_CHANGED: 'amountChanged',
  PARTNER502_BAD_RESPONSE: 'partnerDown',
  PARTNER503_UNAVAILABLE: 'partnerDown',
  PARTNER504_TIMEOUT: 'partnerDown',
} as const

const tellOf = (record: OutboxRecord): 'tellByYou' | 'tellPaid' | 'tellOther' => {
  if (record.conflict?.code !== 'REFERENCE409_ALREADY_PAID') return 'tellOther'
  return ownPaymentOf(record) === null ? 'tellPaid' : 'tellByYou'
}

/** The lock was lost and the cash is taken: what happened, what to tell the payer, what is done. */
export const ConflictScreen = ({ record }: { record: OutboxRecord }) => {
  const t = useTexts(OUTBOX)
  const told = useId()
  const leave = async (): Promise<void> => {
    await saveRecord({ ...record, isSeen: true })
    go(['outbox'])
  }
  return (
    <>
      <Banner kind="stop" sign={<IconAlertTriangle aria-hidden />}>
        <strong>{t('refusedTitle')}</strong> {t('doNot')}
      </Banner>
      <div className="tile center">
        <Huge dinars={cashOf(record)} />
        <p>
          <Reference>{record.reference}</Reference>{' '}
          <span className="soft">
            <OutsideText>{record.payee}</OutsideText>
          </span>
        </p>
      </div>
      <Story record={record} />
      <Case caseId={record.conflict?.caseId ?? null} />
      {record.conflict?.caseId && <NextSteps caseId={record.conflict.caseId} />}
      <section className="tile" aria-labelledby={told}>
        <p className="soft sm" id={told}>
          {t('tell')}
        </p>
        <p className="said">{t(tellOf(record))}</p>
      </section>
      <ProvisionalSlip record={record} />
      <Act>
        <Go onClick={() => void leave()}>{t('understood')}</Go>
        <Way onClick={() => print()}>{t('slip')}</Way>
      </Act>
    </>
  )
}

const Story = ({ record }: { record: OutboxRecord }) => {
  const t = useTexts(OUTBOX)
  const { conflict, takenAt, lockedUntil } = record
  const why = WHY[conflict?.code as keyof typeof WHY]
  const own = ownPaymentOf(record)
  const whyText =
    own === null ? why && t(why) : t.rich('paidByYou', { at: <Clock at={own.paidAt} /> })
  const took = t.rich('youTook', { amount: <Amount dinars={cashOf(record)} decimals="auto" /> })
  const refusedAt = conflict?.refusedAt ?? takenAt
  // By the device's clock, which may be behind the platform's: then the refusal alone tells it.
  const isLockOver = lockedUntil !== null && lockedUntil <= refusedAt
  const told: { at: string; text: ReactNode; isBad?: boolean }[] = [
    { at: takenAt, text: took },
    ...(isLockOver ? [{ at: lockedUntil, text: t('lockEnded') }] : []),
  ]
  const story = [
    ...told.toSorted((a, b) => a.at.localeCompare(b.at)),
    { at: refusedAt, text: t('wasRefused'), isBad: true },
    ...(why === undefined ? [] : [{ at: refusedAt, text: whyText }]),
    ...(why === undefined && conflict !== null && conflict.message !== ''
      ? [{ at: refusedAt, text: conflict.message }]
      : []),
  ]
  return (
    <ol className="story">
      {story.map(({ at, text, isBad = false }, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- a story keeps its order
        <li key={index}>
          <Clock at={at} />
          <span className={isBad ? 'bad' : undefined}>{text}</span>
        </li>
      ))}
    </ol>
  )
}

/** While the case is open, somebody may decide it. */
const LOOK_MS = 5_000

const Case = ({ caseId }: { caseId: string | null }) => {
  const t = useTexts(OUTBOX)
  const { answer, look } = useAnswer(`case ${caseId}`, async () =>
    caseId === null ? null : on('GET /channel/v1/cases/{caseId}')({ params: { caseId } }),
  )
  useLooking(look, answer?.status === 'open' && LOOK_MS)
  if (caseId === null) return <p className="notice stop">{t('noCase')}</p>
  const id = <bdi className="ref short">{caseId}</bdi>
  if (answer === undefined || answer === null || answer.status === 'open') {
    return (
      <p className="notice wait">
        <span>{t.rich('caseOpened', { id })}</span>
      </p>
    )
  }
  const outcome = t(answer.status === 'confirmed' ? 'wasConfirmed' : 'wasGivenBack')
  return <p className="notice done">{t('caseDone', { outcome })}</p>
}
