import '../../lists/data-table.css'
import './overview.css'
import { useQuery } from '@tanstack/react-query'
import { Navigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useIntl } from 'react-intl'
import { Loaded } from '../../lists/loaded.tsx'
import { Moment, momentText } from '../../time/moment.tsx'
import { Page } from '../../components/page.tsx'
import { useMe } from '../../session/session.ts'
import { Refused } from '../../components/states.tsx'
import { useTexts } from '../../texts/texts.ts'
import { WaitingCalls } from '../follow-ups/waiting.tsx'
import { navigation } from '../navigation.ts'
import { CONSOLE } from '../texts.ts'
import { OverviewBones } from './bones.tsx'
import { Cash } from './cash.tsx'
import { Failing } from './failing.tsx'
import { MoneyByDay } from './money-by-day.tsx'
import { MoneyByHour } from './money-by-hour.tsx'
import { MoneyByKind } from './money-by-kind.tsx'
import { OldestDue } from './oldest-due.tsx'
import { overviewQuery, type Overview } from './overview.ts'
import { Queue, Standbys } from './queue.tsx'
import { OVERVIEW } from './texts.ts'
import { Today } from './today.tsx'

const PERMISSION = 'payments.view'

/** Where people of the other sides work. */
const HOMES = { partner: '/portal', channel: '/till' } as const

/** The console's first page: what is going on now, or the first page that this person may see. */
export const OverviewPage = () => {
  const me = useMe()
  const t = useTexts(CONSOLE)
  if (me.side !== 'operator') return <Elsewhere to={HOMES[me.side]} />
  if (me.may(PERMISSION)) return <Now />
  const first = navigation(t)
    .flatMap(({ entries }) => entries)
    .find(({ permission }) => permission === undefined || me.may(permission))
  return first === undefined ? (
    <Refused permission={PERMISSION} />
  ) : (
    <Navigate to={first.to} replace />
  )
}

const Elsewhere = ({ to }: { to: string }) => {
  useEffect(() => location.replace(to), [to])
  return null
}

const Now = () => {
  const t = useTexts(OVERVIEW)
  const intl = useIntl()
  const query = useQuery(overviewQuery)
  const at = query.data?.at
  const title = at === undefined ? t('title') : t('today', { day: momentText(intl, at, 'weekday') })
  const read = at !== undefined && (
    <span className="soft sm">{t.rich('at', { time: <Moment at={at} shows="time" /> })}</span>
  )
  return (
    <Page title={title} actions={read}>
      <Loaded query={query} bones={<OverviewBones />}>
        {(overview) => <Parts overview={overview} />}
      </Loaded>
    </Page>
  )
}

const Parts = ({ overview }: { overview: Overview }) => (
  <div className="overview">
    <div className="w12">
      <Today overview={overview} />
    </div>
    <div className="w6">
      <Failing overview={overview} />
    </div>
    <div className="w6">
      <OldestDue overview={overview} />
    </div>
    <WaitingCalls />
    <div className="w12">
      <Queue queue={overview.queue} />
    </div>
    <div className="w7">
      <MoneyByHour overview={overview} />
    </div>
    <div className="w5 stack">
      <Cash cash={overview.cash} />
      <MoneyByKind kinds={overview.byKind} />
    </div>
    <div className="w12">
      <MoneyByDay today={overview.today.date} />
    </div>
    <div className="w12">
      <Standbys standbys={overview.standbys} />
    </div>
  </div>
)
