import { Amount } from '../../money/amount.tsx'
import { Card } from '../../components/page.tsx'
import { useTexts } from '../../texts/texts.ts'
import { Bars } from './bars.tsx'
import type { Overview } from './overview.ts'
import { OVERVIEW } from './texts.ts'
import { useLastWeek } from './use-last-week.ts'

/** The hours of a counter; earlier and later ones are shown when money came then. */
const OPENS = 8
const CLOSES = 17

const clock = (hour: number): string => `${String(hour).padStart(2, '0')}:00`

/** Today hour by hour, against the same day last week. */
export const MoneyByHour = ({ overview }: { overview: Overview }) => {
  const t = useTexts(OVERVIEW)
  const { byHour, lastWeek } = overview
  const last = useLastWeek(lastWeek.date)
  const busy = byHour.filter((row) => (row.today ?? 0) > 0 || row.lastWeek > 0)
  const from = Math.min(OPENS, busy[0]?.hour ?? OPENS)
  const to = Math.max(CLOSES, busy.at(-1)?.hour ?? CLOSES)
  const hours = byHour.filter(({ hour }) => hour >= from && hour <= to)
  if (busy.length === 0) {
    return (
      <Card title={t('byHour')}>
        <p className="soft">{t('noHours')}</p>
      </Card>
    )
  }
  const legend = (
    <span className="legend">
      <span>
        <i style={{ background: 'var(--chart-1)' }} />
        {t('todayShort')}
      </span>
      <span>
        <i className="ghost" />
        {last}
      </span>
    </span>
  )
  return (
    <Card title={t('byHour')} note={legend}>
      <Bars
        title={t('byHour')}
        bars={hours.map((row) => ({
          key: String(row.hour),
          label: row.hour % 2 === from % 2 ? clock(row.hour) : '',
          parts: [{ color: 'var(--chart-1)', amount: row.today ?? 0 }],
          ghost: row.lastWeek,
        }))}
      />
      <HourTable hours={hours} overview={overview} last={last} />
    </Card>
  )
}

type HourTableProps = { hours: Overview['byHour']; overview: Overview; last: string }

const HourTable = ({ hours, overview: { today, lastWeek }, last }: HourTableProps) => {
  const t = useTexts(OVERVIEW)
  return (
    <table className="small-table">
      <caption className="hide">{t('byHour')}</caption>
      <thead>
        <tr>
          <th scope="col">{t('hour')}</th>
          <th scope="col" className="num">
            {t('todayDinars')}
          </th>
          <th scope="col" className="num">
            {t('count')}
          </th>
          <th scope="col" className="num">
            {last}
          </th>
        </tr>
      </thead>
      <tbody>
        {hours.map((row) => (
          <tr key={row.hour}>
            <th scope="row">
              <bdi>{clock(row.hour)}</bdi>
            </th>
            <td className="num">
              {row.today === null ? '—' : <Amount dinars={row.today} currency={false} />}
            </td>
            <td className="num">{row.today === null ? '—' : row.payments}</td>
            <td className="num">
              <Amount dinars={row.lastWeek} currency={false} />
            </td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">{t('total')}</th>
          <td className="num">
            <Amount dinars={today.collected} currency={false} />
          </td>
          <td className="num">{today.payments}</td>
          <td className="num">
            <Amount dinars={lastWeek.collected} currency={false} />
          </td>
        </tr>
      </tfoot>
    </table>
  )
}
