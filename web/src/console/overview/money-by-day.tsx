import { useQuery } from '@tanstack/react-query'
import { on } from '../../api/call.ts'
import type { AnswerOf } from '../../api/contract.ts'
import { Amount } from '../../money/amount.tsx'
import { Loaded } from '../../lists/loaded.tsx'
import { Card } from '../../components/page.tsx'
import { useTexts } from '../../texts/texts.ts'
import { Day } from '../money/day.tsx'
import { Bars } from './bars.tsx'
import { KINDS } from './overview.ts'
import { OVERVIEW } from './texts.ts'

type MoneyDay = AnswerOf<'GET /operator/v1/figures/money'>['items'][number]

/** Two weeks, so that each day of the week stands beside itself. */
const DAYS = 14
const DAY_MS = 86_400_000
const EVERY_MS = 60_000

const dateBefore = (date: string, days: number): string =>
  new Date(Date.parse(date) - days * DAY_MS).toISOString().slice(0, 10)

/** Money by day and kind of channel, from the books. */
export const MoneyByDay = ({ today }: { today: string }) => {
  const t = useTexts(OVERVIEW)
  const query = useQuery({
    queryKey: ['figures', 'money', today],
    queryFn: ({ signal }) =>
      on('GET /operator/v1/figures/money')({
        query: { from: dateBefore(today, DAYS - 1), to: today },
        signal,
      }),
    refetchInterval: EVERY_MS,
  })
  const legend = (
    <span className="legend">
      {KINDS.map(({ kind, color }) => (
        <span key={kind}>
          <i style={{ background: color }} />
          {t(kind)}
        </span>
      ))}
    </span>
  )
  return (
    <Card title={t('byDay')} note={legend}>
      <Loaded query={query}>
        {({ items }) =>
          items.length === 0 ? (
            <p className="soft">{t('noDays')}</p>
          ) : (
            <div className="beside">
              <DayBars days={daysOf(items, today)} />
              <div className="scroll" role="region" aria-label={t('byDay')} tabIndex={0}>
                <DayTable days={daysOf(items, today)} />
              </div>
            </div>
          )
        }
      </Loaded>
    </Card>
  )
}

type DaySums = { date: string; ofKind: readonly number[]; total: number; payments: number }

/** Every day of the two weeks, the newest first; a day without money has zeros. */
const daysOf = (items: readonly MoneyDay[], today: string): readonly DaySums[] =>
  Array.from({ length: DAYS }, (_, days) => {
    const date = dateBefore(today, days)
    const rows = items.filter((item) => item.date === date)
    const ofKind = KINDS.map(({ kind }) => sum(rows.filter((row) => row.channelKind === kind)))
    const payments = rows.reduce((count, row) => count + row.payments, 0)
    return { date, ofKind, total: sum(rows), payments }
  })

/** In whole centimes, because dinars as fractions do not add up exactly. */
const sum = (rows: readonly MoneyDay[]): number =>
  rows.reduce((centimes, { collected }) => centimes + Math.round(collected * 100), 0) / 100

const DayBars = ({ days }: { days: readonly DaySums[] }) => {
  const t = useTexts(OVERVIEW)
  const bars = days.toReversed().map(({ date, ofKind }) => ({
    key: date,
    label: String(Number(date.slice(8))),
    parts: KINDS.map(({ color }, index) => ({ color, amount: ofKind[index] ?? 0 })),
  }))
  return <Bars title={t('byDay')} bars={bars} width={460} height={340} />
}

const DayTable = ({ days }: { days: readonly DaySums[] }) => {
  const t = useTexts(OVERVIEW)
  // One place after the comma for all, so that thousands stand under thousands.
  const isWhole = days.every(({ ofKind }) => ofKind.every(Number.isInteger))
  const common = { currency: false, decimals: isWhole ? 'auto' : 'always' } as const
  return (
    <table className="small-table by-day">
      <caption className="hide">{t('byDay')}</caption>
      <thead>
        <tr>
          <th scope="col">{t('day')}</th>
          <th scope="col" className="num">
            {t('totalDinars')}
          </th>
          {KINDS.map(({ kind }) => (
            <th key={kind} scope="col" className="num">
              {t(kind)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {days.map(({ date, ofKind, total }) => (
          <tr key={date}>
            <th scope="row">
              <Day date={date} shows="short" />
            </th>
            <td className="num strong">
              <Amount dinars={total} {...common} />
            </td>
            {KINDS.map(({ kind }, index) => (
              <td key={kind} className="num">
                <Amount dinars={ofKind[index] ?? 0} {...common} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
