import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { on } from '../../api/call.ts'
import type { AnswerOf } from '../../api/contract.ts'
import { ActDialog } from '../../components/act-dialog.tsx'
import { ActionButton } from '../../components/action-button.tsx'
import { CheckField, ChoiceField, TextField, useApiForm } from '../../components/api-form.tsx'
import { Badge } from '../../components/badge.tsx'
import type { Column } from '../../lists/column.ts'
import { DataTable } from '../../lists/data-table.tsx'
import { Moment } from '../../time/moment.tsx'
import { ClippedText } from '../../problems/outside-text.tsx'
import { Page } from '../../components/page.tsx'
import { Empty } from '../../components/states.tsx'
import { useTexts } from '../../texts/texts.ts'
import { useList } from '../../lists/use-list.ts'
import { CHANNELS } from './channels.texts.ts'
import { KeyDialog } from './key-dialog.tsx'

type Row = AnswerOf<'GET /operator/v1/channels'>['items'][number]

const keyOf = ({ channelId }: Row): string => channelId

const KINDS = ['AGENCY', 'DELIVERY', 'MARKETPLACE'] as const

export const ChannelList = () => {
  const t = useTexts(CHANNELS)
  const list = useList('GET /operator/v1/channels', {}, { keyOf })
  const [isCreating, setCreating] = useState(false)
  const [key, setKey] = useState<string | null>(null)
  const form = useApiForm({ name: '', kind: 'AGENCY', isTest: false })
  const create = async (): Promise<void> => {
    const { name, kind, isTest } = form.values
    const { apiKey } = await on('POST /operator/v1/channels')({
      body: { name: name.trim(), kind: kind as Row['kind'], isTest },
    })
    setKey(apiKey)
    list.again()
  }
  const button = (
    <ActionButton look="main" permission="channels.edit" onClick={() => setCreating(true)}>
      {t('create')}
    </ActionButton>
  )
  return (
    <Page title={t('title')} permission="payments.view" actions={button}>
      <DataTable
        caption={t('title')}
        list={list}
        columns={useColumns()}
        keyOf={keyOf}
        empty={<Empty why={t('none')} />}
      />
      <ActDialog
        title={t('create')}
        verb={t('create')}
        isOpen={isCreating}
        onClose={() => setCreating(false)}
        form={form}
        act={create}
      >
        <TextField form={form} name="name" label={t('name')} isRequired />
        <ChoiceField
          form={form}
          name="kind"
          label={t('kind')}
          options={KINDS.map((value) => ({ value, label: t(value) }))}
        />
        <CheckField form={form} name="isTest" label={t('isTest')} />
      </ActDialog>
      <KeyDialog value={key} onClose={() => setKey(null)} />
    </Page>
  )
}

const useColumns = (): readonly Column<Row>[] => {
  const t = useTexts(CHANNELS)
  return [
    {
      id: 'name',
      head: t('name'),
      phone: 'what',
      sortBy: ({ name }) => name,
      cell: ({ channelId, name }) => (
        <Link className="row clip" to="/channels/$channelId" params={{ channelId }}>
          <ClippedText>{name}</ClippedText>
        </Link>
      ),
    },
    {
      id: 'kind',
      head: t('kind'),
      width: '10rem',
      phone: 'who',
      sortBy: ({ kind }) => kind,
      cell: ({ kind, isTest }) => (isTest ? `${t(kind)} · ${t('test')}` : t(kind)),
    },
    {
      id: 'status',
      head: t('status'),
      width: '9rem',
      phone: 'much',
      sortBy: ({ status }) => status,
      cell: ({ status }) => (
        <Badge kind={status === 'active' ? 'done' : 'stop'} bare={status === 'active'}>
          {t(status)}
        </Badge>
      ),
    },
    {
      id: 'partners',
      head: t('partners'),
      width: '8rem',
      cell: ({ partners }) => partners?.length ?? t('allPartners'),
    },
    {
      id: 'since',
      head: t('since'),
      width: '12rem',
      phone: 'when',
      sortBy: ({ createdAt }) => createdAt,
      cell: ({ createdAt }) => <Moment at={createdAt} shows="day" />,
    },
  ]
}
