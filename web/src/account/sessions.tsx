import { useQuery } from '@tanstack/react-query'
import { on } from '../api/call.ts'
import type { AnswerOf } from '../api/contract.ts'
import { Moment } from '../time/moment.tsx'
import { Problem } from '../problems/problem.tsx'
import { Failed } from '../components/states.tsx'
import { useTexts } from '../texts/texts.ts'
import { browserOf } from './browser-of.ts'
import { sessionsQuery } from './credentials-query.ts'
import { Loading, Section } from './section.tsx'
import { ACCOUNT } from './texts.ts'
import { useAct } from './use-act.ts'

type Session = AnswerOf<'GET /account/v1/sessions'>['items'][number]

/** Where the person is signed in, and the way to end it there. */
export const Sessions = () => {
  const t = useTexts(ACCOUNT)
  const { data, error, refetch } = useQuery(sessionsQuery)
  const ending = useAct('sessions')
  const hasOthers = data?.items.some(({ isThisOne }) => !isThisOne) === true
  return (
    <Section title={t('sessions')}>
      <Problem error={ending.error} />
      {error !== null && <Failed error={error} onAgain={() => void refetch()} />}
      {data === undefined && error === null && <Loading />}
      <ul className="rows">
        {data?.items.map((session) => (
          <OneSession
            key={session.sessionId}
            session={session}
            isBusy={ending.isBusy}
            onEnd={(params) =>
              void ending.act(() => on('POST /account/v1/sessions/{sessionId}/end')({ params }))
            }
          />
        ))}
      </ul>
      {hasOthers && (
        <div className="acts">
          <button
            type="button"
            className="btn"
            disabled={ending.isBusy}
            onClick={() => void ending.act(() => on('POST /account/v1/sessions/end-others')({}))}
          >
            {t('end_others')}
          </button>
        </div>
      )}
    </Section>
  )
}

type OneSessionProps = {
  session: Session
  isBusy: boolean
  onEnd: (params: { sessionId: string }) => void
}

const OneSession = ({ session, isBusy, onEnd }: OneSessionProps) => {
  const t = useTexts(ACCOUNT)
  const { browser, system } = browserOf(session.userAgent)
  const both = browser !== null && system !== null
  const name = both
    ? t('on_system', { browser, system })
    : (browser ?? system ?? t('unknown_browser'))
  return (
    <li>
      <div className="what">
        <p className="strong">
          {name} {session.isThisOne && <span className="badge done">{t('this_one')}</span>}
        </p>
        <p className="sm soft">
          {t('seen')} <Moment at={session.lastSeenAt} /> · <bdi>{session.address}</bdi>
        </p>
      </div>
      {!session.isThisOne && (
        <button
          type="button"
          className="btn stop"
          disabled={isBusy}
          onClick={() => onEnd({ sessionId: session.sessionId })}
        >
          {t('end')}
        </button>
      )}
    </li>
  )
}
