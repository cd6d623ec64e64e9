import type { Payout } from '@wasl/protocol'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { addressOf, on } from '../../api/call.ts'
import { ActDialog } from '../../components/act-dialog.tsx'
import { ActionButton } from '../../components/action-button.tsx'
import { Amount } from '../../money/amount.tsx'
import { useApiForm } from '../../components/api-form.tsx'
import type { Column } from '../../lists/column.ts'
import { FilteredList } from '../../lists/filtered-list.tsx'
import { Moment } from '../../time/moment.tsx'
import { queries } from '../../session/queries.ts'
import { useTexts } from '../../texts/texts.ts'
import { useList } from '../../lists/use-list.ts'
import { useByPartner, useByState } from '../money/filters.ts'
import { MONEY } from '../money/money.texts.ts'
import { State } from '../money/state.tsx'
import { Who } from '../money/who.tsx'
import { PayoutActs } from './acts.tsx'
import { PAYOUTS } from './texts.ts'

const STATUSES = ['proposed', 'approved', 'instructed', 'paid', 'returned', 'declined'] as const

const keyOf = ({ payoutId }: Payout): string => payoutId

/** The bank transfers that pay statements. */
export const PayoutsPage = () => {
  const t = useTexts(PAYOUTS)
  return (
    <FilteredList
      title={t('title')}
      permission="statements.view"
      actions={<InstructAll />}
      filters={[useByState('payout', STATUSES), useByPartner()]}
      route="GET /operator/v1/payouts"
      keyOf={keyOf}
      columns={useColumns()}
      none={t('none')}
      choose={{
        nameOf: ({ statementNumber }) => statementNumber,
        sumOf: ({ amount }) => amount,
        acts: (chosen) => <PayoutActs chosen={chosen} />,
      }}
    />
  )
}

const useColumns = (): readonly Column<Payout>[] => {
  const t = useTexts(PAYOUTS)
  const m = useTexts(MONEY)
  return [
    {
      id: 'whose',
      head: t('whose'),
      phone: 'what',
      cell: ({ payoutId, partnerId, channelId }) => (
        <Link className="row" to={`/payouts/${payoutId}`}>
          <Who id={partnerId ?? channelId ?? ''} />
        </Link>
      ),
    },
    {
      id: 'statement',
      head: t('statement'),
      phone: 'who',
      cell: ({ statementId, statementNumber }) => (
        <Link to={`/statements/${statementId}`}>
          <bdi className="ref">{statementNumber}</bdi>
        </Link>
      ),
    },
    {
      id: 'made',
      head: t('made'),
      phone: 'when',
      cell: ({ madeAt, madeBy }) => (
        <>
          <Moment at={madeAt} shows="short" />{' '}
          <small>{m.rich('madeByWhom', { name: <bdi>{madeBy}</bdi> })}</small>
        </>
      ),
    },
    {
      id: 'status',
      head: m('status'),
      phone: 'state',
      cell: ({ status }) => <State of="payout" status={status} />,
    },
    {
      id: 'amount',
      head: m('amountDinars'),
      isNum: true,
      phone: 'much',
      cell: ({ amount }) => <Amount dinars={amount} currency={false} />,
    },
  ]
}

const APPROVED = { query: { status: 'approved' } } as const

const totalOf = (payouts: readonly Payout[]): number =>
  payouts.reduce((sum, { amount }) => sum + Math.round(amount * 100), 0) / 100

/** All approved payouts into one file. An answer that is lost is no harm: they are in their batch. */
const InstructAll = () => {
  const t = useTexts(PAYOUTS)
  const { rows } = useList('GET /operator/v1/payouts', APPROVED, { keyOf })
  const form = useApiForm({})
  const [isAsking, setAsking] = useState(false)
  const [batchId, setBatch] = useState<string | null>(null)
  const instruct = async (): Promise<void> => {
    let batch: string | null = null
    for (const { payoutId } of rows) {
      const answer: Payout = await on('POST /operator/v1/payouts/{payoutId}/instruct')({
        params: { payoutId },
        body: batch === null ? {} : { batchId: batch },
      })
      batch = answer.batchId
      setBatch(batch)
    }
    await queries.invalidateQueries()
  }
  return (
    <>
      {batchId !== null && (
        <span role="status">
          {t('fileReady')} <FileLink batchId={batchId} />
        </span>
      )}
      <ActionButton
        permission="payouts.instruct"
        look="main"
        onClick={() => setAsking(true)}
        {...(rows.length === 0 && { why: t('noneToInstruct') })}
      >
        {rows.length === 0 ? t('instruct') : t('instructAll', { count: rows.length })}
      </ActionButton>
      <ActDialog
        title={t('instructAll', { count: rows.length })}
        verb={t('instruct')}
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        form={form}
        act={instruct}
      >
        <p>{t.rich('instructSays', { sum: <Amount dinars={totalOf(rows)} /> })}</p>
      </ActDialog>
    </>
  )
}

export const FileLink = ({ batchId }: { batchId: string }) => {
  const t = useTexts(PAYOUTS)
  const href = addressOf('GET /operator/v1/payout-batches/{batchId}/file')({ params: { batchId } })
  const pain = addressOf('GET /operator/v1/payout-batches/{batchId}/file')({
    params: { batchId },
    query: { format: 'pain.001' },
  })
  return (
    <>
      <a className="link" href={href} download title={t('fileOnce')}>
        {t('file')}
      </a>{' '}
      <a className="link" href={pain} download title={t('fileOnce')}>
        pain.001
      </a>
    </>
  )
}
