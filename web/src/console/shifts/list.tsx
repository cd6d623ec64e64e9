import type { ShiftRecord } from '@wasl/protocol'
import { Link } from '@tanstack/react-router'
import { Amount } from '../../money/amount.tsx'
import type { Column } from '../../lists/column.ts'
import { FilteredList } from '../../lists/filtered-list.tsx'
import { Moment } from '../../time/moment.tsx'
import { useTexts } from '../../texts/texts.ts'
import { useByChannel, useByState } from '../money/filters.ts'
import { MONEY } from '../money/money.texts.ts'
import { State } from '../money/state.tsx'
import { Who } from '../money/who.tsx'
import { SHIFTS } from './texts.ts'

const STATUSES = ['open', 'counting', 'counted', 'reviewed', 'closed'] as const

const keyOf = ({ shiftId }: ShiftRecord): string => shiftId

export const useShiftTabs = () => {
  const t = useTexts(SHIFTS)
  return [
    { to: '/shifts', label: t('title') },
    { to: '/shifts/differences', label: t('differences') },
    { to: '/shifts/floats', label: t('floats') },
  ]
}

/** The shifts of all channels, the newest first. */
export const ShiftsPage = () => {
  const t = useTexts(SHIFTS)
  return (
    <FilteredList
      title={t('title')}
      permission="cash.view"
      tabs={useShiftTabs()}
      filters={[useByState('shift', STATUSES), useByChannel()]}
      route="GET /operator/v1/shifts"
      keyOf={keyOf}
      columns={useColumns()}
      none={t('none')}
    />
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
