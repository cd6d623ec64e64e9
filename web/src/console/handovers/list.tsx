import type { Handover } from '@wasl/protocol'
import { Amount } from '../../money/amount.tsx'
import type { Column } from '../../lists/column.ts'
import { FilteredList } from '../../lists/filtered-list.tsx'
import { Moment } from '../../time/moment.tsx'
import { useTexts } from '../../texts/texts.ts'
import { useByChannel, useByState } from '../money/filters.ts'
import { MONEY } from '../money/money.texts.ts'
import { State } from '../money/state.tsx'
import { Who } from '../money/who.tsx'
import { HANDOVERS } from './texts.ts'

const STATUSES = ['offered', 'disputed', 'received', 'declined', 'cancelled'] as const

const keyOf = ({ handoverId }: Handover): string => handoverId

/** Cash between two people: what the giver said, what the receiver counted, and the difference. */
export const HandoversPage = () => {
  const t = useTexts(HANDOVERS)
  return (
    <FilteredList
      title={t('title')}
      permission="cash.view"
      filters={[useByState('handover', STATUSES), useByChannel()]}
      route="GET /operator/v1/handovers"
      keyOf={keyOf}
      columns={useColumns()}
      none={t('none')}
    />
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
