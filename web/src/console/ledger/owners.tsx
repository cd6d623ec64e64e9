import '../money/money.css'
import { KINDS } from '@wasl/protocol/ledger-words'
import type { AccountKind, LedgerBalance } from '@wasl/protocol'
import { Link } from '@tanstack/react-router'
import { Amount } from '../../money/amount.tsx'
import type { Column } from '../../lists/column.ts'
import { DataTable } from '../../lists/data-table.tsx'
import { FilterBar } from '../../lists/filter-bar.tsx'
import { Page } from '../../components/page.tsx'
import { useFilters } from '../../lists/search-params.ts'
import { Empty } from '../../components/states.tsx'
import { useTexts } from '../../texts/texts.ts'
import { useList } from '../../lists/use-list.ts'
import { useParam } from '../money/use-param.ts'
import { Who } from '../money/who.tsx'
import { LEDGER } from './texts.ts'

const keyOf = ({ kind, owner }: LedgerBalance): string => `${kind} ${owner}`

export const kindOf = (text: string): AccountKind =>
  Object.keys(KINDS).find((one): one is AccountKind => one === text) ?? 'cash'

/** The accounts of one kind, each with its owner. */
export const OwnersPage = () => {
  const t = useTexts(LEDGER)
  const k = useTexts(KINDS)
  const kind = kindOf(useParam('kind'))
  const { filters, set, clear } = useFilters()
  const list = useList(
    'GET /operator/v1/ledger/balances',
    { query: { ...filters, kind } },
    { keyOf },
  )
  const money = (dinars: number) => <Amount dinars={dinars} currency={false} />
  const columns: readonly Column<LedgerBalance>[] = [
    {
      id: 'owner',
      head: t('owner'),
      phone: 'what',
      cell: ({ owner }) => (
        <Link className="row" to={`/ledger/${kind}/${owner}`}>
          <Who id={owner} />
        </Link>
      ),
    },
    { id: 'debits', head: t('debits'), isNum: true, cell: ({ debits }) => money(debits) },
    { id: 'credits', head: t('credits'), isNum: true, cell: ({ credits }) => money(credits) },
    {
      id: 'balance',
      head: t('balance'),
      isNum: true,
      phone: 'much',
      cell: ({ balance }) => money(balance),
    },
  ]
  return (
    <Page title={k(kind)} up={{ to: '/ledger', label: t('title') }} permission="statements.view">
      <FilterBar
        filters={[{ name: 'at', label: t('at'), kind: 'day' }]}
        values={filters}
        onChange={set}
        onClear={clear}
      />
      <div className="books">
        <DataTable
          caption={k(kind)}
          list={list}
          columns={columns}
          keyOf={keyOf}
          empty={<Empty why={t('none')} />}
        />
      </div>
    </Page>
  )
}
