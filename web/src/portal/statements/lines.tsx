import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { AnswerOf } from '../../api/contract.ts'
import { failureOf } from '../../api/failure.ts'
import { Amount } from '../../money/amount.tsx'
import { Badge } from '../../components/badge.tsx'
import { Loaded } from '../../lists/loaded.tsx'
import { Reference } from '../../problems/outside-text.tsx'
import { Card } from '../../components/page.tsx'
import { useTexts } from '../../texts/texts.ts'
import { TurnPages, usePagesOf } from '../../lists/turn-pages.tsx'
import { chargeOf } from './charge.ts'
import { useDay } from './statements-page.tsx'
import { STATEMENTS } from './texts.ts'

type Statement = AnswerOf<'GET /partner/statements/v1/{statementId}/summary'>

/** As many as a browser takes in one answer; the files have all. */
const LINES_MAX = 50_000

type Line = {
  businessDate: string
  code: string
  line: number
  reference: string | null
  paymentId: string | null
  sourceId: string
  amount: number
  fee: number
  vatBasisPoints: number
}

const readLines = async (statementId: string, signal: AbortSignal): Promise<Line[]> => {
  const response = await fetch(`/partner/statements/v1/${statementId}?format=json`, { signal })
  if (!response.ok) throw await failureOf(response)
  return ((await response.json()) as { lines: Line[] }).lines
}

/** What the statement adds up, day by day. */
export const Lines = ({ statement }: { statement: Statement }) => {
  const t = useTexts(STATEMENTS)
  const isShown = statement.lines <= LINES_MAX
  const query = useQuery({
    queryKey: ['statement lines', statement.statementId],
    enabled: isShown,
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: ({ signal }) => readLines(statement.statementId, signal),
  })
  const note = t('lineCount', { count: statement.lines })
  if (!isShown) {
    return (
      <Card title={t('lines')} note={note}>
        <p>{t('tooMany')}</p>
      </Card>
    )
  }
  return (
    <Card title={t('lines')} note={note} isTable>
      <Loaded query={query}>{(lines) => <LineTable lines={lines} />}</Loaded>
    </Card>
  )
}

const LineTable = ({ lines }: { lines: readonly Line[] }) => {
  const t = useTexts(STATEMENTS)
  const day = useDay()
  const { rows, ...turning } = usePagesOf(lines)
  const days = Map.groupBy(rows, ({ businessDate }) => businessDate)
  return (
    <div className="scroll">
      <table className="by-day">
        <thead>
          <tr>
            <th scope="col">{t('reference')}</th>
            <th scope="col" className="num">
              {t('amount')}
            </th>
            <th scope="col" className="num">
              {t('fee')}
            </th>
          </tr>
        </thead>
        {[...days].map(([date, ofDay]) => (
          <tbody key={date}>
            <tr>
              <th colSpan={3} scope="rowgroup" className="day">
                {day(date)}
              </th>
            </tr>
            {ofDay.map((line) => (
              <OneLine key={`${line.sourceId} ${line.code} ${line.line}`} line={line} />
            ))}
          </tbody>
        ))}
      </table>
      <TurnPages {...turning} />
    </div>
  )
}

const OneLine = ({ line }: { line: Line }) => {
  const t = useTexts(STATEMENTS)
  const { reference, paymentId, amount, code } = line
  const charge = chargeOf(line)
  const shown = reference === null ? '—' : <Reference>{reference}</Reference>
  return (
    <tr>
      <td>
        {paymentId === null ? shown : <Link to={`/payments/${paymentId}`}>{shown}</Link>}{' '}
        {code !== 'COLLECT' && (
          <Badge kind="rest" bare>
            {t(code.startsWith('REFUND') ? 'refundLine' : 'otherLine')}
          </Badge>
        )}
      </td>
      <td className="num">
        <Amount dinars={amount} currency={false} />
      </td>
      <td className="num" data-name={t('fee')}>
        <Amount dinars={charge === 0 ? 0 : -charge} currency={false} />
      </td>
    </tr>
  )
}
