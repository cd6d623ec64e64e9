import { IconRefresh, IconSend } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { on } from '../../api/call.ts'
import type { AnswerOf } from '../../api/contract.ts'
import { ActionButton } from '../../components/action-button.tsx'
import { useByDay } from '../../lists/by-day.ts'
import type { Column } from '../../lists/column.ts'
import { DataTable } from '../../lists/data-table.tsx'
import { FilterBar } from '../../lists/filter-bar.tsx'
import { Moment } from '../../time/moment.tsx'
import { Reference } from '../../problems/outside-text.tsx'
import { Page } from '../../components/page.tsx'
import { useFilters } from '../../lists/search-params.ts'
import { Empty, Failed } from '../../components/states.tsx'
import { useTexts, type Translate } from '../../texts/texts.ts'
import { useList } from '../../lists/use-list.ts'
import { EventBadge, EventName } from './event-badge.tsx'
import { ResendDialog } from './resend-dialog.tsx'
import { TestResult, type TestCall } from './test-result.tsx'
import { EVENTS } from './texts.ts'

const ROUTE = 'GET /partner/webhooks/v1/events'

type Row = AnswerOf<typeof ROUTE>['items'][number]

const keyOf = (row: Row): string => row.eventId

const at = (row: Row): string => row.createdAt

/** Why did a webhook fail? The webhooks, a test, and the backlog sent again. */
export const EventsPage = () => {
  const t = useTexts(EVENTS)
  const { filters, set, clear } = useFilters()
  const [test, setTest] = useState<TestCall | { error: unknown } | null>(null)
  const [isResending, setResending] = useState(false)
  const list = useList(ROUTE, { query: filters }, { keyOf })
  const sendTest = (): void =>
    void on('POST /partner/webhooks/v1/webhook-test')({}).then(setTest, (error: unknown) =>
      setTest({ error }),
    )
  const states = (['failed', 'pending', 'delivered'] as const).map((value) => ({
    value,
    label: t(value),
  }))
  return (
    <Page
      title={t('title')}
      permission="events.view"
      actions={
        <>
          <ActionButton permission="events.redeliver" isExplained onClick={sendTest}>
            <IconSend className="flip" aria-hidden />
            {t('test')}
          </ActionButton>
          <ActionButton permission="events.redeliver" onClick={() => setResending(true)}>
            <IconRefresh aria-hidden />
            {t('resendMany')}
          </ActionButton>
        </>
      }
    >
      {test !== null &&
        ('error' in test ? <Failed error={test.error} isAct /> : <TestResult test={test} />)}
      <ResendDialog isOpen={isResending} onClose={() => setResending(false)} />
      <FilterBar
        filters={[
          {
            name: 'state',
            label: t('state'),
            kind: 'choice',
            options: [{ value: '', label: t('any') }, ...states],
          },
        ]}
        values={filters}
        onChange={set}
        onClear={clear}
      />
      <DataTable
        caption={t('title')}
        list={list}
        columns={columnsOf(t)}
        keyOf={keyOf}
        groupOf={useByDay(at)}
        empty={<Empty why={Object.keys(filters).length > 0 ? t('noneFound') : t('empty')} />}
      />
    </Page>
  )
}

const columnsOf = (t: Translate<typeof EVENTS>): readonly Column<Row>[] => [
  {
    id: 'time',
    head: t('time'),
    width: '5.5rem',
    phone: 'when',
    cell: (row) => <Moment at={row.createdAt} shows="seconds" />,
  },
  {
    id: 'reference',
    head: t('reference'),
    phone: 'what',
    cell: (row) => (
      <Link className="row clip" dir="auto" to={`/events/${row.eventId}`} title={row.reference}>
        <Reference>{row.reference}</Reference>
      </Link>
    ),
  },
  {
    id: 'kind',
    head: t('kind'),
    width: '20rem',
    phone: 'who',
    cell: (row) => <EventName kind={row.event} />,
  },
  {
    id: 'state',
    head: t('state'),
    width: '9rem',
    phone: 'state',
    cell: ({ state }) => <EventBadge state={state} bare={state === 'delivered'} />,
  },
  {
    id: 'attempts',
    head: t('attempts'),
    isNum: true,
    width: '5rem',
    cell: (row) => row.attempts,
  },
  {
    id: 'next',
    head: t('next'),
    width: '9rem',
    phone: 'more',
    cell: (row) => row.nextAttemptAt !== null && <Moment at={row.nextAttemptAt} shows="short" />,
  },
]
