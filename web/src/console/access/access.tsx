import {
  ACCESS_KIND_WORDS,
  ACCESS_ROLE_WORDS,
  ACCESS_SCOPE_WORDS,
} from '@wasl/protocol/access-words'
import type { AnswerOf } from '../../api/contract.ts'
import type { Column } from '../../lists/column.ts'
import { FilteredList, useChoice } from '../../lists/filtered-list.tsx'
import { ClippedText } from '../../problems/outside-text.tsx'
import { PARTS } from '../../texts/parts.texts.ts'
import { useTexts } from '../../texts/texts.ts'
import { Moment } from '../../time/moment.tsx'
import { useByChannel, useByPartner } from '../money/filters.ts'
import { useOrganisation } from '../users/organisation.ts'
import { ACCESS } from './texts.ts'

type Access = AnswerOf<'GET /operator/v1/access'>['items'][number]

/** Two organisations may have keys with one hint. */
const keyOf = ({ kind, id, partnerId, channelId }: Access): string =>
  [kind, id, partnerId, channelId].join(' ')

const KINDS = ['person', 'key', 'device'] as const
const SIDES = ['operator', 'channel', 'partner'] as const

/** Who can do what, to review each quarter: the longest unused first (W270). */
export const AccessPage = () => {
  const t = useTexts(ACCESS)
  const parts = useTexts(PARTS)
  const kinds = useTexts(ACCESS_KIND_WORDS)
  const choice = useChoice()
  const ofKinds = KINDS.map((value) => ({ value, label: kinds(value) }))
  const ofSides = SIDES.map((value) => ({ value, label: t(value) }))
  return (
    <FilteredList
      title={t('title')}
      permission="audit.view"
      notice={<p className="soft says">{t('hint')}</p>}
      filters={[
        choice('kind', t('kind'), ofKinds),
        choice('side', t('side'), ofSides),
        useByPartner(),
        useByChannel(),
      ]}
      route="GET /operator/v1/access"
      keyOf={keyOf}
      columns={useColumns()}
      caption={t('caption')}
      // Without a filter there is at least the one who reads it.
      none={parts('noneFiltered')}
      exports={{ route: 'GET /operator/v1/access/export', name: 'access' }}
    />
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
