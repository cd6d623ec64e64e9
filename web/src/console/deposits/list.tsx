import type { Deposit } from '@wasl/protocol'
import { addressOf } from '../../api/call.ts'
import { Amount } from '../../money/amount.tsx'
import type { Column } from '../../lists/column.ts'
import { FilteredList } from '../../lists/filtered-list.tsx'
import { Moment } from '../../time/moment.tsx'
import { useTexts } from '../../texts/texts.ts'
import {
  askedInDinars,
  useByAgent,
  useByChannel,
  useByDayAndAmount,
  useByState,
} from '../money/filters.ts'
import { MONEY } from '../money/money.texts.ts'
import { State } from '../money/state.tsx'
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
  return (
    <FilteredList
      title={t('title')}
      permission="cash.view"
      tabs={useDepositTabs()}
      filters={[
        useByState('deposit', STATUSES),
        useByChannel(),
        useByAgent(),
        ...useByDayAndAmount(),
      ]}
      asked={askedInDinars}
      route="GET /operator/v1/deposits"
      keyOf={keyOf}
      totalOf={({ amount }) => amount}
      exports={{ route: 'GET /operator/v1/deposits/export', name: 'deposits' }}
      columns={useColumns()}
      none={t('none')}
    />
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
