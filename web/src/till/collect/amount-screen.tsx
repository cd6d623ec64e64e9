import { IconClock, IconLock } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { on } from '../../api/call.ts'
import { serverNow, serverTime } from '../../api/server-time.ts'
import { Amount } from '../../money/amount.tsx'
import { useLanguage } from '../../texts/language.ts'
import { OutsideText, Reference } from '../../problems/outside-text.tsx'
import { Clock } from '../base/clock.tsx'
import { noting } from '../base/network.ts'
import { Act, Banner, Go, Huge, Lines, Trouble, Waiting, Way } from '../base/parts.tsx'
import { go } from '../base/route.ts'
import { useTexts } from '../base/texts.ts'
import { useCall } from '../base/use-answer.ts'
import { keepTaken, recordOf } from '../outbox/keep.ts'
import { useMe } from '../session/me.ts'
import type { KeptPayment } from '../store/database.ts'
import { forgetPayment, paymentOf } from '../store/payments.ts'
import { useKept } from '../store/use-kept.ts'
import { changeOf, inCash, isRounded } from './given.ts'
import { Given } from './given-panel.tsx'
import { Gone } from './gone.tsx'
import { openReference, showPayment } from './open.ts'
import { TAKING } from './taking.texts.ts'

/** The second of three touches: the money is taken. */
export const AmountScreen = ({ paymentId }: { paymentId: string }) => {
  const { userId } = useMe().session
  const found = useKept(`${userId} ${paymentId}`, async () => ({
    kept: await paymentOf(userId, paymentId),
    record: await recordOf(userId, paymentId),
  }))
  const isTaken = found !== undefined && found.record !== null
  // Who goes back to an amount that was taken is led to its receipt.
  useEffect(() => {
    if (isTaken) go(['receipt', paymentId], { replace: true })
  }, [isTaken, paymentId])
  if (found === undefined || isTaken) return <Waiting />
  if (found.kept === null) return <Gone />
  return <ToTake kept={found.kept} />
}

/** Whether the lock has ended, by the platform's clock: the platform decides, this only warns. */
const useLapsed = (at: string | null): boolean => {
  const [nowMs, setNowMs] = useState(serverNow)
  useEffect(() => {
    const timer = setInterval(() => setNowMs(serverNow()), 1_000)
    return () => clearInterval(timer)
  }, [])
  return at !== null && Date.parse(at) <= nowMs
}

const ToTake = ({ kept }: { kept: KeptPayment }) => {
  const t = useTexts(TAKING)
  const me = useMe()
  const { payment, payee, paymentId, isOfRound } = kept
  const [given, setGiven] = useState<number | null>(null)
  const isLapsed = useLapsed(payment.lockReleaseTime)
  const leave = (): void => go(isOfRound ? ['round'] : [])
  const taking = useCall(async () => {
    await keepTaken({
      payment,
      payee,
      owner: me.session.userId,
      agentId: me.session.agentId ?? null,
      given,
      takenAt: serverTime(),
    })
    go(['receipt', paymentId], { replace: true })
  })
  const cancelling = useCall(async () => {
    await noting(on('POST /channel/v1/payments/{paymentId}/cancel')({ params: { paymentId } }))
    await forgetPayment(paymentId)
    leave()
  })
  const reopening = useCall(async () => {
    const again = await openReference(me, payment)
    await forgetPayment(paymentId)
    await showPayment(me, again, payee)
  })
  // What is in the hand: coins make no centimes.
  const cash = isRounded(payment.amount, given) ? inCash(payment.amount) : payment.amount
  const isShort = given !== null && changeOf(given, payment.amount) < 0
  const isBusy = taking.isBusy || cancelling.isBusy || reopening.isBusy
  return (
    <>
      {isLapsed && <Lapsed reference={payment.reference} />}
      <Bill kept={kept} />
      <Given amount={payment.amount} given={given} onGiven={setGiven} />
      <Trouble error={taking.error ?? cancelling.error ?? reopening.error} />
      <Act>
        {isLapsed && (
          <Go disabled={isBusy} onClick={() => reopening.run()}>
            {t('openAgain')}
          </Go>
        )}
        {!isLapsed && (
          <Go
            disabled={isBusy || isShort}
            why={isShort ? t('notEnough') : undefined}
            onClick={() => taking.run()}
          >
            <span>{t.rich('taken', { amount: <Amount dinars={cash} decimals="auto" /> })}</span>
          </Go>
        )}
        {isOfRound && (
          <Way look="plain" disabled={isBusy} onClick={leave}>
            {t('cancel')}
          </Way>
        )}
        {!isOfRound && (
          <Way look="plain" disabled={isBusy} onClick={() => cancelling.run()}>
            {t('cancel')}
          </Way>
        )}
      </Act>
    </>
  )
}

const Lapsed = ({ reference }: { reference: string }) => {
  const t = useTexts(TAKING)
  return (
    <Banner kind="stop" sign={<IconClock aria-hidden />}>
      <strong>{t.rich('lapsed', { reference: <Reference>{reference}</Reference> })}</strong>
    </Banner>
  )
}

/** A part may have more decimals than money has: it is shown as received then. */
const Part = ({ value }: { value: number }) =>
  Number(value.toFixed(2)) === value ? (
    <Amount dinars={value} decimals="auto" currency={false} />
  ) : (
    <bdi dir="ltr">{value}</bdi>
  )

const Bill = ({ kept: { payment, payee } }: { kept: KeptPayment }) => {
  const t = useTexts(TAKING)
  const { language } = useLanguage()
  const { amount, reference, lockReleaseTime, amount_detail: parts } = payment
  return (
    <div className="tile center">
      <p className="soft">{t('payee')}</p>
      <h1>
        <OutsideText>{payee}</OutsideText>
      </h1>
      <Huge dinars={amount} />
      {lockReleaseTime !== null && (
        <p className="held">
          <IconLock aria-hidden />
          <span>
            {t.rich('heldUntil', {
              reference: <Reference>{reference}</Reference>,
              time: <Clock at={lockReleaseTime} />,
            })}
          </span>
        </p>
      )}
      {parts.length > 0 && (
        <Lines
          lines={parts.map(({ value, ...labels }, index) => [
            labels[`label_${language}`] ?? labels.label_fr ?? labels.label_ar ?? '',
            <Part key={index} value={value} />,
          ])}
        />
      )}
    </div>
  )
}
