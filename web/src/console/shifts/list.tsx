import type { ShiftRecord } from '@wasl/protocol'
import { Link } from '@tanstack/react-router'
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
import { SHIFTS } from './texts.ts'

const STATUSES = ['open', 'counting', 'counted', 'reviewed', 'closed'] as const

const keyOf = ({ shiftId }: ShiftRecord): string => shiftId

export const useShiftTabs = () => {
  const t = useTexts(SHIFTS)
  return [
    { to: '/shifts', label: t('title') },
    { to: '/shifts/differences', label: t('differences') },
  ]
}

/** The shifts of all channels, the newest first. */
export const ShiftsPage = () => {
  const t = useTexts(SHIFTS)
  const m = useTexts(MONEY)
  const { filters, set, clear } = useFilters()
  const all = { value: '', label: m('all') }
  const states = useStates('shift', STATUSES)
  const channels = useChannels()
  const list = useList('GET /operator/v1/shifts', { query: filters }, { keyOf })
  return (
    <Page title={t('title')} permission="cash.view">
      <Tabs tabs={useShiftTabs()} />
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

const useColumns = (): readonly Column<ShiftRecord>[] => {
  const t = useTexts(SHIFTS)
  const m = useTexts(MONEY)
  return [
    {
      id: 'agent',
      head: t('agent'),
      phone: 'what',
      cell: ({ shiftId, agentId }) => (
        <Link className="row" to={`/shifts/${shiftId}`}>
          <Who id={agentId} />
        </Link>
      ),
    },
    {
      id: 'channel',
      head: m('channel'),
      phone: 'who',
      cell: ({ channelId }) => <Who id={channelId} />,
    },
    {
      id: 'opened',
      head: t('opened'),
      phone: 'when',
      cell: ({ openedAt }) => <Moment at={openedAt} shows="short" />,
    },
    {
      id: 'status',
      head: m('status'),
      phone: 'state',
      cell: ({ status }) => <State of="shift" status={status} />,
    },
    {
      id: 'counted',
      head: t('counted'),
      isNum: true,
      cell: ({ count }) =>
        count === null ? '—' : <Amount dinars={count.counted} currency={false} />,
    },
    {
      id: 'difference',
      head: t('difference'),
      isNum: true,
      phone: 'much',
      cell: ({ count }) =>
        count === null ? '—' : <Amount dinars={count.difference} currency={false} />,
    },
  ]
}
