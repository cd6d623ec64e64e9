import type { ShiftCount } from '@wasl/protocol'
import { Link } from '@tanstack/react-router'
import { Amount } from '../../money/amount.tsx'
import { Card } from '../../components/page.tsx'
import { useTexts } from '../../texts/texts.ts'
import { SHIFTS } from './texts.ts'

/** The notes and coins of a count, the largest first, and the payments that were open meanwhile. */
export const CountTable = ({ count }: { count: ShiftCount }) => {
  const t = useTexts(SHIFTS)
  const notes = Object.entries(count.denominations).toSorted(([a], [b]) => Number(b) - Number(a))
  return (
    <Card title={t('count')} isTable>
      <table className="count">
        <thead>
          <tr>
            <th scope="col" className="num">
              {t('note')}
            </th>
            <th scope="col" className="num">
              {t('pieces')}
            </th>
            <th scope="col" className="num">
              {t('value')}
            </th>
          </tr>
        </thead>
        <tbody>
          {notes.map(([note, pieces]) => (
            <tr key={note}>
              <td className="num">
                <Amount dinars={Number(note)} decimals="auto" currency={false} />
              </td>
              <td className="num">{pieces}</td>
              <td className="num">
                <Amount dinars={Math.round(Number(note) * pieces * 100) / 100} currency={false} />
              </td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th colSpan={2} scope="row">
              {t('total')}
            </th>
            <td className="num">
              <Amount dinars={count.counted} currency={false} />
            </td>
          </tr>
        </tfoot>
      </table>
      {count.openPayments.length > 0 && (
        <div className="body">
          <p>{t('openPayments')}</p>
          <ul>
            {count.openPayments.map(({ paymentId, amount }) => (
              <li key={paymentId}>
                <Link to={`/payments/${paymentId}`}>
                  {t('payment')} <Amount dinars={amount} />
                </Link>
              </li>
            ))}
          </ul>
        </div>
      )}
    </Card>
  )
}
