import type { Remittance } from '@wasl/protocol'
import { on } from '../../api/call.ts'
import { Amount } from '../../money/amount.tsx'
import type { Column } from '../../lists/column.ts'
import { FilteredList } from '../../lists/filtered-list.tsx'
import { Moment } from '../../time/moment.tsx'
import { useTexts } from '../../texts/texts.ts'
import { useByState } from '../money/filters.ts'
import { MONEY } from '../money/money.texts.ts'
import { State } from '../money/state.tsx'
import { Who } from '../money/who.tsx'
import { useDepositTabs } from './list.tsx'
import { Credited } from './steps.tsx'
import { DEPOSITS } from './texts.ts'

const STATUSES = ['announced', 'confirmed', 'cancelled'] as const

const keyOf = ({ remittanceId }: Remittance): string => remittanceId

/** Bank transfers with which channels pay what they took. */
export const RemittancesPage = () => {
  const t = useTexts(DEPOSITS)
  return (
    <FilteredList
      title={t('remittances')}
      permission="cash.view"
      tabs={useDepositTabs()}
      filters={[useByState('remittance', STATUSES)]}
      route="GET /operator/v1/remittances"
      keyOf={keyOf}
      columns={useColumns()}
      none={t('noRemittance')}
    />
  )
}

const useColumns = (): readonly Column<Remittance>[] => {
  const t = useTexts(DEPOSITS)
  const m = useTexts(MONEY)
  const money = (dinars: number | null) =>
    dinars === null ? '—' : <Amount dinars={dinars} currency={false} />
  return [
    {
      id: 'channel',
      head: m('channel'),
      phone: 'what',
      cell: ({ channelId }) => <Who id={channelId} />,
    },
    {
      id: 'reference',
      head: t('reference'),
      phone: 'who',
      cell: ({ reference }) => <bdi className="ref">{reference}</bdi>,
    },
    {
      id: 'announced',
      head: t('announced'),
      phone: 'when',
      cell: ({ announcedAt }) => <Moment at={announcedAt} shows="short" />,
    },
    {
      id: 'status',
      head: m('status'),
      phone: 'state',
      cell: ({ status }) => <State of="remittance" status={status} />,
    },
    {
      id: 'amount',
      head: m('amountDinars'),
      isNum: true,
      phone: 'much',
      cell: ({ amount }) => money(amount),
    },
    { id: 'netted', head: t('netted'), isNum: true, cell: ({ netted }) => money(netted) },
    { id: 'banked', head: t('banked'), isNum: true, cell: ({ banked }) => money(banked) },
    {
      id: 'act',
      head: t('act'),
      phone: 'more',
      cell: ({ remittanceId, status, amount }) =>
        status === 'announced' && (
          <Credited
            amount={amount}
            act={(credited) =>
              on('POST /operator/v1/remittances/{remittanceId}/bank')({
                params: { remittanceId },
                body: { amount: credited },
              })
            }
          />
        ),
    },
  ]
}
