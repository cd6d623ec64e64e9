/**
 * Amounts and times for payers, in each language's format, with Western digits, as is usual in
 * Algeria.
 */
import type { Centimes, Language } from '@wasl/protocol'
import { shownSum } from '@wasl/protocol/shown-money'

const LOCALES = { ar: 'ar-DZ-u-nu-latn', fr: 'fr-DZ', en: 'en-GB' } as const

/**
 * An amount without its currency, as every screen shows it; with centimes only if it has any.
 *
 * @example shownAmount(125_050, 'fr') // '1 250,50'
 */
export const shownAmount = (centimes: Centimes, language: Language): string =>
  shownSum(centimes / 100, language, 'auto')

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
