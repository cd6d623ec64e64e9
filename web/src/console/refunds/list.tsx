import type { RefundRecord } from '@wasl/protocol'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { on } from '../../api/call.ts'
import { Amount } from '../../shared/amount.tsx'
import type { Column } from '../../shared/column.ts'
import { ShownOnce } from '../../shared/copy-button.tsx'
import { DataTable } from '../../shared/data-table.tsx'
import { FilterBar } from '../../shared/filter-bar.tsx'
import { Moment } from '../../shared/moment.tsx'
import { Reference } from '../../shared/outside-text.tsx'
import { Page } from '../../shared/page.tsx'
import { useFilters } from '../../shared/search-params.ts'
import { useMe } from '../../shared/session.ts'
import { Empty } from '../../shared/states.tsx'
import { useTexts } from '../../shared/texts.ts'
import { useList } from '../../shared/use-list.ts'
import { Act } from '../money/act.tsx'
import { MONEY } from '../money/money.texts.ts'
import { usePartners } from '../money/partners.ts'
import { State, useStates } from '../money/state.tsx'
import { Who } from '../money/who.tsx'
import { REFUNDS } from './texts.ts'

const STATUSES = ['requested', 'made', 'paid', 'declined', 'expired'] as const

const keyOf = ({ refundId }: RefundRecord): string => refundId

/** Refunds; those above the threshold wait for a second person. */
export const RefundsPage = () => {
  const t = useTexts(REFUNDS)
  const m = useTexts(MONEY)
  const { filters, set, clear } = useFilters()
  const [code, setCode] = useState<string | null>(null)
  const all = { value: '', label: m('all') }
  const states = useStates('refund', STATUSES)
  const partners = usePartners()
  const list = useList('GET /operator/v1/refunds', { query: filters }, { keyOf })
  return (
    <Page title={t('title')} permission="payments.view">
      {code !== null && (
        <div className="notice done refund-code" role="status">
          <div>
            <ShownOnce name={t('code')} value={code} />
            <p>{t('codeSays')}</p>
          </div>
        </div>
      )}
      <FilterBar
        filters={[
          { name: 'status', label: m('status'), kind: 'choice', options: [all, ...states] },
          { name: 'partnerId', label: m('partner'), kind: 'choice', options: [all, ...partners] },
        ]}
        values={filters}
        onChange={set}
        onClear={clear}
      />
      <DataTable
        caption={t('title')}
        list={list}
        columns={useColumns(setCode)}
        keyOf={keyOf}
        empty={<Empty why={t('none')} />}
      />
    </Page>
  )
}

const useColumns = (onCode: (code: string | null) => void): readonly Column<RefundRecord>[] => {
  const t = useTexts(REFUNDS)
  const m = useTexts(MONEY)
  return [
    {
      id: 'payment',
      head: t('payment'),
      phone: 'what',
      cell: ({ paymentId, reference }) => (
        <Link className="row" to={`/payments/${paymentId}`}>
          <Reference>{reference}</Reference>
        </Link>
      ),
    },
    {
      id: 'partner',
      head: m('partner'),
      phone: 'who',
      cell: ({ partnerId }) => <Who id={partnerId} />,
    },
    {
      id: 'asked',
      head: t('asked'),
      phone: 'when',
      cell: ({ requestedAt, requestedBy }) => (
        <>
          <Moment at={requestedAt} shows="short" />{' '}
          <small>{m.rich('madeByWhom', { name: <bdi>{requestedBy}</bdi> })}</small>
        </>
      ),
    },
    {
      id: 'reason',
      head: m('reason'),
      cell: ({ reason }) => <bdi>{reason}</bdi>,
    },
    {
      id: 'amount',
      head: m('amountDinars'),
      isNum: true,
      phone: 'much',
      cell: ({ amount }) => <Amount dinars={amount} currency={false} />,
    },
    {
      id: 'act',
      head: m('status'),
      phone: 'state',
      width: '15rem',
      cell: (refund) =>
        refund.status === 'requested' ? (
          <Decide refund={refund} onCode={onCode} />
        ) : (
          <State of="refund" status={refund.status} />
        ),
    },
  ]
}

type DecideProps = { refund: RefundRecord; onCode: (code: string | null) => void }

const Decide = ({ refund: { refundId, amount, requestedBy }, onCode }: DecideProps) => {
  const t = useTexts(REFUNDS)
  const m = useTexts(MONEY)
  const me = useMe()
  const params = { refundId }
  const isOwn = requestedBy === me.name
  if (isOwn) return <small>{m('ownWork')}</small>
  return (
    <span className="row-acts">
      <Act
        label={m('approve')}
        title={t('approveTitle')}
        says={<p>{t.rich('approveSays', { amount: <Amount dinars={amount} /> })}</p>}
        permission="payments.refund"
        run={async () => {
          const made = await on('POST /operator/v1/refunds/{refundId}/approve')({ params })
          onCode(made.code)
        }}
      />
      <Act
        label={m('decline')}
        title={t('declineTitle')}
        says={<p>{t('declineSays')}</p>}
        look="stop"
        permission="payments.refund"
        run={() => on('POST /operator/v1/refunds/{refundId}/decline')({ params })}
      />
    </span>
  )
}
