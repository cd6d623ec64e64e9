import { Link } from '@tanstack/react-router'
import { Amount } from '../../money/amount.tsx'
import { Card } from '../../components/page.tsx'
import { Pairs, type Pair } from '../../components/pairs.tsx'
import { useLanguage } from '../../texts/language.ts'
import { useTexts } from '../../texts/texts.ts'
import { shownSum } from '@wasl/protocol/shown-money'
import { Day } from '../money/day.tsx'
import type { Evidence } from './payment.ts'
import { PAYMENT } from './page.texts.ts'

type PaymentMoney = NonNullable<Evidence['money']>

/** What the partner is owed for this payment, and why. */
export const Money = ({ money }: { money: PaymentMoney }) => {
  const t = useTexts(PAYMENT)
  const { language } = useLanguage()
  const { collected, refunded, fee, due, statement } = money
  const dinars = (value: number) => <Amount dinars={value} currency={false} />
  const rate = (basisPoints: number) => shownSum(basisPoints / 100, language, 'auto')
  const pairs: Pair[] = [{ name: t('collected'), value: dinars(collected) }]
  if (refunded > 0) {
    pairs.push({ name: t('refunded'), value: dinars(-refunded) })
    const rest = (Math.round(collected * 100) - Math.round(refunded * 100)) / 100
    pairs.push({ name: t('rest'), value: dinars(rest), isSum: true })
  }
  if (fee !== null) {
    pairs.push({ name: t('fee', { rate: rate(fee.basisPoints) }), value: dinars(-fee.fee) })
    pairs.push({ name: t('vat', { rate: rate(fee.vatBasisPoints) }), value: dinars(-fee.vat) })
  }
  pairs.push({ name: t('due'), value: <Amount dinars={due} />, isSum: true })
  return (
    <Card title={t('money')}>
      <Pairs pairs={pairs} figures />
      {statement !== null && (
        <p className="why">
          <Link to="/statements/$statementId" params={{ statementId: statement.statementId }}>
            {t.rich('inStatement', {
              number:
                statement.number === null ? (
                  <Day date={statement.to} shows="short" />
                ) : (
                  <bdi dir="ltr">{statement.number}</bdi>
                ),
            })}
          </Link>
        </p>
      )}
    </Card>
  )
}
