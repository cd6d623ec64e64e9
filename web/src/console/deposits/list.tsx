import type { Deposit } from '@wasl/protocol'
import { addressOf } from '../../api/call.ts'
import { Amount } from '../../shared/amount.tsx'
import type { Column } from '../../shared/column.ts'
import { DataTable } from '../../shared/data-table.tsx'
import { FilterBar } from '../../shared/filter-bar.tsx'
import { Moment } from '../../shared/moment.tsx'
import { Page, Tabs } from '../../shared/page.tsx'
import { useFilters } from '../../shared/search-params.ts'
import { Empty } from '../../shared/states.tsx'
import { useTexts } from '../../shared/texts.ts'
import { useList } from '../../shared/use-list.ts'
import { MONEY } from '../money/money.texts.ts'
import { useChannels } from '../money/partners.ts'
import { State, useStates } from '../money/state.tsx'
import { Who } from '../money/who.tsx'
import { DepositSteps } from './steps.tsx'
import { DEPOSITS } from './texts.ts'

const STATUSES = ['bagged', 'deposited', 'disputed', 'banked'] as const

const keyOf = ({ depositId }: Deposit): string => depositId

export const useDepositTabs = () => {
  const t = useTexts(DEPOSITS)
  return [
    { to: '/deposits', label: t('bags') },
    { to: '/deposits/remittances', label: t('remittances') },
  ]
}

/** Bags of cash on their way to the bank, and what the bank credited. */
export const DepositsPage = () => {
  const t = useTexts(DEPOSITS)
  const m = useTexts(MONEY)
  const { filters, set, clear } = useFilters()
  const all = { value: '', label: m('all') }
  const states = useStates('deposit', STATUSES)
  const channels = useChannels()
  const list = useList('GET /operator/v1/deposits', { query: filters }, { keyOf })
  return (
    <Page title={t('title')} permission="cash.view">
      <Tabs tabs={useDepositTabs()} />
      <FilterBar
        filters={[
          { name: 'status', label: m('status'), kind: 'choice', options: [all, ...states] },
          { name: 'channelId', label: m('channel'), kind: 'choice', options: [all, ...channels] },
        ]}
        values={filters}
        onChange={set}
        onClear={clear}
      />
      <DataTable
        caption={t('title')}
        list={list}
        columns={useColumns()}
        keyOf={keyOf}
        empty={<Empty why={t('none')} />}
      />
    </Page>
  )
}

const useColumns = (): readonly Column<Deposit>[] => {
  const t = useTexts(DEPOSITS)
  const m = useTexts(MONEY)
  return [
    { id: 'from', head: t('from'), phone: 'what', cell: ({ from }) => <Who id={from} /> },
    {
      id: 'paper',
      head: t('slip'),
      phone: 'who',
      cell: (deposit) => <Paper deposit={deposit} />,
    },
    {
      id: 'bagged',
      head: t('bagged'),
      phone: 'when',
      cell: ({ baggedAt }) => <Moment at={baggedAt} shows="short" />,
    },
    {
      id: 'status',
      head: m('status'),
      phone: 'state',
      cell: ({ status }) => <State of="deposit" status={status} />,
    },
    {
      id: 'amount',
      head: m('amountDinars'),
      isNum: true,
      phone: 'much',
      cell: ({ amount }) => <Amount dinars={amount} currency={false} />,
    },
    {
      id: 'banked',
      head: t('banked'),
      isNum: true,
      cell: ({ banked }) => (banked === null ? '—' : <Amount dinars={banked} currency={false} />),
    },
    {
      id: 'act',
      head: t('act'),
      phone: 'more',
      width: '15rem',
      cell: (deposit) => <DepositSteps deposit={deposit} />,
    },
  ]
}

/** The number of the slip, or of the bag before it is at the bank; the picture is one step away. */
const Paper = ({ deposit: { depositId, slip, bag, hasPicture } }: { deposit: Deposit }) => {
  const t = useTexts(DEPOSITS)
  const picture = addressOf('GET /operator/v1/deposits/{depositId}/picture')
  return (
    <>
      <bdi className="ref">{slip ?? bag ?? '—'}</bdi>{' '}
      {hasPicture && (
        <a className="link sm" href={picture({ params: { depositId } })} target="_blank">
          {t('picture')}
        </a>
      )}
    </>
  )
}
