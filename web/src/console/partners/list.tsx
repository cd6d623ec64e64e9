import { Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import type { AnswerOf } from '../../api/contract.ts'
import { ActionButton } from '../../components/action-button.tsx'
import { Amount } from '../../money/amount.tsx'
import { Badge } from '../../components/badge.tsx'
import type { Column } from '../../lists/column.ts'
import { DataTable } from '../../lists/data-table.tsx'
import { FilterBar, type Filter } from '../../lists/filter-bar.tsx'
import { useChoice } from '../../lists/filtered-list.tsx'
import { ClippedText } from '../../problems/outside-text.tsx'
import { Page } from '../../components/page.tsx'
import { useFilters } from '../../lists/search-params.ts'
import { Empty } from '../../components/states.tsx'
import { useTexts } from '../../texts/texts.ts'
import { useList } from '../../lists/use-list.ts'
import { CreatePartner } from './create-partner.tsx'
import { PARTNERS } from './partners.texts.ts'
import { STATE } from './state.texts.ts'
import { usePartnerNameOf } from '../../lists/use-partner-name-of.ts'

type Row = AnswerOf<'GET /operator/v1/partners'>['items'][number]

const keyOf = ({ partnerId }: Row): string => partnerId

export const PartnerList = () => {
  const t = useTexts(PARTNERS)
  const { filters: values, set, clear } = useFilters()
  const list = useList('GET /operator/v1/partners', { query: values }, { keyOf })
  const { more } = list
  // A column is sorted over all rows, so all are loaded: an operator has some hundred partners.
  useEffect(() => more?.(), [more])
  const [isCreating, setCreating] = useState(false)
  const create = (
    <ActionButton look="main" permission="partners.edit" onClick={() => setCreating(true)}>
      {t('create')}
    </ActionButton>
  )
  const isFiltered = Object.values(values).some((value) => value !== '')
  return (
    <Page title={t('title')} permission="partners.view" actions={create}>
      <FilterBar filters={useColumnFilters()} values={values} onChange={set} onClear={clear} />
      <DataTable
        caption={t('title')}
        list={list}
        columns={useColumns()}
        keyOf={keyOf}
        empty={<Empty why={t(isFiltered ? 'noneFound' : 'none')} />}
      />
      <CreatePartner isOpen={isCreating} onClose={() => setCreating(false)} onDone={list.again} />
    </Page>
  )
}

const useColumnFilters = (): readonly Filter[] => {
  const t = useTexts(PARTNERS)
  const s = useTexts(STATE)
  const choice = useChoice()
  return [
    { name: 'q', label: t('search'), kind: 'text', wide: true },
    { name: 'city', label: t('city'), kind: 'text' },
    choice('state', t('status'), [
      { value: 'failing', label: t('failing') },
      { value: 'active', label: t('active') },
      { value: 'inactive', label: t('inactive') },
      { value: 'testing', label: s('testing') },
      { value: 'live', label: s('live') },
      { value: 'paused', label: s('paused') },
    ]),
  ]
}

const useColumns = (): readonly Column<Row>[] => [...useIdentityColumns(), ...useFigureColumns()]

const useIdentityColumns = (): readonly Column<Row>[] => {
  const t = useTexts(PARTNERS)
  const nameOf = usePartnerNameOf()
  return [
    {
      id: 'name',
      head: t('name'),
      phone: 'what',
      sortBy: nameOf,
      cell: (row) => (
        <Link className="row clip" to="/partners/$partnerId" params={{ partnerId: row.partnerId }}>
          <ClippedText>{nameOf(row)}</ClippedText>
        </Link>
      ),
    },
    {
      id: 'city',
      head: t('city'),
      width: '9rem',
      phone: 'who',
      sortBy: ({ city }) => city ?? '',
      cell: ({ city }) => <ClippedText>{city ?? '—'}</ClippedText>,
    },
    {
      id: 'status',
      head: t('status'),
      width: '7rem',
      phone: 'when',
      sortBy: ({ status }) => status,
      cell: ({ status }) => (
        <Badge kind={status === 'active' ? 'done' : 'rest'} bare={status === 'active'}>
          {t(status)}
        </Badge>
      ),
    },
  ]
}

const useFigureColumns = (): readonly Column<Row>[] => {
  const t = useTexts(PARTNERS)
  return [
    {
      id: 'health',
      head: t('health'),
      width: '15rem',
      phone: 'state',
      // Those that fail first, the most events first among them.
      sortBy: ({ health }) => (health?.isFailing === true ? -1 - health.waiting : 0),
      cell: ({ partnerId, health }) =>
        health === null ? (
          '—'
        ) : health.isFailing ? (
          <Link to="/partners/$partnerId/health" params={{ partnerId }}>
            <Badge kind="stop">{t('notAnswering', { count: health.waiting })}</Badge>
          </Link>
        ) : (
          <Badge kind="done" bare>
            {t('answers')}
          </Badge>
        ),
    },
    {
      id: 'payments',
      head: t('volumePayments'),
      width: '9rem',
      isNum: true,
      sortBy: ({ volume }) => volume?.payments ?? -1,
      cell: ({ volume }) => volume?.payments ?? '—',
    },
    {
      id: 'volume',
      head: t('volume'),
      width: '13rem',
      isNum: true,
      phone: 'much',
      sortBy: ({ volume }) => volume?.collected ?? -1,
      cell: ({ volume }) =>
        volume === null ? '—' : <Amount dinars={volume.collected} currency={false} />,
    },
  ]
}
