import './close-day.css'
import { IconCircleCheck } from '@tabler/icons-react'
import type { OpenWork, WorkStep } from '@wasl/protocol'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Amount } from '../../money/amount.tsx'
import { Badge } from '../../components/badge.tsx'
import { Loaded } from '../../lists/loaded.tsx'
import { Moment } from '../../time/moment.tsx'
import { Card, Page } from '../../components/page.tsx'
import { useTexts } from '../../texts/texts.ts'
import { dayAfter } from '../../time/zone.ts'
import { Day } from '../money/day.tsx'
import { workQuery } from '../money/work.ts'
import { CLOSE_DAY } from './texts.ts'

/** Where each step is done: the list that shows what is open. */
const PLACES: Record<WorkStep, { to: string; search?: Record<string, string> }> = {
  shifts: { to: '/shifts', search: { status: 'open' } },
  variances: { to: '/shifts/differences' },
  handovers: { to: '/handovers' },
  cases: { to: '/lost-locks' },
  bags: { to: '/deposits', search: { status: 'bagged' } },
  deposits: { to: '/deposits', search: { status: 'deposited' } },
  remittances: { to: '/deposits/remittances', search: { status: 'announced' } },
  'bank-lines': { to: '/reconciliation', search: { status: 'unmatched' } },
  refunds: { to: '/refunds', search: { status: 'requested' } },
  adjustments: { to: '/ledger/adjustments' },
  fees: { to: '/fees' },
  'account-changes': { to: '/partners' },
  statements: { to: '/statements', search: { status: 'closed' } },
  'payouts-to-approve': { to: '/payouts', search: { status: 'proposed' } },
  'payouts-to-instruct': { to: '/payouts', search: { status: 'approved' } },
  'payouts-at-bank': { to: '/payouts', search: { status: 'instructed' } },
}

const GROUPS: readonly { title: 'cash' | 'bank' | 'partners'; steps: readonly WorkStep[] }[] = [
  { title: 'cash', steps: ['shifts', 'variances', 'handovers', 'cases', 'bags'] },
  { title: 'bank', steps: ['deposits', 'remittances', 'bank-lines'] },
  {
    title: 'partners',
    steps: [
      'refunds',
      'adjustments',
      'fees',
      'account-changes',
      'statements',
      'payouts-to-approve',
      'payouts-to-instruct',
      'payouts-at-bank',
    ],
  },
]

/** What is still open, in the order in which a finance team does it. */
export const CloseDayPage = () => {
  const t = useTexts(CLOSE_DAY)
  const query = useQuery(workQuery)
  return (
    <Page
      title={t('title')}
      permission="statements.view"
      actions={
        <Link className="btn" to="/close-day/report">
          {t('report')}
        </Link>
      }
    >
      <Loaded query={query}>{(work) => <Steps work={work} />}</Loaded>
    </Page>
  )
}

type Step = OpenWork['items'][number]

const Steps = ({ work: { today, completeThrough, items } }: { work: OpenWork }) => {
  const t = useTexts(CLOSE_DAY)
  const open = items.filter(({ count }) => count > 0).length
  const days = { today: <Day date={today} /> }
  const steps = new Map(items.map((item) => [item.step, item]))
  return (
    <>
      <p className="close-day-says" aria-live="polite">
        {open === 0 ? (
          <>
            <IconCircleCheck aria-hidden /> {t('allDone')}
          </>
        ) : (
          t('open', { count: open })
        )}
      </p>
      <p className="soft">
        {completeThrough === null
          ? t.rich('neverSealed', days)
          : t.rich('sealed', { ...days, sealed: <Day date={completeThrough} /> })}
      </p>
      <div className="stack close-day">
        {GROUPS.map((group) => (
          <Card key={group.title} title={t(group.title)} isTable>
            <Group steps={group.steps.flatMap((name) => steps.get(name) ?? [])} />
          </Card>
        ))}
        <PastDays today={today} completeThrough={completeThrough} />
      </div>
    </>
  )
}

/** A week and a day: the same day of the last week is compared most. */
const DAYS_SHOWN = 8

/** The days before, each with its report, and whether its books are closed. */
const PastDays = ({ today, completeThrough }: Pick<OpenWork, 'today' | 'completeThrough'>) => {
  const t = useTexts(CLOSE_DAY)
  const days = Array.from({ length: DAYS_SHOWN }, (_, place) => dayAfter(today, -1 - place))
  return (
    <Card title={t('pastDays')} isTable>
      <table className="close-day-steps past-days">
        <caption className="hide">{t('pastDays')}</caption>
        <tbody>
          {days.map((date) => {
            const isClosed = completeThrough !== null && date <= completeThrough
            return (
              <tr key={date}>
                <td>
                  <Link className="strong" to="/close-day/report" search={{ date }}>
                    <Day date={date} />
                  </Link>
                </td>
                <td>
                  <Badge kind={isClosed ? 'done' : 'wait'} bare>
                    {t(isClosed ? 'dayClosed' : 'dayOpen')}
                  </Badge>
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </Card>
  )
}

const Group = ({ steps }: { steps: readonly Step[] }) => {
  const t = useTexts(CLOSE_DAY)
  return (
    <table className="close-day-steps">
      <thead>
        <tr>
          <th scope="col">{t('step')}</th>
          <th scope="col">{t('count')}</th>
          <th scope="col" className="close-day-since">
            {t('oldest')}
          </th>
          <th scope="col" className="num">
            {t('amount')}
          </th>
        </tr>
      </thead>
      <tbody>
        {steps.map((step) => (
          <StepRow key={step.step} step={step} />
        ))}
      </tbody>
    </table>
  )
}

const StepRow = ({ step: { step, count, amount, oldest } }: { step: Step }) => {
  const t = useTexts(CLOSE_DAY)
  const { to, search } = PLACES[step]
  return (
    <tr>
      <td>
        {count === 0 ? (
          <span className="soft">{t(step)}</span>
        ) : (
          <Link className="strong" to={to} search={search ?? {}}>
            {t(step)}
          </Link>
        )}
      </td>
      <td>
        {count === 0 ? (
          <Badge kind="done" bare>
            {t('none')}
          </Badge>
        ) : (
          <Badge kind="wait">{count}</Badge>
        )}
      </td>
      <td className="close-day-since">{oldest !== null && <Moment at={oldest} shows="short" />}</td>
      <td className="num">
        {count > 0 && amount !== null && <Amount dinars={amount} currency={false} />}
      </td>
    </tr>
  )
}
