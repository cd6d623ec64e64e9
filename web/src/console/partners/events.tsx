import { Link } from '@tanstack/react-router'
import type { AnswerOf } from '../../api/contract.ts'
import type { Column } from '../../lists/column.ts'
import { DataTable } from '../../lists/data-table.tsx'
import { Moment } from '../../time/moment.tsx'
import { Reference } from '../../problems/outside-text.tsx'
import { Empty } from '../../components/states.tsx'
import { useTexts } from '../../texts/texts.ts'
import { useList } from '../../lists/use-list.ts'
import { StateBadge, useKindName } from '../events/kinds.tsx'
import { usePartner } from './partner.ts'
import { PARTNERS } from './partners.texts.ts'

type Row = AnswerOf<'GET /operator/v1/webhook-events'>['items'][number]

const keyOf = ({ eventId }: Row): string => eventId

/** What this partner was told, newest first. */
export const PartnerEvents = ({ state }: { state?: Row['state'] }) => {
  const t = useTexts(PARTNERS)
  const { partnerId } = usePartner()
  const query = { partnerId, ...(state !== undefined && { state }) }
  const list = useList('GET /operator/v1/webhook-events', { query }, { keyOf })
  return (
    <DataTable
      caption={t('events')}
      list={list}
      columns={useColumns()}
      keyOf={keyOf}
      empty={<Empty why={t(state === 'failed' ? 'noFailedEvents' : 'noEvents')} />}
    />
  )
}

const useColumns = (): readonly Column<Row>[] => {
  const t = useTexts(PARTNERS)
  const nameOf = useKindName()
  return [
    {
      id: 'event',
      head: t('event'),
      phone: 'who',
      cell: ({ event }) => nameOf(event),
    },
    {
      id: 'reference',
      head: t('reference'),
      phone: 'what',
      cell: ({ reference, paymentId }) => (
        <Link className="row" to="/payments/$paymentId" params={{ paymentId }}>
          <Reference>{reference}</Reference>
        </Link>
      ),
    },
    {
      id: 'state',
      head: t('status'),
      width: '9rem',
      phone: 'much',
      cell: ({ state }) => <StateBadge state={state} bare />,
    },
    {
      id: 'attempts',
      head: t('attempts'),
      width: '7rem',
      isNum: true,
      cell: ({ attempts }) => attempts,
    },
    {
      id: 'made',
      head: t('made'),
      width: '14rem',
      phone: 'when',
      cell: ({ createdAt }) => <Moment at={createdAt} />,
    },
  ]
}
