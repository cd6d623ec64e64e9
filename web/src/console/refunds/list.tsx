import type { RefundRecord } from '@wasl/protocol'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { on } from '../../api/call.ts'
import { Amount } from '../../money/amount.tsx'
import type { Column } from '../../lists/column.ts'
import { ShownOnce } from '../../components/copy-button.tsx'
import { FilteredList } from '../../lists/filtered-list.tsx'
import { Moment } from '../../time/moment.tsx'
import { Reference } from '../../problems/outside-text.tsx'
import { useMe } from '../../session/session.ts'
import { useTexts } from '../../texts/texts.ts'
import { Act } from '../money/act.tsx'
import { useByPartner, useByState } from '../money/filters.ts'
import { MONEY } from '../money/money.texts.ts'
import { State } from '../money/state.tsx'
import { Who } from '../money/who.tsx'
import { REFUNDS } from './texts.ts'

const STATUSES = ['requested', 'made', 'paid', 'declined', 'expired'] as const

const keyOf = ({ refundId }: RefundRecord): string => refundId

/** Refunds; those above the threshold wait for a second person. */
export const RefundsPage = () => {
  const t = useTexts(REFUNDS)
  const [code, setCode] = useState<string | null>(null)
  return (
    <FilteredList
      title={t('title')}
      permission="payments.view"
      notice={code !== null && <Code code={code} />}
      filters={[useByState('refund', STATUSES), useByPartner()]}
      route="GET /operator/v1/refunds"
      keyOf={keyOf}
      columns={useColumns(setCode)}
      none={t('none')}
    />
  )
}

/** The payer's code, shown this once. */
const Code = ({ code }: { code: string }) => {
  const t = useTexts(REFUNDS)
  return (
    <div className="notice done refund-code" role="status">
      <div>
        <ShownOnce name={t('code')} value={code} />
        <p>{t('codeSays')}</p>
      </div>
    </div>
  )
}

const useColumns = (onCode: (code: string | null) => void): readonly Column<RefundRecord>[] => {
  const t = useTexts(REFUNDS)
  const m = useTexts(MONEY)
  return [
    {
      id: 'payment',
      width: '11rem',
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
      width: '10rem',
      head: m('partner'),
      phone: 'who',
      cell: ({ partnerId }) => <Who id={partnerId} />,
    },
    {
      id: 'asked',
      width: '9rem',
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
      width: '7.5rem',
      head: m('amountDinars'),
      isNum: true,
      phone: 'much',
      cell: ({ amount }) => <Amount dinars={amount} currency={false} />,
    },
    {
      id: 'act',
      head: m('status'),
      phone: 'state',
      width: '13.5rem',
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
        permission="refunds.approve"
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
