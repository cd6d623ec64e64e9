import { Link } from '@tanstack/react-router'
import type { AnswerOf } from '../../api/contract.ts'
import { Amount } from '../../money/amount.tsx'
import type { Column } from '../../lists/column.ts'
import { DataTable } from '../../lists/data-table.tsx'
import { Empty } from '../../components/states.tsx'
import { useTexts } from '../../texts/texts.ts'
import { useList } from '../../lists/use-list.ts'
import { Day } from '../money/day.tsx'
import { State } from '../money/state.tsx'
import { usePartner } from './partner.ts'
import { PARTNERS } from './partners.texts.ts'
import { PartnerSettlement } from './settlement.tsx'

type Row = AnswerOf<'GET /operator/v1/statements'>['items'][number]

const keyOf = ({ statementId }: Row): string => statementId

/** When this partner is settled, and its statements, newest first. */
export const PartnerStatements = () => {
  const t = useTexts(PARTNERS)
  const { partnerId } = usePartner()
  const list = useList('GET /operator/v1/statements', { query: { partnerId } }, { keyOf })
  return (
    <div className="stack">
      <PartnerSettlement partnerId={partnerId} />
      <DataTable
        caption={t('statements')}
        list={list}
        columns={useColumns()}
        keyOf={keyOf}
        empty={<Empty why={t('noStatements')} />}
      />
    </div>
  )
}

const useColumns = (): readonly Column<Row>[] => {
  const t = useTexts(PARTNERS)
  return [
    {
      id: 'number',
      head: t('number'),
      width: '11rem',
      phone: 'what',
      cell: ({ statementId, number, to }) => (
        <Link className="row" to="/statements/$statementId" params={{ statementId }}>
          {number === null ? (
            <Day date={to} shows="short" />
          ) : (
            <bdi className="ref" dir="ltr">
              {number}
            </bdi>
          )}
        </Link>
      ),
    },
    {
      id: 'period',
      head: t('period'),
      phone: 'when',
      cell: ({ from, to }) => (
        <>
          <Day date={from} shows="short" /> – <Day date={to} shows="short" />
        </>
      ),
    },
    {
      id: 'status',
      head: t('status'),
      width: '9rem',
      phone: 'state',
      cell: ({ status }) => <State of="statement" status={status} />,
    },
    {
      id: 'net',
      head: t('net'),
      width: '10rem',
      isNum: true,
      phone: 'much',
      cell: ({ net }) => (net === null ? '—' : <Amount dinars={net} currency={false} />),
    },
  ]
}
