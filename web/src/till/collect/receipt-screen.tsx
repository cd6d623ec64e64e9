import {
  IconAlertTriangle,
  IconCheck,
  IconClock,
  IconQrcode,
  IconShare2,
} from '@tabler/icons-react'
import { lazy, Suspense, useId, useState } from 'react'
import { Amount } from '../../money/amount.tsx'
import { useLanguage } from '../../texts/language.ts'
import { OutsideText, Reference } from '../../problems/outside-text.tsx'
import { Clock } from '../base/clock.tsx'
import { Act, Huge, Lines, Seal, Waiting, Way } from '../base/parts.tsx'
import { go } from '../base/route.ts'
import { useTexts } from '../base/texts.ts'
import { useAnswer } from '../base/use-answer.ts'
import { recordOf } from '../outbox/keep.ts'
import type { OutboxRecord } from '../outbox/record.ts'
import { PrintWay } from '../print/print-way.tsx'
import { payeeName, useMe } from '../session/me.ts'
import { roundOf } from '../store/payments.ts'
import { useKept } from '../store/use-kept.ts'
import { changeOf } from './given.ts'
import { Gone } from './gone.tsx'
import { CopySlip } from './copy-slip.tsx'
import { readPayment } from './open.ts'
import { usePaper } from './paper.ts'
import { ProvisionalSlip } from './provisional-slip.tsx'
import { TAKING } from './taking.texts.ts'

const ReceiptQr = lazy(async () => ({ default: (await import('./receipt-qr.tsx')).ReceiptQr }))

const Conflict = lazy(async () => ({
  default: (await import('../outbox/conflict-screen.tsx')).ConflictScreen,
}))

/** The third of three touches: the receipt. The payment is booked, or waits on this device. */
export const ReceiptScreen = ({ paymentId }: { paymentId: string }) => {
  const { userId } = useMe().session
  const record = useKept(`${userId} ${paymentId}`, () => recordOf(userId, paymentId))
  if (record === undefined) return <Waiting />
  if (record === null) return <OfPlatform paymentId={paymentId} />
  if (record.state === 'conflict') {
    return (
      <Suspense fallback={<Waiting />}>
        <Conflict record={record} />
      </Suspense>
    )
  }
  return record.state === 'confirmed' ? <Final record={record} /> : <Provisional record={record} />
}

/** What the receipt of a paid payment shows. */
type Paid = Pick<
  OutboxRecord,
  'paymentId' | 'newPaymentId' | 'payee' | 'reference' | 'amount' | 'given' | 'paidAt' | 'takenAt'
> & { state: OutboxRecord['state'] }

/** A payment that this device does not keep: its receipt is printed again as the platform knows it. */
const OfPlatform = ({ paymentId }: { paymentId: string }) => {
  const me = useMe()
  const { language } = useLanguage()
  const { answer, error } = useAnswer(`paid ${paymentId}`, () => readPayment(paymentId))
  if (answer === undefined) return error === undefined ? <Waiting /> : <Gone />
  const { paidAt, reference, amount, partnerId } = answer
  if (paidAt === null) return <Gone />
  const payee = payeeName(me, partnerId, language)
  const known = { paymentId, newPaymentId: null, payee, reference, amount, given: null }
  return <Final record={{ ...known, paidAt, takenAt: paidAt, state: 'confirmed' }} />
}

const Paper = ({ record, children }: { record: Paid; children: React.ReactNode }) => {
  const t = useTexts(TAKING)
  const isPaid = record.state === 'confirmed'
  const { till } = useMe()
  return (
    <div className="receipt" role="status">
      <div>
        <Seal kind={isPaid ? 'done' : 'wait'}>{isPaid ? <IconCheck /> : <IconClock />}</Seal>
        <h1>{t(isPaid ? 'paid' : 'waits')}</h1>
        {till.isTest && <p className="strong">{t('test')}</p>}
        <Huge dinars={record.amount} />
        <p className="soft">
          {t.rich('to', { name: <OutsideText key="name">{record.payee}</OutsideText> })}
        </p>
      </div>
      <div className="tear" />
      <div>{children}</div>
    </div>
  )
}

const Final = ({ record }: { record: Paid }) => {
  const t = useTexts(TAKING)
  const paymentId = record.newPaymentId ?? record.paymentId
  const paper = usePaper(paymentId, record.given)
  const receipt = paper ?? undefined
  const [isShown, setShown] = useState(false)
  const why = useId()
  const isWithout = receipt === undefined
  const { given, amount, reference, paidAt, takenAt } = record
  return (
    <>
      <Paper record={record}>
        <Lines
          lines={[
            receipt !== undefined && [
              t('receipt'),
              <bdi key="number" className="ref">
                {receipt.shortNumber}
              </bdi>,
            ],
            [t('reference'), <Reference key="reference">{reference}</Reference>],
            [t('time'), <Clock key="time" at={paidAt ?? takenAt} />],
            given !== null && [
              t('back'),
              <Amount key="back" dinars={changeOf(given, amount)} decimals="auto" />,
            ],
          ]}
        />
        {isShown && receipt !== undefined && (
          <Suspense fallback={null}>
            <ReceiptQr url={receipt.url} />
          </Suspense>
        )}
      </Paper>
      <div className="pair">
        <Share url={receipt?.url} number={receipt?.number} why={why} />
        <Way
          disabled={isWithout}
          aria-describedby={isWithout ? why : undefined}
          aria-pressed={isShown}
          onClick={() => setShown(!isShown)}
        >
          <IconQrcode aria-hidden />
          {t(isShown ? 'hideQr' : 'showQr')}
        </Way>
      </div>
      {isWithout && (
        <p className="why center" id={why}>
          {t(paper === null ? 'paperAway' : 'paperComes')}
        </p>
      )}
      {receipt !== undefined && <img className="on-paper" src={receipt.src} alt="" />}
      {paper === null && <CopySlip record={record} />}
      <Next
        isPrintable
        isReady={paper !== undefined}
        picture={receipt?.picture ?? null}
        label={t('print')}
      />
    </>
  )
}

type ShareProps = {
  url: string | undefined
  number: string | undefined
  /** The id of what says why it cannot be pressed yet. */
  why: string
}

const Share = ({ url, number, why }: ShareProps) => {
  const t = useTexts(TAKING)
  const [isCopied, setCopied] = useState(false)
  const share = async (): Promise<void> => {
    if (url === undefined) return
    if (navigator.share !== undefined) return navigator.share({ title: number ?? '', url })
    await navigator.clipboard.writeText(url)
    setCopied(true)
  }
  return (
    <Way
      disabled={url === undefined}
      aria-describedby={url === undefined ? why : undefined}
      onClick={() => void share().catch(() => undefined)}
    >
      <IconShare2 aria-hidden />
      <span aria-live="polite">{t(isCopied ? 'copied' : 'share')}</span>
    </Way>
  )
}

const Provisional = ({ record }: { record: OutboxRecord }) => {
  const t = useTexts(TAKING)
  const isSending = record.trouble === null
  return (
    <>
      <Paper record={record}>
        <Lines
          lines={[
            [t('reference'), <Reference key="reference">{record.reference}</Reference>],
            [t('takenAt'), <Clock key="taken" at={record.takenAt} />],
            record.lockedUntil !== null && [
              t('held'),
              <Clock key="held" at={record.lockedUntil} shows="both" />,
            ],
          ]}
        />
        <p className="soft sm">{isSending ? t('sending') : t('provisional')}</p>
      </Paper>
      {!isSending && record.trouble !== 'network' && (
        <p className="ready">
          <IconAlertTriangle aria-hidden />
          {record.trouble?.includes('401') ? t('signedOut') : record.troubleText || t('notYet')}
        </p>
      )}
      <ProvisionalSlip record={record} />
      <Next isPrintable={!isSending} label={t('printSlip')} />
    </>
  )
}

type NextProps = { isPrintable: boolean; isReady?: boolean; picture?: Blob | null; label: string }

const Next = ({ isPrintable, isReady = true, picture = null, label }: NextProps) => {
  const t = useTexts(TAKING)
  const { userId } = useMe().session
  const round = useKept(userId, () => roundOf(userId)) ?? []
  const isRound = round.length > 0
  return (
    <Act>
      {isPrintable && (
        <PrintWay label={label} picture={picture} isReady={isReady} why={t('paperComes')} />
      )}
      <Way onClick={() => go(isRound ? ['round'] : [])}>
        {t(isRound ? 'nextParcel' : 'another')}
      </Way>
    </Act>
  )
}
