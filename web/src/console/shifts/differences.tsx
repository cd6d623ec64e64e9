import type { VarianceRecord } from '@wasl/protocol'
import { Link } from '@tanstack/react-router'
import { Amount } from '../../shared/amount.tsx'
import type { Column } from '../../shared/column.ts'
import { DataTable } from '../../shared/data-table.tsx'
import { FilterBar } from '../../shared/filter-bar.tsx'
import { Moment } from '../../shared/moment.tsx'
import { Page, Tabs } from '../../shared/page.tsx'
import { useFilters } from '../../shared/search-params.ts'
import { Empty } from '../../shared/states.tsx'
import { useTexts } from '../../shared/texts.ts'
import { useList } from '../../shared/use-list.ts'
import { MONEY } from '../money/money.texts.ts'
import { useChannels } from '../money/partners.ts'
import { State, useStates } from '../money/state.tsx'
import { Who } from '../money/who.tsx'
import { Decide } from './decide.tsx'
import { useShiftTabs } from './list.tsx'
import { SHIFTS } from './texts.ts'

const keyOf = ({ varianceId }: VarianceRecord): string => varianceId

/** What counts found too little or too much; open ones wait for a second person. */
export const DifferencesPage = () => {
  const t = useTexts(SHIFTS)
  const m = useTexts(MONEY)
  const { filters, set, clear } = useFilters()
  const all = { value: '', label: m('all') }
  const states = useStates('variance', ['open', 'decided'])
  const channels = useChannels()
  const list = useList('GET /operator/v1/variances', { query: filters }, { keyOf })
  return (
    <Page title={t('differences')} permission="cash.view">
      <Tabs tabs={useShiftTabs()} />
      <FilterBar
        filters={[
          { name: 'status', label: m('status'), kind: 'choice', options: [all, ...states] },
          { name: 'channelId', label: m('channel'), kind: 'choice', options: [all, ...channels] },
        ]}
        values={filters}
        onChange={set}
        onClear={clear}
      />
      <DataTable
        caption={t('differences')}
        list={list}
        columns={useColumns()}
        keyOf={keyOf}
        empty={<Empty why={t('noDifference')} />}
      />
    </Page>
  )
}

const PLACES = { shift: '/shifts', handover: '/handovers', deposit: '/deposits' } as const

const useColumns = (): readonly Column<VarianceRecord>[] => {
  const t = useTexts(SHIFTS)
  const m = useTexts(MONEY)
  return [
    {
      id: 'holder',
      head: t('holder'),
      phone: 'what',
      cell: ({ holder }) => <Who id={holder} />,
    },
    {
      id: 'source',
      head: t('source'),
      phone: 'who',
      cell: ({ source, sourceId, channelId }) => (
        <>
          <Link to={source === 'shift' ? `/shifts/${sourceId}` : PLACES[source]}>
            {t(`source ${source}`)}
          </Link>{' '}
          <small>
            <Who id={channelId} />
          </small>
        </>
      ),
    },
    {
      id: 'found',
      head: t('found'),
      phone: 'when',
      cell: ({ foundAt }) => <Moment at={foundAt} shows="short" />,
    },
    {
      id: 'amount',
      head: t('difference'),
      isNum: true,
      phone: 'much',
      cell: ({ kind, amount }) => (
        <Amount dinars={kind === 'short' ? -amount : amount} currency={false} />
      ),
    },
    {
      id: 'status',
      head: m('status'),
      phone: 'state',
      cell: (variance) =>
        variance.status === 'open' ? (
          <Decide variance={variance} />
        ) : (
          <>
            <State of="variance" status="decided" />{' '}
            <small>
              {variance.decidedBy === 'tolerance'
                ? t('tolerated')
                : t(variance.outcome ?? 'over_short')}
            </small>
          </>
        ),
    },
  ]
}
