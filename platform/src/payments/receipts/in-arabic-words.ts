/**
 * Numbers in Arabic words, with the dinar after them. The counted noun follows the last number: one and
 * two stand after the noun, three to ten have its plural, eleven to ninety-nine its accusative, and
 * hundreds and thousands its genitive.
 */

/** With a masculine noun, such as the dinar: three to ten take the feminine ending. */
const SMALL = [
  '',
  'واحد',
  'اثنان',
  'ثلاثة',
  'أربعة',
  'خمسة',
  'ستة',
  'سبعة',
  'ثمانية',
  'تسعة',
  'عشرة',
  'أحد عشر',
  'اثنا عشر',
  'ثلاثة عشر',
  'أربعة عشر',
  'خمسة عشر',
  'ستة عشر',
  'سبعة عشر',
  'ثمانية عشر',
  'تسعة عشر',
]

const TENS = ['', '', 'عشرون', 'ثلاثون', 'أربعون', 'خمسون', 'ستون', 'سبعون', 'ثمانون', 'تسعون']

const HUNDREDS = [
  '',
  'مائة',
  'مائتان',
  'ثلاثمائة',
  'أربعمائة',
  'خمسمائة',
  'ستمائة',
  'سبعمائة',
  'ثمانمائة',
  'تسعمائة',
]

type Noun = {
  one: string
  two: string
  /** Three to ten. */
  few: string
  /** Eleven to ninety-nine. */
  many: string
  /** After hundreds and thousands. */
  round: string
}

const DINAR: Noun = {
  one: 'دينار جزائري',
  two: 'ديناران جزائريان',
  few: 'دنانير جزائرية',
  many: 'دينارًا جزائريًا',
  round: 'دينار جزائري',
}

const CENTIME: Noun = {
  one: 'سنتيم',
  two: 'سنتيمان',
  few: 'سنتيمات',
  many: 'سنتيمًا',
  round: 'سنتيم',
}

const THOUSAND: Noun = { one: 'ألف', two: 'ألفان', few: 'آلاف', many: 'ألفًا', round: 'ألف' }

const MILLION: Noun = {
  one: 'مليون',
  two: 'مليونان',
  few: 'ملايين',
  many: 'مليونًا',
  round: 'مليون',
}

const BILLION: Noun = {
  one: 'مليار',
  two: 'ملياران',
  few: 'مليارات',
  many: 'مليارًا',
  round: 'مليار',
}

const below1000 = (value: number): string => {
  const [hundreds, rest] = [Math.trunc(value / 100), value % 100]
  const [tens, ones] = [Math.trunc(rest / 10), rest % 10]
  const last = rest < 20 ? SMALL[rest] : [SMALL[ones], TENS[tens]].filter(Boolean).join(' و')
  return [HUNDREDS[hundreds], last].filter(Boolean).join(' و')
}

/** So many of a noun, from one to 999. */
const counted = (value: number, noun: Noun): string => {
  if (value === 1) return noun.one
  if (value === 2) return noun.two
  return sumOf([], value, noun)
}

const formOf = (value: number, noun: Noun): string => {
  const rest = value % 100
  if (rest >= 3 && rest <= 10) return noun.few
  return rest > 10 ? noun.many : noun.round
}

/** Of two hundred and two thousand the n is dropped before the noun that is counted. */
const beforeNoun = (text: string): string =>
  text.replace(/(مائت|ألف|مليون|مليار)ان$/, (_, stem: string) => `${stem}ا`)

const sum = (value: number, noun: Noun): string => {
  const [billions, millions] = [Math.trunc(value / 1e9), Math.trunc(value / 1e6) % 1_000]
  const [thousands, rest] = [Math.trunc(value / 1_000) % 1_000, value % 1_000]
  const large = [
    billions > 0 && counted(billions, BILLION),
    millions > 0 && counted(millions, MILLION),
    thousands > 0 && counted(thousands, THOUSAND),
  ].filter((part) => part !== false)
  return sumOf(large, rest, noun)
}

/** One and two stand after the noun: a hundred dinars and a dinar. */
const sumOf = (large: string[], rest: number, noun: Noun): string => {
  const last = rest % 100
  if (last > 2) return `${[...large, below1000(rest)].join(' و')} ${formOf(rest, noun)}`
  const head = [...large, HUNDREDS[Math.trunc(rest / 100)]].filter(Boolean).join(' و')
  const round = head === '' ? [] : [`${beforeNoun(head)} ${noun.round}`]
  const tail = last === 0 ? [] : [last === 1 ? noun.one : noun.two]
  return [...round, ...tail].join(' و')
}

/** @example arabicWords(1_250, 50) // 'ألف ومائتان وخمسون دينارًا جزائريًا وخمسون سنتيمًا' */
export const arabicWords = (dinars: number, centimes: number): string => {
  const whole = dinars === 0 ? `صفر ${DINAR.round}` : sum(dinars, DINAR)
  return centimes === 0 ? whole : `${whole} و${sum(centimes, CENTIME)}`
}
