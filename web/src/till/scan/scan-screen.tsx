import { useState } from 'react'
import { useLanguage } from '../../shared/language.ts'
import { go } from '../base/route.ts'
import { useTexts } from '../base/texts.ts'
import { useCall } from '../base/use-answer.ts'
import { readCode } from '../collect/code.ts'
import { openReference, showPayment } from '../collect/open.ts'
import { Refusal } from '../collect/refusal.tsx'
import { payeeName, useMe } from '../session/me.ts'
import { kept } from '../store/database.ts'
import { roundOf } from '../store/payments.ts'
import { Camera } from './camera.tsx'
import { SCAN } from './texts.ts'

/** A reference or a payer's code, by camera. */
export const ScanScreen = () => {
  const t = useTexts(SCAN)
  const [reference, setReference] = useState('')
  const me = useMe()
  const { language } = useLanguage()
  const opening = useCall(async (text: string) => {
    const code = readCode(text)
    if (code.kind === 'qr') return go(['qr', code.token], { replace: true })
    setReference(code.reference)
    const ofRound = (await roundOf(me.session.userId)).find(
      ({ payment }) => payment.reference === code.reference,
    )
    if (ofRound !== undefined) return go(['pay', ofRound.paymentId], { replace: true })
    const partnerId = (await kept<string>('partner')) ?? me.payees[0]?.partnerId ?? ''
    const payment = await openReference(me, { partnerId, reference: code.reference })
    await showPayment(me, payment, payeeName(me, partnerId, language))
  })
  if (opening.error !== null) {
    return (
      <Refusal
        error={opening.error}
        reference={reference}
        payee=""
        onAgain={opening.clear}
        onLeave={() => go([])}
      />
    )
  }
  return <Camera onCode={opening.run} onLeave={() => go([])} leave={t('type')} />
}
