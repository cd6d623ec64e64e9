import './report.css'
import { IconAlertTriangle, IconCheck, IconPrinter } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { addressOf, on } from '../../api/call.ts'
import type { AnswerOf } from '../../api/contract.ts'
import { Amount } from '../../money/amount.tsx'
import { DayInput } from '../../time/day/day-input.tsx'
import { Loaded } from '../../lists/loaded.tsx'
import { OutsideText } from '../../problems/outside-text.tsx'
import { Card, Page } from '../../components/page.tsx'
import { useFilters } from '../../lists/search-params.ts'
import { useMe } from '../../session/session.ts'
import { Empty } from '../../components/states.tsx'
import { useTexts } from '../../texts/texts.ts'
import { dayAfter, today } from '../../time/zone.ts'
import { Day } from '../money/day.tsx'
import { DAY_REPORT } from './report.texts.ts'
import { useItemName } from './use-item-name.ts'

type Report = AnswerOf<'GET /operator/v1/days/{businessDate}/report'>

type Line = Report['lines'][number]

/** The centimes of a dinar. */
const CENTIMES = 100

/** Everything about one business date, to read, print and download. */
export const DayReportPage = () => {
  const t = useTexts(DAY_REPORT)
  const { filters, set } = useFilters()
  const date = filters['date'] ?? dayAfter(today(), -1)
  const query = useQuery({
    queryKey: ['day-report', date],
    queryFn: ({ signal }) =>
      on('GET /operator/v1/days/{businessDate}/report')({
        params: { businessDate: date },
        signal,
      }),
    enabled: useMe().may('export'),
  })
  return (
    <Page
      title={t('title')}
      up={{ to: '/close-day', label: t('back') }}
      permission="export"
      actions={<Actions date={date} />}
    >
      <div className="labelled day-report-date">
        <label htmlFor="day-report-date">{t('date')}</label>
        <DayInput
          id="day-report-date"
          className="field"
          value={date}
          onChange={(day) => day !== '' && set({ date: day })}
        />
      </div>
      <Loaded query={query}>{(report) => <Shown report={report} />}</Loaded>
    </Page>
  )
}

const Actions = ({ date }: { date: string }) => {
  const t = useTexts(DAY_REPORT)
  const file = addressOf('GET /operator/v1/days/{businessDate}/report')
  const params = { businessDate: date }
  if (!useMe().may('export')) return null
  return (
    <>
      <button type="button" className="btn" onClick={() => window.print()}>
        <IconPrinter aria-hidden /> {t('print')}
      </button>
      <a
        className="btn"
        href={file({ params, query: { format: 'csv' } })}
        download={`wasl-day-${date}.csv`}
      >
        {t('csv')}
      </a>
      <a
        className="btn"
        href={file({ params, query: { format: 'json' } })}
        download={`wasl-day-${date}.json`}
      >
        {t('json')}
      </a>
    </>
  )
}

const Shown = ({ report }: { report: Report }) => {
  const t = useTexts(DAY_REPORT)
  const { businessDate, isClosed, balance, lines, moved } = report
  const sections = [...Map.groupBy(lines, ({ section }) => section)]
  return (
    <div className="stack day-report">
      <div>
        <p className="day-report-day">
          <Day date={businessDate} />
        </p>
        <p className="soft">{t(isClosed ? 'closed' : 'notClosed')}</p>
      </div>
      <Agreement balance={balance} />
      {moved.count === 0 && <Empty why={t('none')} />}
      {sections.map(([section, rows]) => (
        <Card key={section} title={t(section)} isTable>
          <Lines lines={rows} caption={t(section)} />
        </Card>
      ))}
    </div>
  )
}

const Agreement = ({ balance }: { balance: number }) => {
  const t = useTexts(DAY_REPORT)
  return (
    <div className={balance === 0 ? 'notice done' : 'notice stop'} role="status">
      {balance === 0 ? <IconCheck aria-hidden /> : <IconAlertTriangle aria-hidden />}
      <p className="strong">
        {balance === 0
          ? t('agree')
          : t.rich('differ', { amount: <Amount dinars={balance / CENTIMES} /> })}
      </p>
    </div>
  )
}

const Lines = ({ lines, caption }: { lines: readonly Line[]; caption: string }) => {
  const t = useTexts(DAY_REPORT)
  const nameOf = useItemName()
  return (
    <table className="day-report-lines">
      <caption className="hide">{caption}</caption>
      <thead>
        <tr>
          <th scope="col">{t('what')}</th>
          <th scope="col">{t('who')}</th>
          <th scope="col" className="num">
            {t('count')}
          </th>
          <th scope="col" className="num">
            {t('amount')}
          </th>
        </tr>
      </thead>
      <tbody>
        {lines.map((line, place) => (
          <tr key={place}>
            <td>{nameOf(line)}</td>
            <td>
              <Who line={line} />
            </td>
            <td className="num">{line.count}</td>
            <td className="num">
              {line.amount !== null && <Amount dinars={line.amount / CENTIMES} currency={false} />}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** Who held the cash, at which channel, for which partner: as far as the line says it. */
const Who = ({ line: { channelName, partnerName, holderName } }: { line: Line }) => {
  const names = [...new Set([partnerName, holderName, channelName])].filter((name) => name !== null)
  return (
    <>
      {names.map((name, place) => (
        <span key={name}>
          {place > 0 && ' · '}
          <OutsideText>{name}</OutsideText>
        </span>
      ))}
    </>
  )
}
