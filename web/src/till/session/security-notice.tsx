import { IconLock } from '@tabler/icons-react'
import { useState } from 'react'
import { on } from '../../api/call.ts'
import { countNews, markNewsRead, triesReadUntil } from '../../session/security-news.ts'
import { SECURITY_LINE } from '../../session/security.texts.ts'
import { noting } from '../base/network.ts'
import { Banner, Trouble, Way } from '../base/parts.tsx'
import { useTexts } from '../base/texts.ts'
import { useAnswer, useCall } from '../base/use-answer.ts'
import { useMe } from './me.ts'

/** One line for who has just signed in: what happened to their account meanwhile. */
export const SecurityNotice = () => {
  const t = useTexts(SECURITY_LINE)
  const { userId } = useMe().session
  const [readUntil, setReadUntil] = useState(() => triesReadUntil(userId))
  // Without the network there is no news.
  const { answer, again } = useAnswer(`security ${userId}`, () =>
    on('GET /account/v1/security')({}),
  )
  const marking = useCall(async () => {
    if (answer === undefined) return
    await noting(markNewsRead(userId, answer))
    setReadUntil(triesReadUntil(userId))
    again()
  })
  if (answer === undefined) return null
  const { notices, tries } = countNews(answer, readUntil)
  if (notices + tries === 0) return null
  return (
    <Banner kind="wait" sign={<IconLock aria-hidden />}>
      {tries > 0 && <p className="strong">{t('wrongTries', { count: tries })}</p>}
      {notices > 0 && <p className="strong">{t('notices', { count: notices })}</p>}
      <a href="/account#security">{t('look')}</a>
      <Way look="plain" disabled={marking.isBusy} onClick={() => marking.run()}>
        {t('isKnown')}
      </Way>
      <Trouble error={marking.error} />
    </Banner>
  )
}
