import './events.css'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { on } from '../../api/call.ts'
import type { AnswerOf, CallInput } from '../../api/contract.ts'
import { ActionButton } from '../../components/action-button.tsx'
import { useApiForm } from '../../components/api-form.tsx'
import { ActOnRows } from '../../lists/act-on-rows.tsx'
import { ChosenBar, useChoosing } from '../../lists/choose-rows.tsx'
import type { Column } from '../../lists/column.ts'
import { DataTable } from '../../lists/data-table.tsx'
import { FilterBar, type Filter } from '../../lists/filter-bar.tsx'
import { ListExport } from '../../lists/list-export.tsx'
import { Moment } from '../../time/moment.tsx'
import { ClippedText, Reference } from '../../problems/outside-text.tsx'
import { Page } from '../../components/page.tsx'
import { PARTS } from '../../texts/parts.texts.ts'
import { usePartnerName, usePartners } from '../../people/partner-names.ts'
import { useFilters, type Filters } from '../../lists/search-params.ts'
import { useSelection, type Selection } from '../../lists/selection.ts'
import { Empty } from '../../components/states.tsx'
import { useTexts } from '../../texts/texts.ts'
import { useList } from '../../lists/use-list.ts'
import { endOfDay, startOfDay } from '../../time/zone.ts'
import { KINDS, STATES, StateBadge, useKindName } from './kinds.tsx'
import { ResendDialog } from './resend-dialog.tsx'
import { Resends } from './resends.tsx'
import { TestWebhook } from './test-webhook.tsx'
import { EVENTS } from './texts.ts'

type Event = AnswerOf<'GET /operator/v1/webhook-events'>['items'][number]

type Query = NonNullable<CallInput<'GET /operator/v1/webhook-events'>['query']>

const keyOf = ({ eventId }: Event): string => eventId

const queryOf = ({ partnerId, state, event, from, to }: Filters): Query => ({
  ...(partnerId !== undefined && { partnerId }),
  ...(STATES.some((known) => known === state) && { state: state as Query['state'] }),
  ...(KINDS.some((known) => known === event) && { event: event as Query['event'] }),
  ...(from !== undefined && from !== '' && { since: startOfDay(from) }),
  ...(to !== undefined && to !== '' && { until: endOfDay(to) }),
})

/** Every event that is owed to a partner, and what was done about it. */
export const EventList = () => {
  const t = useTexts(EVENTS)
  const parts = useTexts(PARTS)
  const { filters, set, clear } = useFilters()
  const [isResending, setResending] = useState(false)
  const list = useList('GET /operator/v1/webhook-events', { query: queryOf(filters) }, { keyOf })
  const chosen = useSelection(list.rows, keyOf)
  const choosing = useChoosing(chosen, list.rows, ({ reference }) => reference)
  const isFiltered = Object.values(filters).some((value) => value !== '')
  const acts = (
    <>
      <ListExport
        route="GET /operator/v1/webhook-events/export"
        name="webhook-events"
        query={queryOf(filters)}
      />
      <ActionButton look="main" permission="events.redeliver" onClick={() => setResending(true)}>
        {t('resend')}
      </ActionButton>
    </>
  )
  return (
    <Page title={t('title')} permission="events.view" actions={acts}>
      <FilterBar filters={useEventFilters()} values={filters} onChange={set} onClear={clear} />
      <div className="stack">
        <TestWebhook partnerId={filters['partnerId'] ?? ''} />
        <Resends />
        <ChosenBar chosen={chosen}>
          <SendChosen chosen={chosen} />
        </ChosenBar>
        <DataTable
          caption={t('caption')}
          list={list}
          columns={[choosing, ...useColumns()]}
          keyOf={keyOf}
          empty={<Empty why={isFiltered ? parts('noneFiltered') : t('emptyTitle')} />}
        />
      </div>
      {isResending && (
        <ResendDialog partnerId={filters['partnerId'] ?? ''} onClose={() => setResending(false)} />
      )}
    </Page>
  )
}

/** The chosen ones again, whatever became of them; each is checked alone. */
const SendChosen = ({ chosen }: { chosen: Selection<Event> }) => {
  const t = useTexts(EVENTS)
  return (
    <ActOnRows
      label={t('sendChosen')}
      permission="events.redeliver"
      rows={chosen.rows}
      keyOf={keyOf}
      nameOf={({ reference }) => <Reference>{reference}</Reference>}
      onDone={chosen.clear}
      form={useApiForm({})}
      says={(rows) => <p>{t('sendChosenSays', { count: rows.length })}</p>}
      run={({ eventId }) =>
        on('POST /operator/v1/webhook-events/{eventId}/redeliver')({ params: { eventId } })
      }
    />
  )
}

const useEventFilters = (): readonly Filter[] => {
  const t = useTexts(EVENTS)
  const kindName = useKindName()
  const partners = usePartners()
  const every = { value: '', label: t('every') }
  return [
    {
      kind: 'choice',
      name: 'partnerId',
      label: t('partner'),
      options: [
        every,
        ...partners.map(({ partnerId, name }) => ({ value: partnerId, label: name })),
      ],
    },
    {
      kind: 'choice',
      name: 'state',
      label: t('state'),
      options: [every, ...STATES.map((state) => ({ value: state, label: t(state) }))],
    },
    {
      kind: 'choice',
      name: 'event',
      label: t('kind'),
      options: [every, ...KINDS.map((kind) => ({ value: kind, label: kindName(kind) }))],
    },
    { kind: 'day', name: 'from', label: t('from') },
    { kind: 'day', name: 'to', label: t('to') },
  ]
}

const useColumns = (): readonly Column<Event>[] => {
  const t = useTexts(EVENTS)
  const kindName = useKindName()
  const partnerName = usePartnerName()
  return [
    {
      id: 'reference',
      head: t('reference'),
      phone: 'what',
      cell: ({ eventId, reference }) => (
        <Link className="row" to={`/events/${eventId}`}>
          <Reference>{reference}</Reference>
        </Link>
      ),
    },
    {
      id: 'kind',
      head: t('kind'),
      phone: 'who',
      width: '10rem',
      cell: ({ event }) => kindName(event),
    },
    {
      id: 'partner',
      head: t('partner'),
      phone: 'state',
      width: '10rem',
      cell: ({ partnerId }) => <ClippedText>{partnerName(partnerId)}</ClippedText>,
    },
    {
      id: 'state',
      head: t('state'),
      phone: 'much',
      width: '8rem',
      cell: ({ state }) => <StateBadge state={state} bare />,
    },
    {
      id: 'attempts',
      head: t('attempts'),
      isNum: true,
      width: '5.5rem',
      cell: ({ attempts }) => attempts,
    },
    {
      id: 'made',
      head: t('made'),
      phone: 'when',
      width: '9.25rem',
      cell: ({ createdAt }) => <Moment at={createdAt} shows="short" />,
    },
    {
      id: 'next',
      head: t('next'),
      width: '9.25rem',
      cell: ({ nextAttemptAt }) =>
        nextAttemptAt === null ? null : <Moment at={nextAttemptAt} shows="short" />,
    },
  ]
}
