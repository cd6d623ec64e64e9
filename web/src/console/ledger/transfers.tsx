import { KINDS } from '@wasl/protocol/ledger-words'
import type { LedgerTransfer } from '@wasl/protocol'
import { Link } from '@tanstack/react-router'
import { Amount } from '../../money/amount.tsx'
import type { Column } from '../../lists/column.ts'
import { DataTable } from '../../lists/data-table.tsx'
import { FilterBar } from '../../lists/filter-bar.tsx'
import { Moment } from '../../time/moment.tsx'
import { Page } from '../../components/page.tsx'
import { useFilters } from '../../lists/search-params.ts'
import { Empty } from '../../components/states.tsx'
import { useTexts } from '../../texts/texts.ts'
import { useList } from '../../lists/use-list.ts'
import { useCodeName } from '../money/codes.ts'
import { MONEY } from '../money/money.texts.ts'
import { useParam } from '../money/use-param.ts'
import { useName, Who } from '../money/who.tsx'
import { kindOf } from './owners.tsx'
import { Cause } from './cause.tsx'
import { LEDGER } from './texts.ts'

const keyOf = ({ source, code, line, partnerId }: LedgerTransfer): string =>
  [source, code, line, partnerId].join(' ')

/** The transfers of one account, the newest first. Each leads to what caused it. */
export const TransfersPage = () => {
  const t = useTexts(LEDGER)
  const m = useTexts(MONEY)
  const k = useTexts(KINDS)
  const kind = kindOf(useParam('kind'))
  const owner = useParam('owner')
  const name = useName(owner)
  const { filters, set, clear } = useFilters()
  const query = { ...filters, kind, owner }
  const list = useList('GET /operator/v1/ledger/transfers', { query }, { keyOf })
  return (
    <Page
      title={`${k(kind)} · ${name}`}
      heading={
        <>
          {k(kind)} · <Who id={owner} />
        </>
      }
      up={{ to: `/ledger/${kind}`, label: k(kind) }}
      permission="statements.view"
    >
      <FilterBar
        filters={[
          { name: 'from', label: m('from'), kind: 'day' },
          { name: 'to', label: m('to'), kind: 'day' },
        ]}
        values={filters}
        onChange={set}
        onClear={clear}
      />
      <DataTable
        caption={t('transfers')}
        list={list}
        columns={useColumns()}
        keyOf={keyOf}
        empty={<Empty why={t('noTransfer')} />}
      />
    </Page>
  )
}

/** Every transfer that one payment, handover, statement … wrote. */
export const SourcePage = () => {
  const t = useTexts(LEDGER)
  const source = useParam('source')
  const list = useList('GET /operator/v1/ledger/transfers', { query: { source } }, { keyOf })
  return (
    <Page
      title={t('sourceTitle')}
      up={{ to: '/ledger', label: t('title') }}
      permission="statements.view"
    >
      <DataTable
        caption={t('transfers')}
        list={list}
        columns={useColumns()}
        keyOf={keyOf}
        empty={<Empty why={t('noTransfer')} />}
      />
    </Page>
  )
}

type Side = LedgerTransfer['debit']

const Account = ({ side: { kind, owner } }: { side: Side }) => {
  const k = useTexts(KINDS)
  return (
    <>
      <Link to={`/ledger/${kind}/${owner}`}>{k(kind)}</Link>{' '}
      <small>
        <Who id={owner} />
      </small>
    </>
  )
}

const useColumns = (): readonly Column<LedgerTransfer>[] => {
  const t = useTexts(LEDGER)
  const m = useTexts(MONEY)
  const codeName = useCodeName()
  return [
    {
      id: 'when',
      head: t('when'),
      width: '9rem',
      phone: 'when',
      cell: ({ at }) => <Moment at={at} shows="short" />,
    },
    { id: 'what', head: t('what'), phone: 'what', cell: ({ code }) => codeName(code) },
    { id: 'debit', head: t('debit'), cell: ({ debit }) => <Account side={debit} /> },
    { id: 'credit', head: t('credit'), cell: ({ credit }) => <Account side={credit} /> },
    {
      id: 'amount',
      head: m('amountDinars'),
      isNum: true,
      width: '9rem',
      phone: 'much',
      cell: ({ amount }) => <Amount dinars={amount} currency={false} />,
    },
    {
      id: 'cause',
      head: t('cause'),
      width: '9rem',
      phone: 'who',
      cell: (transfer) => <Cause transfer={transfer} />,
    },
  ]
}
