import type { AnswerOf } from '../../api/contract.ts'
import { Amount } from '../../money/amount.tsx'
import { useByDay } from '../../lists/by-day.ts'
import { DataTable } from '../../lists/data-table.tsx'
import { FilterBar, type Filter } from '../../lists/filter-bar.tsx'
import { ListExport } from '../../lists/list-export.tsx'
import { Page } from '../../components/page.tsx'
import { PAYMENT_STATE } from '@wasl/protocol/payment-words'
import { useFilters } from '../../lists/search-params.ts'
import { Empty } from '../../components/states.tsx'
import { useTexts } from '../../texts/texts.ts'
import { useList } from '../../lists/use-list.ts'
import { asked, withPeriod } from './asked.ts'
import { LIST } from './list.texts.ts'
import { usePaymentColumns } from './payment-columns.tsx'

export type PaymentRow = AnswerOf<'GET /operator/v1/payments'>['items'][number]

const keyOf = ({ paymentId }: PaymentRow): string => paymentId

const at = ({ createdAt }: PaymentRow): string => createdAt

/** Every payment, newest first: dense, and filtered by what a caller says. */
export const PaymentList = () => {
  const t = useTexts(LIST)
  const { filters, set, clear } = useFilters()
  const values = withPeriod(filters)
  const query = asked(values)
  const list = useList('GET /operator/v1/payments', { query }, { keyOf })
  const columns = usePaymentColumns()
  const isFiltered = Object.keys(query).length > 0
  const save = (
    <ListExport
      route="GET /operator/v1/payments/export"
      name="payments"
      query={{ ...query, format: 'xlsx' }}
    />
  )
  return (
    <Page title={t('title')} permission="payments.view" actions={save}>
      <FilterBar filters={usePaymentFilters()} values={values} onChange={set} onClear={clear} />
      <DataTable
        caption={t('title')}
        list={list}
        columns={columns}
        keyOf={keyOf}
        groupOf={useByDay(at)}
        minWidth="60rem"
        empty={
          <Empty why={isFiltered ? t('noneFiltered') : t('none')}>
            {isFiltered && (
              <button type="button" className="btn" onClick={clear}>
                {t('clear')}
              </button>
            )}
          </Empty>
        }
        foot={<Sums rows={list.rows} isWhole={list.more === null && !list.isLoadingMore} />}
      />
    </Page>
  )
}

const usePaymentFilters = (): readonly Filter[] => {
  const t = useTexts(LIST)
  const state = useTexts(PAYMENT_STATE)
  const stages = (['locked', 'paid', 'released', 'refunded'] as const).map((stage) => ({
    value: stage,
    label: state(stage),
  }))
  return [
    { name: 'reference', kind: 'text', label: t('reference'), hint: t('begins') },
    { name: 'ends', kind: 'text', label: t('ends') },
    { name: 'amount', kind: 'text', label: t('amount'), hint: t('amountHint'), wide: true },
    { name: 'words', kind: 'text', label: t('words'), hint: t('wordsHint') },
    { name: 'partnerName', kind: 'text', label: t('partner') },
    { name: 'channelName', kind: 'text', label: t('channel') },
    {
      name: 'stage',
      kind: 'choice',
      label: t('stage'),
      options: [{ value: '', label: t('all') }, ...stages],
    },
    { name: 'from', kind: 'day', label: t('from') },
    { name: 'to', kind: 'day', label: t('to') },
    { name: 'time', kind: 'text', label: t('time'), hint: '14:15-14:45' },
  ]
}

/** Adding more rows than these would hold up the page. */
const SUMMED_MAX = 5_000

const bold = (chunks: React.ReactNode) => <b>{chunks}</b>

const Sums = ({ rows, isWhole }: { rows: readonly PaymentRow[]; isWhole: boolean }) => {
  const t = useTexts(LIST)
  const count = rows.length
  if (!isWhole || count > SUMMED_MAX) {
    return <div className="sums">{t.rich('shownSome', { count, b: bold })}</div>
  }
  let [paid, refunded] = [0, 0]
  for (const row of rows) {
    if (row.paidAt !== null) paid += Math.round(row.amount * 100)
    refunded += Math.round(row.refundedAmount * 100)
  }
  const dinars = (centimes: number) => <Amount dinars={centimes / 100} />
  return (
    <div className="sums">
      <span>{t.rich('shownAll', { count, b: bold })}</span>
      <span>
        {t.rich('sums', {
          paid: dinars(paid),
          refunded: dinars(-refunded),
          rest: dinars(paid - refunded),
          b: bold,
        })}
      </span>
    </div>
  )
}
