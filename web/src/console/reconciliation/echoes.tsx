import type { EchoRecord } from '@wasl/protocol'
import { Link } from '@tanstack/react-router'
import type { Column } from '../../lists/column.ts'
import { FilteredList } from '../../lists/filtered-list.tsx'
import { Moment } from '../../time/moment.tsx'
import { OutsideText, Reference } from '../../problems/outside-text.tsx'
import { useTexts } from '../../texts/texts.ts'
import { useByPartner, useByState } from '../money/filters.ts'
import { MONEY } from '../money/money.texts.ts'
import { State } from '../money/state.tsx'
import { Who } from '../money/who.tsx'
import { useReconTabs } from './list.tsx'
import { RECON } from './texts.ts'

const STATES = ['unbooked', 'unanswered', 'due', 'agreed', 'refunded'] as const

const keyOf = ({ paymentId }: EchoRecord): string => paymentId

/** Payments that partners acknowledged, and whether their books have them: expected, or mismatched. */
export const EchoesPage = () => {
  const t = useTexts(RECON)
  return (
    <FilteredList
      title={t('echoes')}
      permission="events.view"
      tabs={useReconTabs()}
      filters={[useByState('echo', STATES, 'state'), useByPartner()]}
      route="GET /operator/v1/echoes"
      keyOf={keyOf}
      columns={useColumns()}
      none={t('noEcho')}
    />
  )
}

const useColumns = (): readonly Column<EchoRecord>[] => {
  const t = useTexts(RECON)
  const m = useTexts(MONEY)
  return [
    {
      id: 'payment',
      head: t('payment'),
      phone: 'what',
      cell: ({ paymentId, reference }) => (
        <Link className="row" to={`/payments/${paymentId}`}>
          <Reference>{reference}</Reference>
        </Link>
      ),
    },
    {
      id: 'partner',
      head: m('partner'),
      phone: 'who',
      cell: ({ partnerId }) => <Who id={partnerId} />,
    },
    {
      id: 'acknowledged',
      head: t('acknowledged'),
      phone: 'when',
      cell: ({ acknowledgedAt }) => <Moment at={acknowledgedAt} shows="short" />,
    },
    {
      id: 'state',
      head: m('status'),
      phone: 'state',
      cell: ({ state }) => <State of="echo" status={state} />,
    },
    {
      id: 'answer',
      head: t('answer'),
      phone: 'more',
      cell: ({ answer }) => answer !== null && <OutsideText>{answer}</OutsideText>,
    },
  ]
}
