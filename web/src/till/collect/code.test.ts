import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { emvcoPayload } from '../../../../platform/src/payments/qr-codes/emvco.ts'
import { readCode } from './code.ts'

const TOKEN = '7Z3M9K0QW5T8R2VXN4BHJD01Z9'

beforeEach(() => {
  vi.stubGlobal('location', { host: 'till.example' })
  vi.stubGlobal('document', { documentElement: { dataset: { origin: 'https://pay.example' } } })
})

afterEach(() => vi.unstubAllGlobals())

test.each(['https://pay.example', 'HTTPS://PAY.EXAMPLE', 'https://till.example'])(
  'a code of %s opens',
  (origin) => {
    expect(readCode(`${origin}/q/${TOKEN}`)).toEqual({ kind: 'qr', token: TOKEN })
    expect(readCode(`${origin}/Q/${TOKEN.toLowerCase()}?lang=ar`)).toEqual({
      kind: 'qr',
      token: TOKEN,
    })
  },
)

test.each([
  ['https://evil.example/q/', 'evil.example'],
  ['https://pay.example.evil.test/q/', 'pay.example.evil.test'],
  ['https://pay.example@evil.example/q/', 'evil.example'],
])('a code of %s does not open as ours, though it has our token', (url, host) => {
  expect(readCode(url + TOKEN)).toEqual({ kind: 'foreign', host })
})

test.each([
  ['Dar El Bahia', 'دار البهية'],
  ['AAAAAAAAAAAAAAAAAAAAAAAAA', null],
])('an EMVCo code of %s opens', (name, nameAr) => {
  const merchant = { partnerId: 'prt_1001', name, nameAr, city: 'Oran' }
  for (const guid of ['dz.wasl', 'A0000000000000000000000000000001']) {
    for (const amount of [null, 125_050]) {
      const payload = emvcoPayload({ guid, token: TOKEN, merchant, amount })
      expect(readCode(payload)).toEqual({ kind: 'qr', token: TOKEN })
    }
  }
})

test('the code that the payer dictates is read as people write it', () => {
  const reference = '7z3m-9koq w5t8-r2vx-n4bh-jdol-z9'
  expect(readCode(` ${reference} `)).toEqual({ kind: 'dictated', token: TOKEN, reference })
})

test.each(['FAC/2026-04417', '00020126FAC', 'https://shop.example/bill/7', '0002012699AB'])(
  '%s is a reference',
  (reference) => {
    expect(readCode(reference)).toEqual({ kind: 'reference', reference })
  },
)
