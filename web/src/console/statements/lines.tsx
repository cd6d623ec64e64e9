import type { OperatorStatement } from '@wasl/protocol'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Fragment } from 'react'
import { addressOf } from '../../api/call.ts'
import { failureOf } from '../../api/failure.ts'
import { Amount } from '../../money/amount.tsx'
import { Loaded } from '../../lists/loaded.tsx'
import { Moment } from '../../time/moment.tsx'
import { Reference } from '../../problems/outside-text.tsx'
import { Card } from '../../components/page.tsx'
import { useMe } from '../../session/session.ts'
import { useTexts } from '../../texts/texts.ts'
import { TurnPages, usePagesOf } from '../../lists/turn-pages.tsx'
import { useCodeName } from '../money/codes.ts'
import { Day } from '../money/day.tsx'
import { Who } from '../money/who.tsx'
import { STATEMENTS } from './texts.ts'

/** As many as a browser takes in one answer; the files have all. */
const LINES_MAX = 50_000

/** The lines of the JSON document, by day. They never change. */
export const Lines = ({ statement: { statementId, lines } }: { statement: OperatorStatement }) => {
  const t = useTexts(STATEMENTS)
  const me = useMe()
  const count = lines ?? 0
  const isShown = count <= LINES_MAX && me.may('export')
  const query = useQuery({
    queryKey: ['statement lines', statementId],
    enabled: isShown,
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: () => readLines(statementId),
  })
  return (
    <Card title={t('lines')} note={t('linesNote', { count })} isTable>
      {isShown ? (
        <Loaded query={query}>{(rows) => <LinesTable lines={rows} />}</Loaded>
      ) : (
        <p className="body">{t('linesInFiles', { count })}</p>
      )}
    </Card>
  )
}

/** A line of the JSON document. */
type DocumentLine = {
  businessDate: string
  at: string
  code: string
  reference: string | null
  paymentId: string | null
  sourceId: string
  channelId: string | null
  amount: number
  fee: number
}

const readLines = async (statementId: string): Promise<readonly DocumentLine[]> => {
  const response = await fetch(
    addressOf('GET /operator/v1/statements/{statementId}/document')({
      params: { statementId },
      query: { format: 'json' },
    }),
    { credentials: 'same-origin' },
  )
  if (!response.ok) throw await failureOf(response)
  return ((await response.json()) as { lines: readonly DocumentLine[] }).lines
}

const sumOf = (lines: readonly DocumentLine[], part: 'amount' | 'fee'): number =>
  lines.reduce((sum, line) => sum + Math.round(line[part] * 100), 0) / 100

const LinesTable = ({ lines }: { lines: readonly DocumentLine[] }) => {
  const t = useTexts(STATEMENTS)
  const { rows, ...turning } = usePagesOf(lines)
  const days = Map.groupBy(rows, ({ businessDate }) => businessDate)
  return (
    <div className="scroll">
      <table className="lines">
        <thead>
          <tr>
            <th scope="col">{t('time')}</th>
            <th scope="col">{t('reference')}</th>
            <th scope="col" className="lines-where">
              {t('where')}
            </th>
            <th scope="col" className="num">
              {t('amount')}
            </th>
            <th scope="col" className="num lines-fee">
              {t('fee')}
            </th>
          </tr>
        </thead>
        <tbody>
          {[...days].map(([day, ofDay]) => (
            <Fragment key={day}>
              <tr className="day">
                <th colSpan={5} scope="rowgroup">
                  <Day date={day} />
                </th>
              </tr>
              {ofDay.map((line) => (
                <Line key={`${line.sourceId} ${line.code} ${line.at}`} line={line} />
              ))}
            </Fragment>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th colSpan={2} scope="row">
              {t('total')}
            </th>
            <td className="lines-where" />
            <td className="num">
              <Amount dinars={sumOf(lines, 'amount')} currency={false} />
            </td>
            <td className="num lines-fee">
              <Amount dinars={sumOf(lines, 'fee')} currency={false} />
            </td>
          </tr>
        </tfoot>
      </table>
      <TurnPages {...turning} />
    </div>
  )
}

const Line = ({ line }: { line: DocumentLine }) => {
  const codeName = useCodeName()
  const { at, reference, paymentId, channelId, code, amount, fee } = line
  return (
    <tr>
      <td className="now">
        <Moment at={at} shows="time" />
      </td>
      <td>
        {paymentId === null ? (
          codeName(code)
        ) : (
          <Link to={`/payments/${paymentId}`}>
            <Reference>{reference ?? ''}</Reference>
          </Link>
        )}
      </td>
      <td className="lines-where">
        {code === 'COLLECT' && channelId !== null ? <Who id={channelId} /> : codeName(code)}
      </td>
      <td className="num">
        <Amount dinars={amount} currency={false} />
      </td>
      <td className="num lines-fee">
        <Amount dinars={fee} currency={false} />
      </td>
    </tr>
  )
}
