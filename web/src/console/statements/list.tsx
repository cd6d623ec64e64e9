import type { OperatorStatement } from '@wasl/protocol'
import { Link, useNavigate } from '@tanstack/react-router'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useIntl } from 'react-intl'
import { on } from '../../api/call.ts'
import { ActDialog } from '../../shared/act-dialog.tsx'
import { ActionButton } from '../../shared/action-button.tsx'
import { Amount } from '../../shared/amount.tsx'
import { ChoiceField, TextField, useApiForm } from '../../shared/api-form.tsx'
import type { Column } from '../../shared/column.ts'
import { DataTable } from '../../shared/data-table.tsx'
import { FilterBar } from '../../shared/filter-bar.tsx'
import { Page } from '../../shared/page.tsx'
import { useFilters } from '../../shared/search-params.ts'
import { Empty } from '../../shared/states.tsx'
import { useTexts } from '../../shared/texts.ts'
import { useList } from '../../shared/use-list.ts'
import { Day, dayText } from '../money/day.tsx'
import { MONEY } from '../money/money.texts.ts'
import { usePartners } from '../money/partners.ts'
import { State, useStates } from '../money/state.tsx'
import { workQuery } from '../money/work.ts'
import { Who } from '../money/who.tsx'
import { STATEMENTS } from './texts.ts'

/** The statements of all partners and channels, the newest first. */
export const StatementsPage = () => {
  const t = useTexts(STATEMENTS)
  const [isClosing, setClosing] = useState(false)
  return (
    <Page
      title={t('title')}
      permission="statements.view"
      actions={
        <ActionButton permission="statements.close" look="main" onClick={() => setClosing(true)}>
          {t('close')}
        </ActionButton>
      }
    >
      <Statements />
      <CloseDialog isOpen={isClosing} onClose={() => setClosing(false)} />
    </Page>
  )
}

const Statements = () => {
  const t = useTexts(STATEMENTS)
  const { filters, set, clear } = useFilters()
  const columns = useColumns()
  const bar = useStatementFilters()
  const list = useList(
    'GET /operator/v1/statements',
    { query: filters },
    { keyOf: ({ statementId }) => statementId },
  )
  return (
    <>
      <FilterBar filters={bar} values={filters} onChange={set} onClear={clear} />
      <DataTable
        caption={t('title')}
        list={list}
        columns={columns}
        keyOf={({ statementId }) => statementId}
        empty={<Empty why={t('none')} />}
      />
    </>
  )
}

const useStatementFilters = () => {
  const m = useTexts(MONEY)
  const states = useStates('statement', ['closed', 'approved', 'open'])
  const partners = usePartners()
  const all = { value: '', label: m('all') }
  return [
    { name: 'status', label: m('status'), kind: 'choice' as const, options: [all, ...states] },
    {
      name: 'partnerId',
      label: m('partner'),
      kind: 'choice' as const,
      options: [all, ...partners],
    },
    { name: 'from', label: m('from'), kind: 'day' as const },
    { name: 'to', label: m('to'), kind: 'day' as const },
  ]
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
