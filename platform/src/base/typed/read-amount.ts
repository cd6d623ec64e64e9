import { MAX_CENTIMES, type Centimes } from '@wasl/protocol'
import { withLatinDigits } from './typed-text.ts'

/** Amounts from the first to the second, both included. */
export type AmountRange = { from: Centimes; to: Centimes }

/** Before or after the number: dinars in Arabic, French and English. */
const CURRENCY = /^(?:da|dzd|dinars?|د\s?\.?\s?ج\.?|دينار(?:ا|اً)?|دنانير)$/iu

const WORDS_AROUND = /^(\D*?)\s*([0-9](?:.*[0-9])?)\s*(\D*)$/u

/** Groups of three digits with one separator, or digits alone; then one or two decimals. */
const GROUPED = /^([0-9]{1,3}(?:([ .,'’])[0-9]{3})(?:\2[0-9]{3})*)(?:([.,])([0-9]{1,2}))?$/
const PLAIN = /^([0-9]{1,12})(?:[.,]([0-9]{1,2}))?$/

/**
 * An amount as people say and type it: `12 450`, `12450,00`, `12.450,50`, `2500 دج`. Three digits
 * after a point or a comma are thousands, because centimes have two. Null when it is not an amount
 * of D2.
 *
 * @param text without invisible marks.
 * @example readAmount('12 450,5 DA') // 1245050
 */
export const readAmount = (text: string): Centimes | null => {
  const parts = WORDS_AROUND.exec(withLatinDigits(text).trim())
  if (parts === null) return null
  const [, before = '', number = '', after = ''] = parts
  for (const word of [before.trim(), after.trim()]) {
    if (word !== '' && !CURRENCY.test(word)) return null
  }
  const grouped = GROUPED.exec(number)
  if (grouped !== null) {
    const [, whole = '', separator, point, decimals = ''] = grouped
    if (point !== undefined && point === separator) return null
    return centimes(whole.replaceAll(/[^0-9]/g, ''), decimals)
  }
  const plain = PLAIN.exec(number)
  return plain === null ? null : centimes(plain[1] ?? '', plain[2] ?? '')
}

const centimes = (whole: string, decimals: string): Centimes | null => {
  const amount = Number(whole + decimals.padEnd(2, '0'))
  return amount >= 1 && amount <= MAX_CENTIMES ? amount : null
}

/** What stands between the two amounts of a range, and words before the first. Arabic joins its "and". */
const BETWEEN = /\s*(?:\.\.\.?|…|–|—|-|−|\s(?:(?:à|au|to|and|et|إلى|الى)\s|و))\s*/u
const LEADING = /^(?:de|du|entre|from|between|من|بين)\s+/iu
const AT_LEAST = /^(?:>=?|≥|plus de|more than|أكثر من|اكثر من)\s*/iu
const AT_MOST = /^(?:<=?|≤|moins de|less than|أقل من|اقل من)\s*/iu

/**
 * One amount, or an explicit range: `12000-13000`, `de 12 000 à 13 000 DA`, `> 50 000`. Null for
 * anything else, and for a range whose end is before its start.
 */
export const readAmounts = (text: string): AmountRange | null => {
  const least = AT_LEAST.exec(text)
  if (least !== null) return openRange(text.slice(least[0].length), 'from')
  const most = AT_MOST.exec(text)
  if (most !== null) return openRange(text.slice(most[0].length), 'to')
  const one = readAmount(text)
  if (one !== null) return { from: one, to: one }
  const ends = text.replace(LEADING, '').split(BETWEEN)
  if (ends.length !== 2) return null
  const [from, to] = ends.map((end) => readAmount(end))
  if (from === null || to === null || from === undefined || to === undefined) return null
  return from < to ? { from, to } : null
}

const openRange = (text: string, end: keyof AmountRange): AmountRange | null => {
  const amount = readAmount(text)
  return amount === null ? null : { from: 1, to: MAX_CENTIMES, [end]: amount }
}
