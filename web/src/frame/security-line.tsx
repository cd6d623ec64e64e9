import { IconShieldExclamation } from '@tabler/icons-react'
import { Problem } from '../problems/problem.tsx'
import { useSecurityNews } from '../session/own-security.ts'
import { SECURITY_LINE } from '../session/security.texts.ts'
import { useTexts } from '../texts/texts.ts'

/** One line above the page for who has just signed in: what happened to their account meanwhile. */
export const SecurityLine = () => {
  const t = useTexts(SECURITY_LINE)
  const news = useSecurityNews()
  if (news === null || news.notices + news.tries === 0) return null
  const { notices, tries } = news
  const parts = [
    ...(tries > 0 ? [t('wrongTries', { count: tries })] : []),
    ...(notices > 0 ? [t('notices', { count: notices })] : []),
  ]
  return (
    <div className="notice wait security-line" role="status">
      <IconShieldExclamation aria-hidden />
      <p>{parts.join(' ')}</p>
      <a className="link" href="/account#security">
        {t('look')}
      </a>
      <button
        type="button"
        className="btn plain"
        aria-busy={news.isMarking}
        onClick={news.markRead}
      >
        {t('isKnown')}
      </button>
      <Problem error={news.error} />
    </div>
  )
}
