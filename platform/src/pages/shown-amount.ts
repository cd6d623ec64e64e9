/**
 * Amounts and times for payers, in each language's format, with Western digits, as is usual in
 * Algeria.
 */
import { formatDinars, type Centimes, type Language } from '@wasl/protocol'

const LOCALES = { ar: 'ar-DZ-u-nu-latn', fr: 'fr-DZ', en: 'en-GB' } as const

const amountFormats = (language: Language) => {
  const format = (digits: number) =>
    new Intl.NumberFormat(LOCALES[language], {
      minimumFractionDigits: digits,
      maximumFractionDigits: digits,
    })
  return { whole: format(0), withCentimes: format(2) }
}

const AMOUNTS = { ar: amountFormats('ar'), fr: amountFormats('fr'), en: amountFormats('en') }

/**
 * An amount without its currency; with centimes only if it has any.
 *
 * @example shownAmount(125_050, 'fr') // '1 250,50'
 */
export const shownAmount = (centimes: Centimes, language: Language): string => {
  const { whole, withCentimes } = AMOUNTS[language]
  // Formatted digit by digit from decimal text: a division would use floating point.
  const dinars = formatDinars(centimes) as Intl.StringNumericLiteral
  return (centimes % 100 === 0 ? whole : withCentimes).format(dinars)
}

const timeFormat = (language: Language): Intl.DateTimeFormat =>
  new Intl.DateTimeFormat(LOCALES[language], {
    dateStyle: 'long',
    timeStyle: 'short',
    hourCycle: 'h23',
    timeZone: 'Africa/Algiers',
  })

const TIMES = { ar: timeFormat('ar'), fr: timeFormat('fr'), en: timeFormat('en') }

/** A time in Algeria's time zone. */
export const shownTime = (time: Date, language: Language): string => TIMES[language].format(time)
