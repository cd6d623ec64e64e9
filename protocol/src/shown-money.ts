/**
 * Money as people read it, in every screen, page and document: Latin digits, a narrow space between
 * thousands, a decimal comma in Arabic and French and a point in English, a true minus. The browser's
 * own formats differ: `ar-DZ` writes 1.234,56. Separate from money.ts, so that a browser loads no
 * schema for it.
 */

export type ShownLanguage = 'ar' | 'fr' | 'en'

/** U+202F, which keeps an amount on one line and does not split its direction. */
const GROUP = '\u202f'

const MINUS = '\u2212'

const POINT = { ar: ',', fr: ',', en: '.' } as const

const PARTS = /^(-?)([0-9]+)\.([0-9]{2})$/

/**
 * A sum on the wire, in dinars, without its currency. Show it in an isolated left-to-right run
 * (`<bdi dir="ltr">`).
 *
 * @param decimals `auto` leaves out the centimes of whole dinars.
 * @throws RangeError when it is no number of dinars with at most two decimals: that is a bug.
 * @example shownSum(-1250.5, 'fr') // '−1 250,50'
 */
export const shownSum = (
  dinars: number,
  language: ShownLanguage,
  decimals: 'auto' | 'always' = 'always',
): string => {
  const parts = PARTS.exec(dinars.toFixed(2))
  if (parts === null || Number(parts[0]) !== dinars) {
    throw new RangeError(`expected dinars with at most two decimals, received ${dinars}`)
  }
  const [, minus, whole = '', centimes = ''] = parts
  const grouped = whole.replaceAll(/\B(?=(?:\d{3})+$)/g, GROUP)
  const isWhole = decimals === 'auto' && centimes === '00'
  const sign = minus === '-' && dinars !== 0 ? MINUS : ''
  return sign + (isWhole ? grouped : grouped + POINT[language] + centimes)
}
