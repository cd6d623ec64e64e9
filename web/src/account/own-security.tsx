import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Failed } from '../components/states.tsx'
import { OutsideText } from '../problems/outside-text.tsx'
import { Problem } from '../problems/problem.tsx'
import { ownSecurityQuery, useSecurityNews } from '../session/own-security.ts'
import type { OwnSecurity as Known } from '../session/security-news.ts'
import { useMe } from '../session/session.ts'
import { useTexts } from '../texts/texts.ts'
import { Moment } from '../time/moment.tsx'
import { browserOf } from './browser-of.ts'
import { NOTICES, SECURITY } from './own-security.texts.ts'
import { Loading, Section } from './section.tsx'

const AT = 'security'

/** What happened to the account: changes by anybody, and failed attempts to sign in. */
export const OwnSecurity = () => {
  const t = useTexts(SECURITY)
  const { data, error, refetch } = useQuery(ownSecurityQuery)
  const news = useSecurityNews()
  const isKnown = data !== undefined
  useEffect(() => {
    // A browser looks for the place before the page has it.
    if (isKnown && location.hash === `#${AT}`) document.querySelector(`#${AT}`)?.scrollIntoView()
  }, [isKnown])
  const isNew = news !== null && news.notices + news.tries > 0
  return (
    <Section title={t('title')} at={AT}>
      {error !== null && <Failed error={error} onAgain={() => void refetch()} />}
      {data === undefined && error === null && <Loading />}
      {data !== undefined && (
        <>
          <Notices notices={data.notices} />
          <Tries tries={data.tries} isNew={news?.tries ?? 0} />
        </>
      )}
      <Problem error={news?.error} />
      {isNew && (
        <div className="acts">
          <button type="button" className="btn" aria-busy={news.isMarking} onClick={news.markRead}>
            {t('isKnown')}
          </button>
        </div>
      )}
    </Section>
  )
}

const Notices = ({ notices }: Pick<Known, 'notices'>) => {
  const t = useTexts(SECURITY)
  if (notices.length === 0) return <p className="soft">{t('noNotices')}</p>
  return (
    <ul className="rows">
      {notices.map((notice) => (
        <li key={notice.noticeId}>
          <div className="what">
            <p className="strong">
              <Said notice={notice} />{' '}
              {notice.seenAt === null && <span className="badge wait">{t('new')}</span>}
            </p>
            <p className="sm soft">
              <Moment at={notice.at} /> · {t('by')} <OutsideText>{notice.by}</OutsideText>
            </p>
          </div>
        </li>
      ))}
    </ul>
  )
}

const isNoticeKind = (kind: string): kind is keyof typeof NOTICES => Object.hasOwn(NOTICES, kind)

/** What was done; of a kind that this page does not know, its name in the audit log. */
const Said = ({ notice: { kind, name, subject } }: { notice: Known['notices'][number] }) => {
  const t = useTexts(NOTICES)
  const tOwn = useTexts(SECURITY)
  const { userId } = useMe()
  if (subject === userId && kind === 'user.invite-again') return tOwn('ownLink')
  if (!isNoticeKind(kind)) return <bdi className="code">{kind}</bdi>
  const who = name === '' ? tOwn('unnamed') : name
  return t.rich(kind, { name: <OutsideText>{who}</OutsideText> })
}

const Tries = ({ tries, isNew }: Pick<Known, 'tries'> & { isNew: number }) => {
  const t = useTexts(SECURITY)
  if (tries.length === 0) return <p className="soft">{t('noTries')}</p>
  return (
    <>
      <h3>{t('tries')}</h3>
      <p className="soft">{t('notYou')}</p>
      <ul className="rows">
        {tries.map((one, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- two tries may be of one moment
          <li key={`${one.at} ${index}`}>
            <div className="what">
              <p className="strong">
                {t(one.method)} {index < isNew && <span className="badge wait">{t('new')}</span>}
              </p>
              <p className="sm soft">
                <Moment at={one.at} /> · <From one={one} />
              </p>
            </div>
          </li>
        ))}
      </ul>
    </>
  )
}

/** The till that was stood at, or the browser; and the address, which tells two of a kind apart. */
const From = ({ one: { device, userAgent, address } }: { one: Known['tries'][number] }) => {
  const { browser, system } = browserOf(userAgent)
  const where = device ?? [browser, system].filter(Boolean).join(', ')
  return (
    <>
      {where !== '' && (
        <>
          <OutsideText>{where}</OutsideText> ·{' '}
        </>
      )}
      <bdi>{address}</bdi>
    </>
  )
}
