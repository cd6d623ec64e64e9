import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { AnswerOf } from '../../api/contract.ts'
import { ActionButton } from '../../shared/action-button.tsx'
import { Badge } from '../../shared/badge.tsx'
import type { Column } from '../../shared/column.ts'
import { DataTable } from '../../shared/data-table.tsx'
import { Moment } from '../../shared/moment.tsx'
import { ClippedText } from '../../shared/outside-text.tsx'
import { Page } from '../../shared/page.tsx'
import { Empty } from '../../shared/states.tsx'
import { useTexts } from '../../shared/texts.ts'
import { useList } from '../../shared/use-list.ts'
import { CreatePartner } from './create-partner.tsx'
import { PARTNERS } from './partners.texts.ts'

type Row = AnswerOf<'GET /operator/v1/partners'>['items'][number]

const keyOf = ({ partnerId }: Row): string => partnerId

export const PartnerList = () => {
  const t = useTexts(PARTNERS)
  const list = useList('GET /operator/v1/partners', {}, { keyOf })
  const [isCreating, setCreating] = useState(false)
  const create = (
    <ActionButton look="main" permission="partners.edit" onClick={() => setCreating(true)}>
      {t('create')}
    </ActionButton>
  )
  return (
    <Page title={t('title')} permission="partners.view" actions={create}>
      <DataTable
        caption={t('title')}
        list={list}
        columns={useColumns()}
        keyOf={keyOf}
        empty={<Empty why={t('none')} />}
      />
      <CreatePartner isOpen={isCreating} onClose={() => setCreating(false)} onDone={list.again} />
    </Page>
  )
}

const useColumns = (): readonly Column<Row>[] => {
  const t = useTexts(PARTNERS)
  return [
    {
      id: 'name',
      head: t('name'),
      phone: 'what',
      sortBy: ({ name }) => name,
      cell: ({ partnerId, name }) => (
        <Link className="row clip" to="/partners/$partnerId" params={{ partnerId }}>
          <ClippedText>{name}</ClippedText>
        </Link>
      ),
    },
    {
      id: 'status',
      head: t('status'),
      width: '9rem',
      phone: 'much',
      sortBy: ({ status }) => status,
      cell: ({ status }) => (
        <Badge kind={status === 'active' ? 'done' : 'rest'} bare={status === 'active'}>
          {t(status)}
        </Badge>
      ),
    },
    {
      id: 'address',
      head: t('address'),
      phone: 'who',
      cell: ({ apiUrl }) => (
        <bdi className="clip code" dir="ltr" title={apiUrl}>
          {apiUrl}
        </bdi>
      ),
    },
    {
      id: 'warnings',
      head: t('warnings'),
      width: '8rem',
      isNum: true,
      sortBy: ({ warnings }) => warnings.length,
      cell: ({ warnings }) => warnings.length,
    },
    {
      id: 'since',
      head: t('since'),
      width: '11rem',
      phone: 'when',
      sortBy: ({ createdAt }) => createdAt,
      cell: ({ createdAt }) => <Moment at={createdAt} shows="day" />,
    },
  ]
}
