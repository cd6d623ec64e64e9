import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { formatDinars, MAX_CENTIMES } from '@wasl/protocol'
import { readEmvco, type DataObject } from '../../../test/support/emvco-reader.ts'
import { characters } from './emvco-names.ts'
import { crc16, emvcoPayload, type EmvcoCode } from './emvco.ts'

const CODE: EmvcoCode = {
  guid: 'dz.wasl',
  token: '7QK2M9ABCDEFGHJKMNPQRSTVWX',
  merchant: { partnerId: 'prt_1001', name: 'Dar El Bahia', nameAr: 'دار البهية', city: 'Oran' },
  amount: null,
}

/** The value of the tags on the way to a data object: `value(objects, '64', '01')`. */
const value = (objects: readonly DataObject[], ...tags: string[]): string | undefined => {
  const [tag, ...rest] = tags
  const found = objects.find((object) => object.tag === tag)
  if (found === undefined || rest.length === 0) return found?.value
  return value(found.inner, ...rest)
}

const read = (code: Partial<EmvcoCode>): DataObject[] =>
  readEmvco(emvcoPayload({ ...CODE, ...code }))

const readMerchant = (merchant: Partial<EmvcoCode['merchant']>): DataObject[] =>
  read({ merchant: { ...CODE.merchant, ...merchant } })

/** Published by others: their CRCs and lengths prove ours, and the reader that the tests below use. */
const PUBLISHED = {
  "EMVCo's own example, with a name in Chinese":
    '00020101021229300012D156000000000510A93FO3230Q31280012D15600000001030812345678520441115802CN' +
    '5914BEST TRANSPORT6007BEIJING64200002ZH0104最佳运输0202北京540523.7253031565502016233030412' +
    '340603***0708A60086670902ME91320016A0112233449988770708123456786304A13A',
  'Pix, in the manual of the Banco Central do Brasil':
    '00020126580014br.gov.bcb.pix0136123e4567-e12b-12d1-a456-4266554400005204000053039865802BR59' +
    '13Fulano de Tal6008BRASILIA62070503***63041D3D',
  'PromptPay, a phone number':
    '00020101021129370016A000000677010111011300668012345675802TH530376463046197',
  'NAPAS 247, a transfer to a card':
    '00020101021238600010A00000072701300006970403011697040311012345670208QRIBFTTC530370454061800' +
    '005802VN62340107NPS68690819thanh toan don hang6304A203',
  'VietQR, a transfer to an account':
    '00020101021238570010A0000007270127000697041501130011001932418' +
    '0208QRIBFTTA530370454061200005802VN62170813ung ho lu lut6304C15C',
  'PayNow in SGQR':
    '00020101021126490009SG.PAYNOW010120210201403121W030110408203012315204000053037025802SG5913A' +
    'CME Pte Ltd.6009Singapore6304B69E',
  KHQR:
    '00020101021252044131153137210116372101160123456789ABCDE6016Banteay Meanchey5913Kuntheas Sho' +
    'p5802KH540510.005303840621201081234567863041FF2',
}

describe('published payloads', () => {
  test.each(Object.entries(PUBLISHED))('%s: carries the CRC that we make', (_name, payload) => {
    expect(crc16(payload.slice(0, -4))).toBe(payload.slice(-4))
    const objects = readEmvco(payload)
    expect(value(objects, '00')).toBe('01')
    expect(value(objects, '63')).toBe(payload.slice(-4))
  })

  test('count a Chinese character as one', () => {
    const objects = readEmvco(PUBLISHED["EMVCo's own example, with a name in Chinese"])
    expect(value(objects, '64', '01')).toBe('最佳运输')
    expect(value(objects, '59')).toBe('BEST TRANSPORT')
  })
})

test('the CRC of the digits 1 to 9 is the check value of CRC-16/CCITT-FALSE', () => {
  expect(crc16('123456789')).toBe('29B1')
  expect(crc16('')).toBe('FFFF')
})

describe('the payload of a static code', () => {
  test('is this one, character by character', () => {
    expect(emvcoPayload(CODE)).toBe(
      '00020101021126410007dz.wasl01267QK2M9ABCDEFGHJKMNPQRSTVWX5204000053030125802DZ' +
        '5912Dar El Bahia6004Oran64200002ar0110دار البهية6304C956',
    )
  })

  test('has no amount, because its amounts change after printing', () => {
    const objects = read({})
    expect(value(objects, '01')).toBe('11')
    expect(value(objects, '54')).toBeUndefined()
  })

  test('has GUID and token in the merchant account template', () => {
    const objects = read({ guid: 'example.dz.pay' })
    expect(value(objects, '26', '00')).toBe('example.dz.pay')
    expect(value(objects, '26', '01')).toBe(CODE.token)
  })

  test('has no tag 64 without a name in Arabic letters', () => {
    expect(value(readMerchant({ nameAr: null }), '64')).toBeUndefined()
    expect(value(readMerchant({ nameAr: null, name: 'مخبزة النور' }), '64', '01')).toBe(
      'مخبزة النور',
    )
  })
})

test('the payload of a dynamic code says so and has its amount', () => {
  const objects = read({ amount: 59_980 })
  expect(value(objects, '01')).toBe('12')
  expect(value(objects, '54')).toBe('599.80')
})

describe('the name in tag 59', () => {
  test.each([
    ['Épicerie Larbaâ', 'Epicerie Larbaa'],
    ['Sœurs « Ben » Aïcha', 'Soeurs " Ben " Aicha'],
    ['دار البهية', 'DAR ALBHIA'],
    ['آمال ٢٤', 'AMAL 24'],
    ['ﻻ', 'LA'],
    ['Café النور', 'Cafe ALNOUR'],
    ['ⵜⴰⵎⴰⵣⵉⵖⵜ', 'prt_1001'],
    ['☕ ☕', 'prt_1001'],
    ['…', 'prt_1001'],
    ['A\u202eB\u200bC', 'ABC'],
    ['Établissement public de distribution', 'Etablissement public de d'],
    ['Société nationale des eaux, Alger', 'Societe nationale des eau'],
  ])('of %j is %j', (name, latin) => {
    expect(value(readMerchant({ name }), '59')).toBe(latin)
  })
})

test.each([
  ['Tizi Ouzou', 'Tizi Ouzou'],
  ['Bordj Bou Arréridj', 'Bordj Bou Arrer'],
  ['وهران', 'OUHRAN'],
  [null, 'Algerie'],
  ['16000', 'Algerie'],
])('the city %j is %j in tag 60', (city, latin) => {
  expect(value(readMerchant({ city }), '60')).toBe(latin)
})

test('the name in tag 64 has no invisible characters', () => {
  const nameAr = '\u202eدار\u200b\u00a0\u2066البهية\u2069\n'
  expect(value(readMerchant({ nameAr }), '64', '01')).toBe('دار البهية')
})

describe('a name that is too long for tag 64', () => {
  test('loses whole letters with their marks', () => {
    const nameAr = `${'ب'.repeat(24)}بَّ`
    expect(value(readMerchant({ nameAr }), '64', '01')).toBe('ب'.repeat(24))
  })

  test('is never cut inside a surrogate pair', () => {
    const nameAr = `${'ب'.repeat(24)}👩🏽`
    expect(value(readMerchant({ nameAr }), '64', '01')).toBe('ب'.repeat(24))
  })
})

test.each(['', 'x'.repeat(33), 'dz.وصل'])('the GUID %j is refused', (guid) => {
  expect(() => emvcoPayload({ ...CODE, guid })).toThrow(RangeError)
})

test('a token that does not fit is refused', () => {
  expect(() => emvcoPayload({ ...CODE, token: 'X'.repeat(90) })).toThrow('tag 26')
})

test('any names give a valid payload within every limit', () => {
  const text = fc.string({ unit: 'grapheme', maxLength: 60 })
  const arabic = fc.string({
    unit: fc.constantFrom(...Array.from('ابتثجحخدذرزَّسشصض ١٢👩')),
    maxLength: 60,
  })
  const name = fc.oneof(text, arabic)
  fc.assert(
    fc.property(
      fc.record({
        name,
        nameAr: fc.option(name, { nil: null }),
        city: fc.option(name, { nil: null }),
      }),
      fc.option(fc.integer({ min: 1, max: MAX_CENTIMES }), { nil: null }),
      (merchant, amount) => {
        const objects = read({ merchant: { partnerId: 'prt_1001', ...merchant }, amount })
        const latin = value(objects, '59') ?? ''
        expect(latin).toMatch(/^[\x21-\x7e]([\x20-\x7e]{0,23}[\x21-\x7e])?$/)
        expect(value(objects, '60')).toMatch(/^[\x21-\x7e]([\x20-\x7e]{0,13}[\x21-\x7e])?$/)
        const other = value(objects, '64', '01')
        expect(characters(other ?? '')).toBeLessThanOrEqual(25)
        expect(other ?? '').toSatisfy((written: string) => written.isWellFormed())
        expect(value(objects, '64', '00')).toBe(other === undefined ? undefined : 'ar')
        expect(value(objects, '54')).toBe(amount === null ? undefined : formatDinars(amount))
        expect(value(objects, '26', '01')).toBe(CODE.token)
        expect(objects[0]?.tag).toBe('00')
        expect(objects.at(-1)?.tag).toBe('63')
      },
    ),
    { numRuns: 2_000 },
  )
})
