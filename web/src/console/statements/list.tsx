import type { OperatorStatement } from '@wasl/protocol'
import { Link, useNavigate } from '@tanstack/react-router'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useIntl } from 'react-intl'
import { on } from '../../api/call.ts'
import { ActDialog } from '../../components/act-dialog.tsx'
import { ActionButton } from '../../components/action-button.tsx'
import { Amount } from '../../money/amount.tsx'
import { ChoiceField, TextField, useApiForm } from '../../components/api-form.tsx'
import type { Column } from '../../lists/column.ts'
import { FilteredList } from '../../lists/filtered-list.tsx'
import { useTexts } from '../../texts/texts.ts'
import { Day, dayText } from '../money/day.tsx'
import { useByPartner, useByState } from '../money/filters.ts'
import { MONEY } from '../money/money.texts.ts'
import { usePartners } from '../money/partners.ts'
import { State } from '../money/state.tsx'
import { Who } from '../money/who.tsx'
import { workQuery } from '../money/work.ts'
import { nameOfStatement, netOf, StatementActs } from './acts.tsx'
import { CloseDue } from './close-due.tsx'
import { STATEMENTS } from './texts.ts'

const STATUSES = ['closed', 'approved', 'open'] as const

const keyOf = ({ statementId }: OperatorStatement): string => statementId

/** The statements of all partners and channels, the newest first. */
export const StatementsPage = () => {
  const t = useTexts(STATEMENTS)
  const m = useTexts(MONEY)
  return (
    <FilteredList
      title={t('title')}
      permission="statements.view"
      actions={
        <>
          <CloseStatement />
          <CloseDue />
        </>
      }
      filters={[
        useByState('statement', STATUSES),
        useByPartner(),
        { name: 'from', label: m('from'), kind: 'day' },
        { name: 'to', label: m('to'), kind: 'day' },
      ]}
      route="GET /operator/v1/statements"
      keyOf={keyOf}
      columns={useColumns()}
      none={t('none')}
      choose={{
        nameOf: nameOfStatement,
        sumOf: netOf,
        acts: (chosen) => <StatementActs chosen={chosen} />,
      }}
    />
  )
}

const CloseStatement = () => {
  const t = useTexts(STATEMENTS)
  const [isClosing, setClosing] = useState(false)
  return (
    <>
      <ActionButton permission="statements.close" look="main" onClick={() => setClosing(true)}>
        {t('close')}
      </ActionButton>
      <CloseDialog isOpen={isClosing} onClose={() => setClosing(false)} />
    </>
  )
}

const useColumns = (): readonly Column<OperatorStatement>[] => {
  const t = useTexts(STATEMENTS)
  const m = useTexts(MONEY)
  return [
    {
      id: 'number',
      head: t('number'),
      phone: 'what',
      cell: ({ statementId, number }) => (
        <Link className="row" to={`/statements/${statementId}`}>
          <bdi className="ref">{number ?? '…'}</bdi>
        </Link>
      ),
    },
    {
      id: 'whose',
      head: t('whose'),
      phone: 'who',
      cell: ({ partnerId, channelId }) => <Who id={partnerId ?? channelId ?? ''} />,
    },
    {
      id: 'period',
      width: '13.5rem',
      head: t('period'),
      phone: 'more',
      cell: ({ from, to }) => (
        <>
          <Day date={from} shows="short" /> – <Day date={to} shows="short" />
        </>
      ),
    },
    {
      id: 'status',
      head: m('status'),
      phone: 'state',
      cell: ({ status }) => <State of="statement" status={status} />,
    },
    {
      id: 'net',
      head: t('net'),
      isNum: true,
      phone: 'much',
      cell: ({ net }) => (net === null ? '…' : <Amount dinars={net} currency={false} />),
    },
    {
      id: 'paid',
      head: t('paid'),
      isNum: true,
      cell: ({ paid }) => <Amount dinars={paid} currency={false} />,
    },
  ]
}

const CloseDialog = ({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) => {
  const t = useTexts(STATEMENTS)
  const m = useTexts(MONEY)
  const intl = useIntl()
  const navigate = useNavigate()
  const partners = usePartners()
  const sealed = useQuery(workQuery).data?.completeThrough ?? null
  const form = useApiForm({ partnerId: '', until: '' })
  const { partnerId, until } = form.values
  const whose = partnerId === '' ? (partners[0]?.value ?? '') : partnerId
  const close = async (): Promise<void> => {
    const { statementId } = await on('POST /operator/v1/partners/{partnerId}/statements')({
      params: { partnerId: whose },
      body: { until: until === '' ? (sealed ?? '') : until },
    })
    await navigate({ to: `/statements/${statementId}` })
  }
  return (
    <ActDialog
      title={t('close')}
      verb={t('closeVerb')}
      isOpen={isOpen}
      onClose={onClose}
      form={form}
      act={close}
      isChosen={whose !== ''}
      {...(sealed === null && { why: t('noneSealed') })}
    >
      <ChoiceField form={form} name="partnerId" label={m('partner')} options={partners} />
      <TextField
        form={form}
        name="until"
        label={t('until')}
        kind="date"
        {...(sealed !== null && { hint: t('untilHint', { day: dayText(intl, sealed) }) })}
      />
    </ActDialog>
  )
}
