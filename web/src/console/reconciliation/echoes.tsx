import type { EchoRecord } from '@wasl/protocol'
import { Link } from '@tanstack/react-router'
import type { Column } from '../../shared/column.ts'
import { DataTable } from '../../shared/data-table.tsx'
import { FilterBar } from '../../shared/filter-bar.tsx'
import { Moment } from '../../shared/moment.tsx'
import { OutsideText, Reference } from '../../shared/outside-text.tsx'
import { Page, Tabs } from '../../shared/page.tsx'
import { useFilters } from '../../shared/search-params.ts'
import { Empty } from '../../shared/states.tsx'
import { useTexts } from '../../shared/texts.ts'
import { useList } from '../../shared/use-list.ts'
import { MONEY } from '../money/money.texts.ts'
import { usePartners } from '../money/partners.ts'
import { State, useStates } from '../money/state.tsx'
import { Who } from '../money/who.tsx'
import { useReconTabs } from './list.tsx'
import { RECON } from './texts.ts'

const STATES = ['unbooked', 'unanswered', 'due', 'agreed', 'refunded'] as const

const keyOf = ({ paymentId }: EchoRecord): string => paymentId

/** Payments that partners acknowledged, and whether their books have them: expected, or mismatched. */
export const EchoesPage = () => {
  const t = useTexts(RECON)
  const m = useTexts(MONEY)
  const { filters, set, clear } = useFilters()
  const all = { value: '', label: m('all') }
  const states = useStates('echo', STATES)
  const partners = usePartners()
  const list = useList('GET /operator/v1/echoes', { query: filters }, { keyOf })
  return (
    <Page title={t('echoes')} permission="events.view">
      <Tabs tabs={useReconTabs()} />
      <FilterBar
        filters={[
          { name: 'state', label: m('status'), kind: 'choice', options: [all, ...states] },
          { name: 'partnerId', label: m('partner'), kind: 'choice', options: [all, ...partners] },
        ]}
        values={filters}
        onChange={set}
        onClear={clear}
      />
      <DataTable
        caption={t('echoes')}
        list={list}
        columns={useColumns()}
        keyOf={keyOf}
        empty={<Empty why={t('noEcho')} />}
      />
    </Page>
  )
}

const useColumns = (): readonly Column<EchoRecord>[] => {
  const t = useTexts(RECON)
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
      id: 'acknowledged',
      head: t('acknowledged'),
      phone: 'when',
      cell: ({ acknowledgedAt }) => <Moment at={acknowledgedAt} shows="short" />,
    },
    {
      id: 'state',
      head: m('status'),
      phone: 'state',
      cell: ({ state }) => <State of="echo" status={state} />,
    },
    {
      id: 'answer',
      head: t('answer'),
      phone: 'more',
      cell: ({ answer }) => answer !== null && <OutsideText>{answer}</OutsideText>,
    },
  ]
}
