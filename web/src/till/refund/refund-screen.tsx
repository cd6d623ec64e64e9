import { useEffect, useRef, useState } from 'react'
import { on } from '../../api/call.ts'
import { NetworkFailure } from '../../api/failure.ts'
import { noting } from '../base/network.ts'
import { Act, Go, Trouble, Waiting } from '../base/parts.tsx'
import { useTexts } from '../base/texts.ts'
import { useCall } from '../base/use-answer.ts'
import { useMe } from '../session/me.ts'
import { EnterCode } from './enter-code.tsx'
import { PaidOut, PayOut } from './pay-out.tsx'
import { isRefused, keepRedemption, redemptionOf, type Redemption } from './redemption.ts'
import { NotPaid } from './not-paid.tsx'
import { REFUND } from './texts.ts'

/** A refund is paid to the payer who has its code. */
export const RefundScreen = () => {
  const { userId } = useMe().session
  const [redemption, setRedemption] = useState<Redemption | null>()
  const [refusal, setRefusal] = useState<unknown>(null)
  useEffect(() => void redemptionOf(userId).then(setRedemption), [userId])
  const move = async (next: Redemption | null): Promise<void> => {
    await keepRedemption(userId, next)
    setRedemption(next)
  }
  if (redemption === undefined) return <Waiting />
  if (refusal !== null) return <NotPaid error={refusal} onLeave={() => setRefusal(null)} />
  if (redemption === null) {
    return (
      <EnterCode
        onCode={(code) => void move({ state: 'asking', code, key: crypto.randomUUID() })}
      />
    )
  }
  switch (redemption.state) {
    case 'asking':
      return (
        <Asking
          redemption={redemption}
          onMove={move}
          onRefused={async (error) => {
            await move(null)
            setRefusal(error)
          }}
        />
      )
    case 'giving':
      return (
        <PayOut
          refund={redemption.refund}
          onGiven={() => void move({ ...redemption, state: 'given' })}
        />
      )
    case 'given':
      return <PaidOut refund={redemption.refund} onDone={() => void move(null)} />
    default:
      return redemption satisfies never
  }
}

type AskingProps = {
  redemption: Extract<Redemption, { state: 'asking' }>
  onMove: (next: Redemption) => Promise<void>
  onRefused: (error: unknown) => Promise<void>
}

/** Asks the platform, at once and when somebody asks again. */
const Asking = ({ redemption: { code, key }, onMove, onRefused }: AskingProps) => {
  const t = useTexts(REFUND)
  const { agentId } = useMe().session
  const asking = useCall(async () => {
    try {
      const refund = await noting(
        on('POST /channel/v1/refunds/redeem')({
          body: { code, ...(agentId !== undefined && { paidBy: agentId }) },
          idempotencyKey: key,
        }),
      )
      await onMove({ state: 'giving', refund })
    } catch (error) {
      if (!isRefused(error)) throw error
      await onRefused(error)
    }
  })
  const { run, isBusy, error } = asking
  const isAsked = useRef(false)
  useEffect(() => {
    if (isAsked.current) return
    isAsked.current = true
    run()
  }, [run])
  if (error === null) return <Waiting />
  return (
    <>
      <p className="notice stop" role="alert">
        <span>
          <strong>{t('asking')}</strong> {t('askAgain')}
        </span>
      </p>
      {/* Of a network that went nobody knows what it took along. */}
      {!(error instanceof NetworkFailure) && <Trouble error={error} />}
      <Act>
        <Go disabled={isBusy} onClick={() => run()}>
          {t('again')}
        </Go>
      </Act>
    </>
  )
}
