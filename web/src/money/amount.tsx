import { shownSum, type ShownLanguage } from '@wasl/protocol/shown-money'
import { useLanguage } from '../texts/language.ts'

const CURRENCY = {
  ar: { short: 'د.ج', long: 'دينار جزائري' },
  fr: { short: 'DA', long: 'dinars algériens' },
  en: { short: 'DA', long: 'Algerian dinars' },
} as const

export type AmountProps = {
  /** Dinars, as the wire has them. */
  dinars: number
  /** `auto` leaves out the centimes of whole dinars; columns that are added always show them. */
  decimals?: 'auto' | 'always'
  /** A column names its currency once, in its head. */
  currency?: boolean
}

/** An amount: its digits in an isolated run, the currency on the reading side of them. */
export const Amount = ({ dinars, decimals = 'always', currency = true }: AmountProps) => {
  const { language } = useLanguage()
  const { short, long } = CURRENCY[language]
  return (
    <span className={dinars < 0 ? 'amount neg' : 'amount'}>
      <bdi className="n" dir="ltr">
        {shownSum(dinars, language satisfies ShownLanguage, decimals)}
      </bdi>
      {currency && <abbr title={long}>{short}</abbr>}
    </span>
  )
}
