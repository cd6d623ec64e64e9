import { Link } from '@tanstack/react-router'
import { addressOf } from '../../api/call.ts'
import { Amount } from '../../money/amount.tsx'
import { useByDay } from '../../lists/by-day.ts'
import type { Column } from '../../lists/column.ts'
import { DataTable } from '../../lists/data-table.tsx'
import { ExportButton } from '../../lists/export-button.tsx'
import { FilterBar, type Filter } from '../../lists/filter-bar.tsx'
import { useLanguage } from '../../texts/language.ts'
import { Moment } from '../../time/moment.tsx'
import { OutsideText, Reference } from '../../problems/outside-text.tsx'
import { Page } from '../../components/page.tsx'
import { useFilters, type Filters } from '../../lists/search-params.ts'
import { Empty } from '../../components/states.tsx'
import { TestBadge } from '../../payments/test-payment.tsx'
import { useTexts, type Translate } from '../../texts/texts.ts'
import { useList } from '../../lists/use-list.ts'
import type { AnswerOf } from '../../api/contract.ts'
import { StageBadge, ToldBadge } from '../stage-badge.tsx'
import { STAGES } from '../texts.ts'
import { PAYMENTS } from './texts.ts'

const ROUTE = 'GET /partner/payments/v1/newest'

export type PaymentRow = AnswerOf<typeof ROUTE>['items'][number]

const keyOf = (row: PaymentRow): string => row.paymentId

const at = (row: PaymentRow): string => row.createdAt

/** Was I paid? The newest payments, found by the beginning of their reference. */
export const PaymentsPage = () => {
  const t = useTexts(PAYMENTS)
  const stages = useTexts(STAGES)
  const { filters, set, clear } = useFilters()
  const list = useList(ROUTE, { query: filters }, { keyOf })
  const isFiltered = Object.keys(filters).length > 0
  return (
    <Page title={t('title')} permission="payments.view" actions={<Exports filters={filters} />}>
      <FilterBar filters={filtersOf(t, stages)} values={filters} onChange={set} onClear={clear} />
      <DataTable
        caption={t('title')}
        list={list}
        columns={columnsOf(t)}
        keyOf={keyOf}
        groupOf={useByDay(at)}
        empty={<Empty why={isFiltered ? t('noneFound') : t('empty')} />}
      />
    </Page>
  )
}

/** The payments of the filters that are set, as a file. */
const Exports = ({ filters }: { filters: Filters }) => {
  const t = useTexts(PAYMENTS)
  const { language: lang } = useLanguage()
  return (['xlsx', 'json'] as const).map((format) => (
    <ExportButton
      key={format}
      isExplained={format !== 'json'}
      href={addressOf('GET /partner/payments/v1/export')({ query: { ...filters, format, lang } })}
      name={`payments.${format}`}
    >
      {t(format)}
    </ExportButton>
  ))
}

const filtersOf = (
  t: Translate<typeof PAYMENTS>,
  stages: Translate<typeof STAGES>,
): readonly Filter[] => [
  { name: 'referenceBegins', label: t('reference'), kind: 'text', hint: t('begins'), wide: true },
  {
    name: 'stage',
    label: t('state'),
    kind: 'choice',
    options: [
      { value: '', label: t('any') },
      ...(['paid', 'refunded', 'locked', 'released'] as const).map((value) => ({
        value,
        label: stages(value),
      })),
    ],
  },
  { name: 'from', label: t('from'), kind: 'day' },
  { name: 'to', label: t('to'), kind: 'day' },
]

export const columnsOf = (t: Translate<typeof PAYMENTS>): readonly Column<PaymentRow>[] => [
  {
    id: 'time',
    head: t('time'),
    width: '4.5rem',
    phone: 'when',
    cell: (row) => <Moment at={row.createdAt} shows="time" />,
  },
  {
    id: 'reference',
    head: t('reference'),
    phone: 'what',
    cell: (row) => (
      <Link className="row clip" dir="auto" to={`/payments/${row.paymentId}`} title={row.reference}>
        <Reference>{row.reference}</Reference>
      </Link>
    ),
  },
  {
    id: 'amount',
    head: t('amount'),
    isNum: true,
    width: '9rem',
    phone: 'much',
    cell: (row) => <Amount dinars={row.amount} currency={false} />,
  },
  {
    id: 'state',
    head: t('state'),
    width: '11rem',
    phone: 'state',
    cell: ({ stage, refundedAmount, hasOpenCase }) => (
      <StageBadge
        stage={stage}
        hasOpenCase={hasOpenCase}
        refundedAmount={refundedAmount}
        bare={stage === 'paid' && refundedAmount === 0}
      />
    ),
  },
  {
    id: 'where',
    head: t('where'),
    width: '13rem',
    phone: 'who',
    cell: (row) => (
      <span className="clip" dir="auto">
        {row.isTest ? <TestBadge isTest /> : <OutsideText>{row.channelName}</OutsideText>}
      </span>
    ),
  },
  {
    id: 'told',
    head: t('told'),
    width: '12.5rem',
    phone: 'more',
    cell: (row) => row.webhookDelivery !== 'none' && <ToldBadge state={row.webhookDelivery} />,
  },
]
