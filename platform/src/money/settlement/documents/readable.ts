/** Texts and numbers in documents for people. */
import { formatSum, type Centimes, type Language } from '@wasl/protocol'

// A reference may have characters that are invisible, or that change the direction of the text after
// them. Two references must not look alike on paper, and none may move an amount.
const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800\uFFFE\uFFFF]/gu

/**
 * A text with its invisible characters written out.
 *
 * @example visibleText('INV\u202E1') // 'INV\\u{202E}1'
 */
export const visibleText = (text: string): string =>
  text
    .toWellFormed()
    .replaceAll(
      UNSEEN,
      (character) => `\\u{${character.codePointAt(0)?.toString(16).toUpperCase()}}`,
    )

const LETTER = /\p{L}/u
const RIGHT_TO_LEFT =
  /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u

/** The direction of a text by itself: that of its first letter, as browsers decide it. */
export const directionOf = (text: string): 'ltr' | 'rtl' => {
  const letter = LETTER.exec(text)?.[0]
  return letter !== undefined && RIGHT_TO_LEFT.test(letter) ? 'rtl' : 'ltr'
}

// Western digits everywhere, as is usual in Algeria.
const LOCALES = { ar: 'ar-DZ-u-nu-latn', fr: 'fr-DZ', en: 'en-GB' } as const

const FORMATS = Object.fromEntries(
  Object.entries(LOCALES).map(([language, locale]) => [
    language,
    new Intl.NumberFormat(locale, { minimumFractionDigits: 2, maximumFractionDigits: 2 }),
  ]),
) as Record<Language, Intl.NumberFormat>

// Some fonts lack the narrow space of French. A line must not break in an amount. The marks that the
// Arabic format puts before a minus sign are not needed where amounts are isolated.
const NARROW_SPACE = /\u202F/g
const MARKS = /[\u061C\u200E\u200F]/g

/**
 * A sum for readers, with two decimals.
 *
 * @example readableSum(-125_050, 'fr') // '-1 250,50'
 */
export const readableSum = (centimes: Centimes, language: Language): string =>
  // Formatted digit by digit from decimal text: a division would use floating point.
  FORMATS[language]
    .format(formatSum(centimes) as Intl.StringNumericLiteral)
    .replaceAll(NARROW_SPACE, '\u00A0')
    .replaceAll(MARKS, '')
