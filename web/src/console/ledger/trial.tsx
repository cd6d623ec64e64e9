import '../money/money.css'
import { KINDS } from '@wasl/protocol/ledger-words'
import type { TrialBalance } from '@wasl/protocol'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { on } from '../../api/call.ts'
import { Amount } from '../../money/amount.tsx'
import { FilterBar } from '../../lists/filter-bar.tsx'
import { Loaded } from '../../lists/loaded.tsx'
import { Card, Page, Tabs } from '../../components/page.tsx'
import { useFilters } from '../../lists/search-params.ts'
import { Empty } from '../../components/states.tsx'
import { useTexts } from '../../texts/texts.ts'
import { Day } from '../money/day.tsx'
import { LEDGER } from './texts.ts'

export const useLedgerTabs = () => {
  const t = useTexts(LEDGER)
  return [
    { to: '/ledger', label: t('trial') },
    { to: '/ledger/adjustments', label: t('adjustments') },
  ]
}

/** The books in one table. Each account opens its owners, each owner its transfers. */
export const TrialPage = () => {
  const t = useTexts(LEDGER)
  const { filters, set, clear } = useFilters()
  const at = filters['at'] ?? ''
  const query = useQuery({
    queryKey: ['trial balance', at],
    queryFn: () => on('GET /operator/v1/ledger/trial-balance')({ query: at === '' ? {} : { at } }),
  })
  return (
    <Page title={t('title')} permission="statements.view">
      <Tabs tabs={useLedgerTabs()} />
      <FilterBar
        filters={[{ name: 'at', label: t('at'), kind: 'day' }]}
        values={filters}
        onChange={set}
        onClear={clear}
      />
      <Loaded query={query}>{(balance) => <Trial balance={balance} />}</Loaded>
    </Page>
  )
}

const Trial = ({ balance: { at, items, total, completeThrough } }: { balance: TrialBalance }) => {
  const t = useTexts(LEDGER)
  const k = useTexts(KINDS)
  if (items.length === 0) return <Empty why={t('none')} />
  return (
    <Card
      isTable
      title={
        total.balance === 0 ? t('balanced') : t('unbalanced', { amount: String(total.balance) })
      }
      {...(completeThrough !== null && {
        note: t.rich('sealed', { date: <Day date={completeThrough} /> }),
      })}
    >
      <div className="scroll">
        <table className="books">
          <thead>
            <tr>
              <th scope="col">{t('kind')}</th>
              <th scope="col" className="num only-wide">
                {t('debits')}
              </th>
              <th scope="col" className="num only-wide">
                {t('credits')}
              </th>
              <th scope="col" className="num">
                {t('balance')}
              </th>
            </tr>
          </thead>
          <tbody>
            {items.map((item) => (
              <tr key={item.kind}>
                <td>
                  <Link
                    className="strong"
                    to={`/ledger/${item.kind}`}
                    search={at === null ? {} : { at }}
                  >
                    {k(item.kind)}
                  </Link>
                </td>
                <td className="num only-wide">
                  <Amount dinars={item.debits} currency={false} />
                </td>
                <td className="num only-wide">
                  <Amount dinars={item.credits} currency={false} />
                </td>
                <td className="num">
                  <Amount dinars={item.balance} currency={false} />
                </td>
              </tr>
            ))}
          </tbody>
          <Total total={total} />
        </table>
      </div>
    </Card>
  )
}

const Total = ({ total }: { total: TrialBalance['total'] }) => {
  const t = useTexts(LEDGER)
  return (
    <tfoot>
      <tr>
        <th scope="row">{t('total')}</th>
        <td className="num only-wide">
          <Amount dinars={total.debits} currency={false} />
        </td>
        <td className="num only-wide">
          <Amount dinars={total.credits} currency={false} />
        </td>
        <td className="num">
          <Amount dinars={total.balance} currency={false} />
        </td>
      </tr>
    </tfoot>
  )
}
