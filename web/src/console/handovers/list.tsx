import type { Handover } from '@wasl/protocol'
import { Amount } from '../../shared/amount.tsx'
import type { Column } from '../../shared/column.ts'
import { DataTable } from '../../shared/data-table.tsx'
import { FilterBar } from '../../shared/filter-bar.tsx'
import { Moment } from '../../shared/moment.tsx'
import { Page } from '../../shared/page.tsx'
import { useFilters } from '../../shared/search-params.ts'
import { Empty } from '../../shared/states.tsx'
import { useTexts } from '../../shared/texts.ts'
import { useList } from '../../shared/use-list.ts'
import { MONEY } from '../money/money.texts.ts'
import { useChannels } from '../money/partners.ts'
import { State, useStates } from '../money/state.tsx'
import { Who } from '../money/who.tsx'
import { HANDOVERS } from './texts.ts'

const STATUSES = ['offered', 'disputed', 'received', 'declined', 'cancelled'] as const

const keyOf = ({ handoverId }: Handover): string => handoverId

/** Cash between two people: what the giver said, what the receiver counted, and the difference. */
export const HandoversPage = () => {
  const t = useTexts(HANDOVERS)
  const m = useTexts(MONEY)
  const { filters, set, clear } = useFilters()
  const all = { value: '', label: m('all') }
  const states = useStates('handover', STATUSES)
  const channels = useChannels()
  const list = useList('GET /operator/v1/handovers', { query: filters }, { keyOf })
  return (
    <Page title={t('title')} permission="cash.view">
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

const figure = (dinars: number | null) =>
  dinars === null ? '—' : <Amount dinars={dinars} currency={false} />

const useColumns = (): readonly Column<Handover>[] => {
  const t = useTexts(HANDOVERS)
  const m = useTexts(MONEY)
  return [
    { id: 'from', head: t('from'), phone: 'what', cell: ({ from }) => <Who id={from} /> },
    { id: 'to', head: t('to'), phone: 'who', cell: ({ to }) => <Who id={to} /> },
    {
      id: 'offered',
      head: t('offered'),
      phone: 'when',
      cell: ({ offeredAt }) => <Moment at={offeredAt} shows="short" />,
    },
    {
      id: 'status',
      head: m('status'),
      phone: 'state',
      cell: ({ status, reason }) => (
        <>
          <State of="handover" status={status} />{' '}
          {reason !== null && (
            <small>
              <bdi>{reason}</bdi>
            </small>
          )}
        </>
      ),
    },
    { id: 'said', head: t('said'), isNum: true, cell: ({ amount }) => figure(amount) },
    {
      id: 'counted',
      head: t('counted'),
      isNum: true,
      phone: 'much',
      cell: ({ counted }) => figure(counted),
    },
    { id: 'difference', head: t('difference'), isNum: true, cell: (row) => figure(row.difference) },
  ]
}
