import { useState } from 'react'
import { useLanguage } from '../../texts/language.ts'
import { go } from '../base/route.ts'
import { useTexts } from '../base/texts.ts'
import { useCall } from '../base/use-answer.ts'
import { loadTaking } from '../collect/load-taking.ts'
import { useReader } from '../collect/reader.ts'
import { Refusal } from '../collect/refusal.tsx'
import { payeeName, useMe } from '../session/me.ts'
import { kept } from '../store/database.ts'
import { Camera } from './camera.tsx'
import { SCAN } from './texts.ts'

/** A reference or a payer's code, by camera. */
export const ScanScreen = () => {
  const t = useTexts(SCAN)
  const [reference, setReference] = useState('')
  const me = useMe()
  const { language } = useLanguage()
  const opening = useCall(async (text: string) => {
    setReference(text.trim())
    const partnerId = (await kept<string>('partner')) ?? me.payees[0]?.partnerId ?? ''
    const { openCode } = await loadTaking()
    await openCode(me, text, { partnerId, payee: payeeName(me, partnerId, language) })
  })
  useReader(opening.run)
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
