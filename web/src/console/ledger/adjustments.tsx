import { KINDS } from '@wasl/protocol/ledger-words'
import type { Adjustment } from '@wasl/protocol'
import { on } from '../../api/call.ts'
import { Amount } from '../../money/amount.tsx'
import type { Column } from '../../lists/column.ts'
import { DataTable } from '../../lists/data-table.tsx'
import { Moment } from '../../time/moment.tsx'
import { Page, Tabs } from '../../components/page.tsx'
import { useMe } from '../../session/session.ts'
import { Empty } from '../../components/states.tsx'
import { useTexts } from '../../texts/texts.ts'
import { useList } from '../../lists/use-list.ts'
import { Act } from '../money/act.tsx'
import { MONEY } from '../money/money.texts.ts'
import { State } from '../money/state.tsx'
import { Who } from '../money/who.tsx'
import { ProposeAdjustment } from './propose.tsx'
import { LEDGER } from './texts.ts'
import { useLedgerTabs } from './trial.tsx'

const keyOf = ({ adjustmentId }: Adjustment): string => adjustmentId

/** Transfers by hand, each made by two people. */
export const AdjustmentsPage = () => {
  const t = useTexts(LEDGER)
  const list = useList('GET /operator/v1/ledger/adjustments', {}, { keyOf })
  return (
    <Page title={t('adjustments')} permission="statements.view" actions={<ProposeAdjustment />}>
      <Tabs tabs={useLedgerTabs()} />
      <DataTable
        caption={t('adjustments')}
        list={list}
        columns={useColumns()}
        keyOf={keyOf}
        empty={<Empty why={t('noAdjustment')} />}
      />
    </Page>
  )
}

const Account = ({ side: { kind, owner } }: { side: Adjustment['debit'] }) => {
  const k = useTexts(KINDS)
  return (
    <>
      {k(kind)}{' '}
      <small>
        <Who id={owner} />
      </small>
    </>
  )
}

const useColumns = (): readonly Column<Adjustment>[] => {
  const t = useTexts(LEDGER)
  const m = useTexts(MONEY)
  return [
    { id: 'reason', head: m('reason'), phone: 'what', cell: ({ reason }) => <bdi>{reason}</bdi> },
    { id: 'debit', head: t('debit'), width: '9rem', cell: ({ debit }) => <Account side={debit} /> },
    {
      id: 'credit',
      head: t('credit'),
      width: '9rem',
      cell: ({ credit }) => <Account side={credit} />,
    },
    {
      id: 'made',
      width: '9.5rem',
      head: m('madeBy'),
      phone: 'when',
      cell: ({ madeAt, madeBy }) => (
        <>
          <bdi>{madeBy}</bdi>{' '}
          <small>
            <Moment at={madeAt} shows="short" />
          </small>
        </>
      ),
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
      id: 'state',
      head: m('status'),
      phone: 'state',
      width: '13.5rem',
      cell: (adjustment) =>
        adjustment.status === 'proposed' ? (
          <Decide adjustment={adjustment} />
        ) : (
          <State of="proposal" status={adjustment.status} />
        ),
    },
  ]
}

const Decide = ({ adjustment: { adjustmentId, madeBy, amount } }: { adjustment: Adjustment }) => {
  const t = useTexts(LEDGER)
  const m = useTexts(MONEY)
  const me = useMe()
  const params = { adjustmentId }
  if (madeBy === me.name) return <small>{m('ownWork')}</small>
  return (
    <span className="row-acts">
      <Act
        label={m('approve')}
        title={t('approveTitle')}
        says={<p>{t.rich('approveSays', { amount: <Amount dinars={amount} /> })}</p>}
        permission="statements.approve"
        run={() => on('POST /operator/v1/ledger/adjustments/{adjustmentId}/approve')({ params })}
      />
      <Act
        label={m('decline')}
        title={t('declineTitle')}
        look="stop"
        permission="statements.approve"
        run={() => on('POST /operator/v1/ledger/adjustments/{adjustmentId}/decline')({ params })}
      />
    </span>
  )
}
