import { Amount } from '../../money/amount.tsx'
import { Card } from '../../components/page.tsx'
import { useTexts } from '../../texts/texts.ts'
import type { Overview } from './overview.ts'
import { OVERVIEW } from './texts.ts'

/** The older, the darker; what is overdue is red. */
const COLORS = ['var(--chart-3)', 'var(--chart-2)', 'var(--chart-1)', 'var(--stop-fill)'] as const

/** Cash that is not yet at the bank, by the age of its oldest part. */
export const Cash = ({ cash: { ages, bags, total, holders } }: Pick<Overview, 'cash'>) => {
  const t = useTexts(OVERVIEW)
  if (total === 0) {
    return (
      <Card title={t('cash')}>
        <p className="soft">{t('noCash')}</p>
      </Card>
    )
  }
  return (
    <Card title={t('cash')}>
      <div className="age-bar" role="img" aria-label={t('cashChart')}>
        {ages.map(
          ({ days, amount }) =>
            amount > 0 && (
              <i key={days} style={{ flexGrow: amount, background: COLORS[days] ?? '' }} />
            ),
        )}
      </div>
      <table className="small-table">
        <caption className="hide">{t('cash')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('age')}</th>
            <th scope="col" className="num">
              {t('dinars')}
            </th>
            <th scope="col" className="num">
              {t('holders')}
            </th>
          </tr>
        </thead>
        <tbody>
          {ages.map((age) => (
            <tr key={age.days}>
              <th scope="row">
                <i className="swatch" style={{ background: COLORS[age.days] ?? '' }} />
                {t('days', { days: age.days })}
              </th>
              <td className="num">
                <Amount dinars={age.amount} currency={false} />
              </td>
              <td className="num">{age.holders}</td>
            </tr>
          ))}
        </tbody>
        {bags.count > 0 && (
          <tbody>
            <tr>
              <th scope="row">{t('bags', { count: bags.count })}</th>
              <td className="num">
                <Amount dinars={bags.amount} currency={false} />
              </td>
              <td className="num">—</td>
            </tr>
          </tbody>
        )}
        <tfoot>
          <tr>
            <th scope="row">{t('total')}</th>
            <td className="num">
              <Amount dinars={total} currency={false} />
            </td>
            <td className="num">{holders}</td>
          </tr>
        </tfoot>
      </table>
    </Card>
  )
}
