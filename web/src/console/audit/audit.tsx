import { AUDIT_ACTIONS } from '@wasl/protocol/audit-words'
import type { AnswerOf } from '../../api/contract.ts'
import { useByDay } from '../../lists/by-day.ts'
import type { Column } from '../../lists/column.ts'
import { DataTable } from '../../lists/data-table.tsx'
import { FilterBar } from '../../lists/filter-bar.tsx'
import { ListExport } from '../../lists/list-export.tsx'
import { Moment } from '../../time/moment.tsx'
import { ClippedText } from '../../problems/outside-text.tsx'
import { Page } from '../../components/page.tsx'
import { usePartnerName } from '../../people/partner-names.ts'
import { PARTS } from '../../texts/parts.texts.ts'
import { useFilters } from '../../lists/search-params.ts'
import { Empty } from '../../components/states.tsx'
import { useTexts } from '../../texts/texts.ts'
import { Opens, Wire } from '../../components/timeline.tsx'
import { useList } from '../../lists/use-list.ts'
import { Action } from './action.tsx'
import { MONEY } from '../money/money.texts.ts'
import { AUDIT } from './texts.ts'

type Entry = AnswerOf<'GET /operator/v1/audit-log'>['items'][number]

const keyOf = ({ auditId }: Entry): string => auditId

const doneAt = ({ at }: Entry): string => at

const NAMES = ['actor', 'subject', 'action', 'from', 'to'] as const

/** What every person and key did, and when. */
export const AuditPage = () => {
  const t = useTexts(AUDIT)
  const parts = useTexts(PARTS)
  const money = useTexts(MONEY)
  const { filters, set, clear } = useFilters()
  const actions = useTexts(AUDIT_ACTIONS)
  const isFiltered = NAMES.some((name) => (filters[name] ?? '') !== '')
  const query = Object.fromEntries(
    NAMES.flatMap((name) => {
      const value = filters[name] ?? ''
      return value === '' ? [] : [[name, value]]
    }),
  )
  const options = [
    { value: '', label: parts('all') },
    ...Object.keys(AUDIT_ACTIONS).map((value) => ({
      value,
      label: actions(value as keyof typeof AUDIT_ACTIONS),
    })),
  ]
  const list = useList('GET /operator/v1/audit-log', { query }, { keyOf })
  return (
    <Page
      title={t('title')}
      permission="audit.view"
      actions={
        <ListExport route="GET /operator/v1/audit-log/export" name="audit-log" query={query} />
      }
    >
      <FilterBar
        filters={[
          { kind: 'text', name: 'actor', label: t('who'), hint: t('actorHint') },
          { kind: 'text', name: 'subject', label: t('about'), hint: t('subjectHint'), wide: true },
          { kind: 'choice', name: 'action', label: t('what'), options },
          { kind: 'day', name: 'from', label: money('from') },
          { kind: 'day', name: 'to', label: money('to') },
        ]}
        values={filters}
        onChange={set}
        onClear={clear}
      />
      <DataTable
        caption={t('caption')}
        list={list}
        columns={useColumns()}
        keyOf={keyOf}
        groupOf={useByDay(doneAt)}
        empty={<Empty why={isFiltered ? parts('noneFiltered') : t('empty')} />}
      />
    </Page>
  )
}

const useColumns = (): readonly Column<Entry>[] => {
  const t = useTexts(AUDIT)
  const partnerName = usePartnerName()
  return [
    {
      id: 'when',
      head: t('when'),
      phone: 'much',
      width: '6rem',
      cell: ({ at }) => <Moment at={at} shows="seconds" />,
    },
    {
      id: 'who',
      head: t('who'),
      phone: 'who',
      width: '12rem',
      cell: ({ actor }) => <ClippedText>{actor}</ClippedText>,
    },
    {
      id: 'what',
      head: t('what'),
      phone: 'what',
      width: '14rem',
      cell: ({ action }) => <Action action={action} />,
    },
    {
      id: 'about',
      head: t('about'),
      // The place that shrinks: an id is long.
      phone: 'state',
      cell: ({ subject }) => (
        <bdi className="code clip" dir="auto">
          {subject}
        </bdi>
      ),
    },
    {
      id: 'partner',
      head: t('partner'),
      width: '11rem',
      cell: ({ partnerId }) =>
        partnerId === null ? null : <ClippedText>{partnerName(partnerId)}</ClippedText>,
    },
    {
      id: 'details',
      head: t('details'),
      phone: 'when',
      width: '11rem',
      cell: ({ details }) =>
        Object.keys(details).length === 0 ? null : (
          <Opens summary={t('show')} content={<Wire text={JSON.stringify(details)} />} />
        ),
    },
  ]
}
