import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { AnswerOf } from '../../api/contract.ts'
import { Amount } from '../../money/amount.tsx'
import { Badge } from '../../components/badge.tsx'
import type { Column } from '../../lists/column.ts'
import { FilteredList, useChoice } from '../../lists/filtered-list.tsx'
import { Moment } from '../../time/moment.tsx'
import { ClippedText } from '../../problems/outside-text.tsx'
import { usePartnerName } from '../../people/partner-names.ts'
import { queries } from '../../session/queries.ts'
import { useMe } from '../../session/session.ts'
import { useTexts } from '../../texts/texts.ts'
import {
  askedInDinars,
  useByAgent,
  useByChannel,
  useByDayAndAmount,
  useByPartner,
} from '../money/filters.ts'
import { Who } from '../money/who.tsx'
import { DecideDialog } from './decide-dialog.tsx'
import { LOST } from './lost-locks.texts.ts'

type Row = AnswerOf<'GET /operator/v1/cases'>['items'][number]

const keyOf = ({ caseId }: Row): string => caseId

const STATUSES = ['open', 'confirmed', 'given_back'] as const

const KINDS = { open: 'stop', confirmed: 'done', given_back: 'rest' } as const

/** Cash without a payment: what is open stands first in the day of the person who decides. */
export const LostLocks = () => {
  const t = useTexts(LOST)
  const [chosen, setChosen] = useState<Row | null>(null)
  const options = STATUSES.map((value) => ({ value, label: t(value) }))
  const byStatus = useChoice()('status', t('status'), options)
  return (
    <>
      <FilteredList
        title={t('title')}
        permission="cash.view"
        notice={<p className="soft says">{t('says')}</p>}
        filters={[byStatus, useByChannel(), useByAgent(), useByPartner(), ...useByDayAndAmount()]}
        asked={askedInDinars}
        route="GET /operator/v1/cases"
        keyOf={keyOf}
        totalOf={({ amount }) => amount}
        exports={{ route: 'GET /operator/v1/cases/export', name: 'cases' }}
        columns={useColumns(setChosen)}
        none={t('none')}
      />
      {chosen !== null && (
        <DecideDialog
          found={chosen}
          onClose={() => setChosen(null)}
          onDone={() => void queries.invalidateQueries()}
        />
      )}
    </>
  )
}

const useColumns = (onDecide: (row: Row) => void): readonly Column<Row>[] => {
  const t = useTexts(LOST)
  const me = useMe()
  const partnerName = usePartnerName()
  return [
    {
      id: 'at',
      head: t('takenAt'),
      width: '12rem',
      phone: 'when',
      cell: ({ takenAt }) => <Moment at={takenAt} shows="short" />,
    },
    {
      id: 'status',
      head: t('status'),
      width: '9rem',
      phone: 'state',
      cell: ({ status }) => (
        <Badge kind={KINDS[status]} bare={status !== 'open'}>
          {t(status)}
        </Badge>
      ),
    },
    {
      id: 'payment',
      head: t('paymentTo'),
      phone: 'what',
      cell: ({ paymentId, partnerId }) =>
        paymentId === null || partnerId === null ? (
          t('counted')
        ) : (
          <Link className="row clip" to="/payments/$paymentId" params={{ paymentId }}>
            <ClippedText>{partnerName(partnerId)}</ClippedText>
          </Link>
        ),
    },
    {
      id: 'by',
      head: t('takenBy'),
      width: '12rem',
      phone: 'who',
      cell: ({ takenBy }) => <Who id={takenBy} />,
    },
    {
      id: 'amount',
      head: t('amount'),
      width: '9rem',
      isNum: true,
      phone: 'much',
      cell: ({ amount }) => <Amount dinars={amount} currency={false} />,
    },
    {
      id: 'decide',
      head: t('how'),
      width: '9rem',
      phone: 'more',
      cell: (row) =>
        row.status === 'open' && me.may('recon.resolve') ? (
          <button type="button" className="linkish" onClick={() => onDecide(row)}>
            {t('decide')}
          </button>
        ) : (
          <bdi className="soft sm">{row.resolvedBy ?? '—'}</bdi>
        ),
    },
  ]
}
