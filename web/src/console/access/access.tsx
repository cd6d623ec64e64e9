import {
  ACCESS_KIND_WORDS,
  ACCESS_ROLE_WORDS,
  ACCESS_SCOPE_WORDS,
} from '@wasl/protocol/access-words'
import type { AnswerOf } from '../../api/contract.ts'
import { Page } from '../../components/page.tsx'
import { Empty } from '../../components/states.tsx'
import type { Column } from '../../lists/column.ts'
import { DataTable } from '../../lists/data-table.tsx'
import { FilterBar } from '../../lists/filter-bar.tsx'
import { ListExport } from '../../lists/list-export.tsx'
import { useFilters } from '../../lists/search-params.ts'
import { useList } from '../../lists/use-list.ts'
import { usePartnerName } from '../../people/partner-names.ts'
import { ClippedText } from '../../problems/outside-text.tsx'
import { PARTS } from '../../texts/parts.texts.ts'
import { useTexts } from '../../texts/texts.ts'
import { Moment } from '../../time/moment.tsx'
import { useByChannel, useByPartner } from '../money/filters.ts'
import { useChannels } from '../money/partners.ts'
import { ACCESS } from './texts.ts'

type Access = AnswerOf<'GET /operator/v1/access'>['items'][number]

/** Two organisations may have keys with one hint. */
const keyOf = ({ kind, id, partnerId, channelId }: Access): string =>
  [kind, id, partnerId, channelId].join(' ')

const NAMES = ['kind', 'side', 'partnerId', 'channelId'] as const
const KINDS = ['person', 'key', 'device'] as const
const SIDES = ['operator', 'channel', 'partner'] as const

/** Who can do what, to review each quarter: the longest unused first (W270). */
export const AccessPage = () => {
  const t = useTexts(ACCESS)
  const parts = useTexts(PARTS)
  const kinds = useTexts(ACCESS_KIND_WORDS)
  const { filters, set, clear } = useFilters()
  const byPartner = useByPartner()
  const byChannel = useByChannel()
  const isFiltered = NAMES.some((name) => (filters[name] ?? '') !== '')
  const query = Object.fromEntries(
    NAMES.flatMap((name) => {
      const value = filters[name] ?? ''
      return value === '' ? [] : [[name, value]]
    }),
  )
  const all = { value: '', label: parts('all') }
  const ofKinds = [all, ...KINDS.map((value) => ({ value, label: kinds(value) }))]
  const ofSides = [all, ...SIDES.map((value) => ({ value, label: t(value) }))]
  const list = useList('GET /operator/v1/access', { query }, { keyOf })
  return (
    <Page
      title={t('title')}
      permission="audit.view"
      actions={<ListExport route="GET /operator/v1/access/export" name="access" query={query} />}
    >
      <div className="stack">
        <p>{t('hint')}</p>
        <FilterBar
          filters={[
            { kind: 'choice', name: 'kind', label: t('kind'), options: ofKinds },
            { kind: 'choice', name: 'side', label: t('side'), options: ofSides },
            byPartner,
            byChannel,
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
          empty={<Empty why={isFiltered ? parts('noneFiltered') : t('empty')} />}
        />
      </div>
    </Page>
  )
}

const useColumns = (): readonly Column<Access>[] => {
  const t = useTexts(ACCESS)
  const kinds = useTexts(ACCESS_KIND_WORDS)
  const belongsTo = useOrganisation()
  const mayDo = useScope()
  return [
    {
      id: 'used',
      head: t('used'),
      phone: 'much',
      width: '11rem',
      cell: ({ lastUsedAt, isUnused }) => (
        <>
          {lastUsedAt === null ? t('never') : <Moment at={lastUsedAt} shows="short" />}
          {isUnused && <div className="strong">{t('unused')}</div>}
        </>
      ),
    },
    {
      id: 'name',
      head: t('name'),
      phone: 'who',
      cell: ({ name }) => <ClippedText>{name}</ClippedText>,
    },
    {
      id: 'kind',
      head: t('kind'),
      phone: 'state',
      width: '6rem',
      cell: ({ kind }) => kinds(kind),
    },
    {
      id: 'of',
      head: t('of'),
      width: '11rem',
      cell: (access) => <ClippedText>{belongsTo(access)}</ClippedText>,
    },
    {
      id: 'may',
      head: t('may'),
      phone: 'what',
      width: '13rem',
      cell: (access) => <ClippedText>{mayDo(access)}</ClippedText>,
    },
    {
      id: 'made',
      head: t('made'),
      phone: 'when',
      width: '8.5rem',
      cell: ({ createdAt }) => <Moment at={createdAt} shows="short" />,
    },
    {
      id: 'id',
      head: 'id',
      width: '6rem',
      cell: ({ id }) => <bdi className="code clip">{id}</bdi>,
    },
  ]
}

const useOrganisation = (): ((access: Access) => string) => {
  const t = useTexts(ACCESS)
  const partnerName = usePartnerName()
  const channels = new Map(useChannels().map(({ value, label }) => [value, label]))
  return ({ partnerId, channelId }) => {
    if (partnerId !== null) return partnerName(partnerId)
    return channelId === null ? t('operator') : (channels.get(channelId) ?? channelId)
  }
}

/** A role, or what a key is limited to. */
const useScope = (): ((access: Access) => string) => {
  const roles = useTexts(ACCESS_ROLE_WORDS)
  const scopes = useTexts(ACCESS_SCOPE_WORDS)
  return ({ role, permissions }) => {
    if (role === null) return permissions?.join(', ') ?? scopes('all')
    return Object.hasOwn(ACCESS_ROLE_WORDS, role)
      ? roles(role as keyof typeof ACCESS_ROLE_WORDS)
      : role
  }
}
