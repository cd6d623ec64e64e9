import type { ScannedQrCode } from '@wasl/protocol'
import { useState } from 'react'
import { on } from '../../api/call.ts'
import { Amount } from '../../money/amount.tsx'
import { OutsideText } from '../../problems/outside-text.tsx'
import { noting } from '../base/network.ts'
import { Act, Go, Huge, Trouble, Waiting, Way } from '../base/parts.tsx'
import { go } from '../base/route.ts'
import { useTexts } from '../base/texts.ts'
import { useAnswer, useCall } from '../base/use-answer.ts'
import { loadTaking } from '../collect/load-taking.ts'
import { openOnce, readPayment, showPayment } from '../collect/open.ts'
import { PaidBefore } from '../collect/paid-before.tsx'
import { useMe } from '../session/me.ts'
import { SCAN } from './texts.ts'

/** The payer's static code: what it asks for, and the amount that the payer chooses. */
export const QrScreen = ({ token }: { token: string }) => {
  const t = useTexts(SCAN)
  const [chosen, setChosen] = useState<number | null>(null)
  const {
    answer: code,
    error,
    again,
  } = useAnswer(`qr ${token}`, () => on('GET /channel/v1/qr-codes/{token}')({ params: { token } }))
  const opening = useOpening(token, code)
  if (code === undefined && error === undefined) return <Waiting />
  if (code === undefined) {
    return (
      <>
        <Trouble error={error} onAgain={again} />
        <Leave />
      </>
    )
  }
  const amount = chosen ?? (code.amounts.length === 1 ? (code.amounts[0] ?? null) : null)
  const isOwn = code.ownPayment !== null
  const isClosed = code.status === 'disabled' || (code.inUse && !isOwn)
  return (
    <>
      <div className="tile center">
        <h1>
          <OutsideText>{code.partnerName}</OutsideText>
        </h1>
        <p className="soft">
          <OutsideText>{code.label}</OutsideText>
        </p>
        {amount !== null && <Huge dinars={amount} />}
      </div>
      <Standing code={code} isClosed={isClosed} />
      {code.amounts.length === 0 && <FreeAmount onAmount={setChosen} />}
      {code.amounts.length > 1 && (
        <Choose amounts={code.amounts} chosen={chosen} onAmount={setChosen} />
      )}
      <Trouble error={opening.error} />
      <Act>
        <Go
          disabled={(amount === null && !isOwn) || isClosed || opening.isBusy}
          why={amount === null && !isOwn && !isClosed ? t('chooseFirst') : undefined}
          onClick={() => opening.run(amount ?? 0)}
        >
          {t(isOwn ? 'goOn' : code.used === null ? 'next' : 'payAgain')}
        </Go>
        <Way look="plain" onClick={() => go([])}>
          {t('leave')}
        </Way>
      </Act>
    </>
  )
}

/** Opens the payment of a code, or goes on with the one that its user has opened. */
const useOpening = (token: string, code: ScannedQrCode | undefined) => {
  const me = useMe()
  return useCall(async (amount: number) => {
    if (code === undefined) return
    const { agentId, userId } = me.session
    const { updatedAt, ownPayment } = code
    await loadTaking()
    if (ownPayment !== null) {
      return showPayment(me, await readPayment(ownPayment.paymentId), code.partnerName)
    }
    const payment = await openOnce(`${userId} qr ${token} ${amount} ${updatedAt}`, (key) =>
      noting(
        on('POST /channel/v1/qr-codes/{token}/payments')({
          params: { token },
          body: { amount, updatedAt, ...(agentId !== undefined && { agentId }) },
          idempotencyKey: key,
        }),
      ),
    )
    await showPayment(me, payment, code.partnerName)
  })
}

/** Why nothing, or something else than usual, can be paid with a code. */
const Standing = ({ code, isClosed }: { code: ScannedQrCode; isClosed: boolean }) => {
  const t = useTexts(SCAN)
  return (
    <>
      {isClosed && (
        <p className="notice stop" role="alert">
          {t(code.status === 'disabled' ? 'disabled' : 'inUse')}
        </p>
      )}
      {code.used !== null && (
        <div className="notice stop" role="alert">
          <div>
            <strong>{t('used')}</strong>
            <PaidBefore at={code.used.usedAt} here={code.used.paidHere} />
          </div>
        </div>
      )}
      {code.ownPayment !== null && <p className="notice wait">{t('own')}</p>}
    </>
  )
}

const Leave = () => {
  const t = useTexts(SCAN)
  return (
    <Act>
      <Go onClick={() => go([])}>{t('leave')}</Go>
    </Act>
  )
}

type ChooseProps = {
  amounts: readonly number[]
  chosen: number | null
  onAmount: (amount: number) => void
}

const Choose = ({ amounts, chosen, onAmount }: ChooseProps) => {
  const t = useTexts(SCAN)
  return (
    <div className="amounts" role="group" aria-label={t('choose')}>
      <p className="soft">{t('choose')}</p>
      {amounts.map((amount) => (
        <Way key={amount} aria-pressed={amount === chosen} onClick={() => onAmount(amount)}>
          <Amount dinars={amount} decimals="auto" />
        </Way>
      ))}
    </div>
  )
}

/** At most two decimals, with a point or a comma. */
const AMOUNT = /^[0-9]{1,10}(?:[.,][0-9]{1,2})?$/

const FreeAmount = ({ onAmount }: { onAmount: (amount: number | null) => void }) => {
  const t = useTexts(SCAN)
  return (
    <label className="lab">
      {t('amount')}
      <span className="entry">
        <input
          inputMode="decimal"
          dir="ltr"
          autoComplete="off"
          onChange={({ target: { value } }) =>
            onAmount(AMOUNT.test(value) ? Number(value.replace(',', '.')) : null)
          }
        />
      </span>
    </label>
  )
}
