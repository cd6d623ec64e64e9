import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { MAX_CENTIMES } from '@wasl/protocol'
import { receiptNumber, shortReceiptNumber } from '../../payments/receipts/receipt-number.ts'
import { readAmount, readAmounts } from '../../base/typed/read-amount.ts'
import { readTyped } from './read-typed.ts'
import { cleanText, foldName } from '../../base/typed/typed-text.ts'

const SPACES = [' ', '\u00a0', '\u202f', '\u2009']
const INVISIBLE = ['', '\u200e', '\u200f', '\u2067', '\u2069', '\ufeff', '\u202b']
const CURRENCIES = ['', ' DA', 'DA', ' da', ' DZD', ' دج', ' د.ج', ' دينار', ' dinars']
const NAMES = { space: SPACES, comma: [','], point: ['.'], none: [''], arabic: ['\u066c'] }

const arabicDigits = (text: string, zero: number): string =>
  text.replaceAll(/[0-9]/g, (digit) => String.fromCodePoint(zero + Number(digit)))

const grouped = (whole: string, separator: string): string =>
  whole.replaceAll(/\B(?=(?:[0-9]{3})+$)/g, separator)

/** How people write one amount: any grouping, point, digits, currency and invisible marks. */
const written = fc
  .record({
    centimes: fc.integer({ min: 1, max: MAX_CENTIMES }),
    grouping: fc.constantFrom(...(Object.keys(NAMES) as (keyof typeof NAMES)[])),
    which: fc.nat(3),
    hasDecimals: fc.boolean(),
    zero: fc.constantFrom(0x30, 0x660, 0x6f0),
    currency: fc.constantFrom(...CURRENCIES),
    isCurrencyFirst: fc.boolean(),
    mark: fc.constantFrom(...INVISIBLE),
  })
  .map(({ centimes, grouping, which, hasDecimals, zero, currency, isCurrencyFirst, mark }) => {
    const whole = String(Math.floor(centimes / 100))
    const cents = String(centimes % 100).padStart(2, '0')
    const shows = hasDecimals || centimes % 100 !== 0
    const point = grouping === 'comma' ? '.' : grouping === 'arabic' ? '\u066b' : ','
    const separators = NAMES[grouping]
    const number = grouped(whole, separators[which % separators.length] as string)
    const digits = arabicDigits(shows ? `${number}${point}${cents}` : number, zero)
    const shown = isCurrencyFirst ? `${currency.trim()} ${digits}` : `${digits}${currency}`
    return { centimes, shown: `${mark}${shown}${mark}` }
  })

describe('an amount', () => {
  test('is read however it is written', () => {
    fc.assert(
      fc.property(written, ({ centimes, shown }) => {
        expect(readAmount(cleanText(shown))).toBe(centimes)
      }),
      { numRuns: 2_000 },
    )
  })

  test('is read as people type it', () => {
    expect(readAmount('12 450')).toBe(1_245_000)
    expect(readAmount('12450,00')).toBe(1_245_000)
    expect(readAmount('12.450,5')).toBe(1_245_050)
    expect(readAmount('12,450.50')).toBe(1_245_050)
    expect(readAmount('599.8')).toBe(59_980)
    expect(readAmount('2500 دج')).toBe(250_000)
    expect(readAmount('٢٥٠٠ د.ج')).toBe(250_000)
  })

  test.each([
    '',
    'DA',
    '12 45',
    '1.2.3',
    '12,450,50',
    '0',
    '0,00',
    '99999999999',
    '5 EUR',
    '1e3',
    '-5',
  ])('%j is not one', (text) => {
    expect(readAmount(text)).toBeNull()
  })

  test('never throws, and is within the bounds of D2', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const amount = readAmount(cleanText(text))
        expect(amount === null || (amount >= 1 && amount <= MAX_CENTIMES)).toBe(true)
        expect(() => readTyped(text)).not.toThrow()
      }),
    )
  })
})

describe('a range of amounts', () => {
  const WAYS = [
    (from: string, to: string) => `${from} - ${to}`,
    (from: string, to: string) => `${from}–${to}`,
    (from: string, to: string) => `${from}..${to}`,
    (from: string, to: string) => `de ${from} à ${to}`,
    (from: string, to: string) => `entre ${from} et ${to}`,
    (from: string, to: string) => `من ${from} إلى ${to}`,
    (from: string, to: string) => `بين ${from} و${to}`,
    (from: string, to: string) => `بين ${from} و ${to}`,
    (from: string, to: string) => `from ${from} to ${to}`,
  ]

  test('is read in each language', () => {
    fc.assert(
      fc.property(written, written, fc.constantFrom(...WAYS), (one, other, way) => {
        const [low, high] = one.centimes < other.centimes ? [one, other] : [other, one]
        fc.pre(low.centimes < high.centimes)
        expect(readAmounts(cleanText(way(low.shown, high.shown)))).toEqual({
          from: low.centimes,
          to: high.centimes,
        })
      }),
    )
  })

  test('may be open at one end', () => {
    expect(readAmounts('> 50 000')).toEqual({ from: 5_000_000, to: MAX_CENTIMES })
    expect(readAmounts('moins de 300 DA')).toEqual({ from: 1, to: 30_000 })
  })

  test.each(['13000-12000', '2026-11-19', '1-2-3', '1-', 'FAC-12'])('%j is not one', (text) => {
    expect(readAmounts(text)).toBeNull()
  })
})

describe('what was typed', () => {
  test('is a receipt’s number in any spelling, and no other number', () => {
    const id = fc
      .tuple(
        fc.integer({ min: 0, max: 2 ** 41 }),
        fc.nat(0xfff),
        fc.nat(0x3fffff),
        fc.nat(2 ** 31 - 1),
      )
      .map(([ms, fraction, random, partner]) => {
        const hex = (value: number, length: number) => value.toString(16).padStart(length, '0')
        const [time, tail] = [hex(ms, 12), hex(0x800000 + random, 6)]
        return (
          `${time.slice(0, 8)}-${time.slice(8)}-7${hex(fraction, 3)}-` +
          `${tail.slice(0, 4)}-${tail.slice(4)}00${hex(partner, 8)}`
        )
      })
    fc.assert(
      fc.property(id, fc.nat(23), (paymentId, at) => {
        const number = receiptNumber(paymentId)
        for (const text of [number, number.toLowerCase(), number.replaceAll('-', ' ')]) {
          expect(readTyped(text).receiptOf).toBe(paymentId)
        }
        const bare = number.replaceAll('-', '')
        const wrong = `${bare.slice(0, at)}${bare[at] === '7' ? '8' : '7'}${bare.slice(at + 1)}`
        expect(readTyped(wrong).receiptOf).toBeNull()
        const short = shortReceiptNumber(paymentId)
        const said = { last: paymentId.slice(24, 26), second: expect.any(Number) }
        for (const text of [short, short.toLowerCase(), short.replace('-', ' ')]) {
          expect(readTyped(text).shortNumber).toEqual(said)
        }
        const place = [0, 1, 2, 3, 5, 6, 7, 8][at % 8] as number
        const other = short[place] === '7' ? '8' : '7'
        const misread = `${short.slice(0, place)}${other}${short.slice(place + 1)}`
        expect(readTyped(misread).shortNumber).toBeNull()
      }),
    )
  })

  test('is a reference in the spellings that people exchange', () => {
    expect(readTyped('\u202bfac/٤٤١٧ ').references).toEqual([
      'fac/٤٤١٧',
      'FAC/٤٤١٧',
      'fac/4417',
      'FAC/4417',
    ])
    expect(readTyped('F').references).toEqual([])
  })

  test('is an id, with or without hyphens', () => {
    const id = '019aa5b1-3080-7abc-8def-0123000003e9'
    expect(readTyped(id.toUpperCase()).uuid).toBe(id)
    expect(readTyped(id.replaceAll('-', '')).uuid).toBe(id)
    expect(readTyped('CHN_7').wireId).toEqual({ of: 'channel', number: 7 })
    expect(readTyped('agt_12').wireId).toEqual({ of: 'agent', number: 12 })
  })

  test('is a name with two letters, folded as people spell it', () => {
    expect(readTyped('12 450').name).toBeNull()
    expect(readTyped('El').name).toBe('El')
    expect(foldName('École de la Sécurité')).toBe('ecole de la securite')
    expect(foldName('مؤسسة الأمل')).toBe(foldName('موسسه الامل'))
  })
})
