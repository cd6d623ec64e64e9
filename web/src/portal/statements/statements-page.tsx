import { Link } from '@tanstack/react-router'
import { useIntl } from 'react-intl'
import type { AnswerOf } from '../../api/contract.ts'
import { Amount } from '../../money/amount.tsx'
import { Badge } from '../../components/badge.tsx'
import type { Column } from '../../lists/column.ts'
import { DataTable } from '../../lists/data-table.tsx'
import { Loaded } from '../../lists/loaded.tsx'
import { momentText } from '../../time/moment.tsx'
import { Page } from '../../components/page.tsx'
import { Facts } from '../../components/pairs.tsx'
import { Empty } from '../../components/states.tsx'
import { useTexts } from '../../texts/texts.ts'
import { useList } from '../../lists/use-list.ts'
import { useAnswer } from '../use-answer.ts'
import { STATEMENTS } from './texts.ts'

const ROUTE = 'GET /partner/statements/v1'

type Row = AnswerOf<typeof ROUTE>['items'][number]

const keyOf = (row: Row): string => row.statementId

/** A business date in words. */
export const useDay = (): ((date: string) => string) => {
  const intl = useIntl()
  return (date) => momentText(intl, `${date}T12:00:00Z`, 'day')
}

/** From when to when, a single day said once. */
export const useSpan = (): ((of: Pick<Row, 'from' | 'to'>) => string) => {
  const t = useTexts(STATEMENTS)
  const day = useDay()
  return ({ from, to }) =>
    from === to ? t('oneDay', { day: day(to) }) : t('span', { from: day(from), to: day(to) })
}

export const StatementBadge = ({
  row,
  bare = false,
}: {
  row: Pick<Row, 'status' | 'paidAt'>
  bare?: boolean
}) => {
  const t = useTexts(STATEMENTS)
  const isPaid = row.paidAt !== null
  return (
    <Badge kind={row.status === 'approved' ? 'done' : 'wait'} bare={bare}>
      {t(isPaid ? 'paid' : row.status)}
    </Badge>
  )
}

const LIVE_MS = 30_000

/** What has come since the last statement: nobody waits for the next one to know it. */
const ToBePaid = () => {
  const t = useTexts(STATEMENTS)
  const day = useDay()
  const query = useAnswer('GET /partner/settings/v1/next-statement', {}, LIVE_MS)
  return (
    <Loaded query={query}>
      {({ from, payments, gross, refunds, fees, vat, net }) => (
        <Facts
          facts={[
            {
              name: t('toBePaid'),
              value: <Amount dinars={net} />,
              more: from === null ? t('sinceStart') : t('sinceDay', { day: day(from) }),
            },
            {
              name: t('collectedSince'),
              value: <Amount dinars={gross} />,
              more: t('paymentsSince', { count: payments }),
            },
            { name: t('refundedSince'), value: <Amount dinars={refunds} /> },
            { name: t('feesSince'), value: <Amount dinars={fees + vat} /> },
          ]}
        />
      )}
    </Loaded>
  )
}

/** What I will be paid: the closed statements, the newest first. */
export const StatementsPage = () => {
  const t = useTexts(STATEMENTS)
  const span = useSpan()
  const list = useList(ROUTE, {}, { keyOf })
  const columns: readonly Column<Row>[] = [
    {
      id: 'number',
      head: t('number'),
      width: '12rem',
      phone: 'what',
      cell: (row) => (
        <Link className="row" to={`/statements/${row.statementId}`}>
          <bdi className="ref" dir="ltr">
            {row.number}
          </bdi>
        </Link>
      ),
    },
    {
      id: 'period',
      head: t('period'),
      phone: 'who',
      cell: (row) => <span className="soft">{span(row)}</span>,
    },
    {
      id: 'state',
      head: t('state'),
      width: '11rem',
      phone: 'more',
      cell: (row) => <StatementBadge row={row} bare />,
    },
    {
      id: 'net',
      head: t('net'),
      isNum: true,
      width: '10rem',
      phone: 'much',
      cell: (row) => <Amount dinars={row.net} currency={false} />,
    },
  ]
  return (
    <Page title={t('title')} permission="statements.view">
      <ToBePaid />
      <DataTable
        caption={t('title')}
        list={list}
        columns={columns}
        keyOf={keyOf}
        empty={<Empty why={t('empty')} />}
      />
    </Page>
  )
}
