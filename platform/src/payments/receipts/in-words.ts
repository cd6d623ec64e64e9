/**
 * An amount in words, as receipts in Algeria say it. No figure can be turned into another one by a stroke
 * of a pen then.
 */
import type { Centimes } from '@wasl/protocol'
import { arabicWords } from './in-arabic-words.ts'

type Words = (value: number) => string

const FR_SMALL = (
  'zéro un deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize ' +
  'dix-sept dix-huit dix-neuf'
).split(' ')

const FR_TENS = ['', '', 'vingt', 'trente', 'quarante', 'cinquante', 'soixante']

const frenchBelow100: Words = (value) => {
  if (value < 20) return FR_SMALL[value] ?? ''
  if (value < 70) {
    const [tens, ones] = [FR_TENS[Math.trunc(value / 10)] ?? '', value % 10]
    if (ones === 0) return tens
    return ones === 1 ? `${tens} et un` : `${tens}-${FR_SMALL[ones]}`
  }
  if (value < 80) return value === 71 ? 'soixante et onze' : `soixante-${FR_SMALL[value - 60]}`
  return value === 80 ? 'quatre-vingts' : `quatre-vingt-${FR_SMALL[value - 80]}`
}

const frenchBelow1000: Words = (value) => {
  const [hundreds, rest] = [Math.trunc(value / 100), value % 100]
  if (hundreds === 0) return frenchBelow100(rest)
  const many = hundreds === 1 ? 'cent' : `${FR_SMALL[hundreds]} cent`
  if (rest === 0) return hundreds === 1 ? many : `${many}s`
  return `${many} ${frenchBelow100(rest)}`
}

/** Before "mille", `cents` and `quatre-vingts` lose their s. */
const frenchWords: Words = (value) => {
  if (value === 0) return 'zéro'
  const [billions, millions, thousands, rest] = groupsOf(value)
  const thousand =
    thousands === 1 ? 'mille' : `${frenchBelow1000(thousands).replace(/s$/, withoutS)} mille`
  return [
    billions > 0 && `${frenchBelow1000(billions)} milliard${billions > 1 ? 's' : ''}`,
    millions > 0 && `${frenchBelow1000(millions)} million${millions > 1 ? 's' : ''}`,
    thousands > 0 && thousand,
    rest > 0 && frenchBelow1000(rest),
  ]
    .filter((part) => part !== false)
    .join(' ')
}

/** `trois` keeps its s; `cents` and `vingts` do not. */
const withoutS = (_: string, at: number, text: string): string =>
  /(?:cent|vingt)s$/.test(text) && at === text.length - 1 ? '' : 's'

const EN_SMALL = (
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen ' +
  'sixteen seventeen eighteen nineteen'
).split(' ')

const EN_TENS = ' twenty thirty forty fifty sixty seventy eighty ninety'.split(' ')

const englishBelow1000: Words = (value) => {
  const [hundreds, rest] = [Math.trunc(value / 100), value % 100]
  const ones = rest % 10
  const tens = EN_TENS[Math.trunc(rest / 10) - 1] ?? ''
  const last = rest < 20 ? EN_SMALL[rest] : ones === 0 ? tens : `${tens}-${EN_SMALL[ones]}`
  if (hundreds === 0) return last ?? ''
  return `${EN_SMALL[hundreds]} hundred${rest === 0 ? '' : ` and ${last}`}`
}

const englishWords: Words = (value) => {
  if (value === 0) return 'zero'
  const groups = groupsOf(value)
  return ['billion', 'million', 'thousand', '']
    .map((unit, index) => [groups[index] ?? 0, unit] as const)
    .filter(([group]) => group > 0)
    .map(([group, unit]) => `${englishBelow1000(group)} ${unit}`.trimEnd())
    .join(' ')
}

/** Billions, millions, thousands and the rest. */
const groupsOf = (value: number): [number, number, number, number] => [
  Math.trunc(value / 1e9),
  Math.trunc(value / 1e6) % 1_000,
  Math.trunc(value / 1_000) % 1_000,
  value % 1_000,
]

/** After a round million French says "de": un million de dinars. */
const french = (dinars: number, centimes: number): string => {
  const isRound = dinars >= 1e6 && dinars % 1e6 === 0
  const unit = dinars < 2 ? 'dinar algérien' : `${isRound ? 'de ' : ''}dinars algériens`
  const part =
    centimes === 0 ? '' : ` et ${frenchWords(centimes)} centime${centimes > 1 ? 's' : ''}`
  return `${frenchWords(dinars)} ${unit}${part}`
}

const english = (dinars: number, centimes: number): string => {
  const unit = `Algerian dinar${dinars === 1 ? '' : 's'}`
  const part = `${englishWords(centimes)} centime${centimes === 1 ? '' : 's'}`
  return `${englishWords(dinars)} ${unit}${centimes === 0 ? '' : ` and ${part}`}`
}

const SAY = { ar: arabicWords, fr: french, en: english } as const

/**
 * @param amount centimes; below a billion billions of dinars.
 * @example amountInWords(125_050, 'fr') // 'mille deux cent cinquante dinars algériens et cinquante centimes'
 */
export const amountInWords = (amount: Centimes, language: 'ar' | 'fr' | 'en'): string =>
  SAY[language](Math.trunc(amount / 100), amount % 100)
