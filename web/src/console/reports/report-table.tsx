import '../money/money.css'
import type { ReportName } from '@wasl/protocol'
import {
  isReportDate,
  REPORT_COLUMNS,
  REPORT_TOTALS,
  REPORTS_IN_WORDS,
  reportHead,
  reportText,
  type ReportColumn,
} from '@wasl/protocol/report-words'
import { Amount } from '../../money/amount.tsx'
import { useLanguage } from '../../texts/language.ts'
import { OutsideText } from '../../problems/outside-text.tsx'
import { Card } from '../../components/page.tsx'
import { Scroll } from '../../components/scroll.tsx'
import { Empty } from '../../components/states.tsx'
import { useTexts } from '../../texts/texts.ts'
import { Day, Month } from '../money/day.tsx'
import { Who } from '../money/who.tsx'
import { REPORTS } from './texts.ts'

type Value = string | number | null

type Row = Readonly<Record<string, Value>>

/** What the platform answers: a field of each row for each column, sums in dinars. */
export type Report = { report: ReportName; from: string; to: string; rows: readonly Row[] }

/** More rows than these would hold up the page; nobody reads them here. */
const SHOWN_MAX = 1_000

/** These show the end of their last day; the others what moved from the first to the last. */
const STATES: ReadonlySet<ReportName> = new Set([
  'clients-money',
  'aged-custody',
  'aged-refunds',
  'suspense',
])

export const ReportTable = ({ found }: { found: Report }) => {
  const t = useTexts(REPORTS)
  const nameOf = useTexts(REPORTS_IN_WORDS)
  const { report, rows, from, to } = found
  if (rows.length === 0) return <Empty why={t('none')} />
  const period = { from: <Day date={from} />, to: <Day date={to} /> }
  const note = t.rich(STATES.has(report) ? 'atEnd' : 'between', period)
  return (
    <Card title={nameOf(report)} note={note} isTable>
      {rows.length > SHOWN_MAX && (
        <p className="soft says">{t('first', { shown: SHOWN_MAX, count: rows.length })}</p>
      )}
      <Scroll label={nameOf(report)}>
        <table className="books">
          <caption className="hide">{nameOf(report)}</caption>
          <Heads report={report} />
          <tbody>
            {rows.slice(0, SHOWN_MAX).map((row, place) => (
              // oxlint-disable-next-line react/no-array-index-key -- a report has no other key
              <tr key={place}>
                {REPORT_COLUMNS[report].map((column) => (
                  <td key={column[0]} className={lookOf(column)}>
                    <Cell column={column} value={row[column[0]] ?? null} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
          <Totals found={found} />
        </table>
      </Scroll>
    </Card>
  )
}

const lookOf = ([, type]: ReportColumn): string => (type === 'text' ? '' : 'num')

const Heads = ({ report }: { report: ReportName }) => {
  const { language } = useLanguage()
  return (
    <thead>
      <tr>
        {REPORT_COLUMNS[report].map((column) => (
          <th key={column[0]} scope="col" className={lookOf(column)}>
            {reportHead(column[0], language)}
          </th>
        ))}
      </tr>
    </thead>
  )
}

const Cell = ({ column: [name, type], value }: { column: ReportColumn; value: Value }) => {
  const { language } = useLanguage()
  if (value === null) return <>—</>
  if (type === 'sum') return <Amount dinars={Number(value)} currency={false} />
  const text = String(value)
  if (type !== 'text') return <>{text}</>
  if (isReportDate(name)) return <Day date={text} shows="short" />
  if (name === 'month') return <Month month={text} />
  if (name === 'owner' || name === 'bankLine') return <Who id={text} />
  const words = reportText(name, text, language)
  return words === text ? <OutsideText>{text}</OutsideText> : <>{words}</>
}

const CENTIMES = 100

const Totals = ({ found: { report, rows } }: { found: Report }) => {
  const t = useTexts(REPORTS)
  const totalled = REPORT_TOTALS[report]
  if (totalled.length === 0) return null
  const sumOf = (name: string): number =>
    rows.reduce((sum, row) => sum + Math.round(Number(row[name] ?? 0) * CENTIMES), 0) / CENTIMES
  const [, ...others] = REPORT_COLUMNS[report]
  return (
    <tfoot>
      <tr>
        <th scope="row">{t('total')}</th>
        {others.map((column) => (
          <td key={column[0]} className={lookOf(column)}>
            {totalled.includes(column[0]) && <Amount dinars={sumOf(column[0])} currency={false} />}
          </td>
        ))}
      </tr>
    </tfoot>
  )
}
