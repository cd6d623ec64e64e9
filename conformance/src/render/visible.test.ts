import fc from 'fast-check'
import { expect, test } from 'vitest'
import { visible } from './visible.ts'

test.each([
  ['\u001B[31mred\u001B[0m', String.raw`\u{1b}[31mred\u{1b}[0m`],
  ['abc\u202Edef', String.raw`abc\u{202e}def`],
  ['zero\u0000width\u200B', String.raw`zero\u{0}width\u{200b}`],
  ['one\u2028two', String.raw`one\u{2028}two`],
  ['one\r\ntwo\tthree\n', 'one\ntwo\tthree\n'],
  ['one\rtwo', String.raw`one\u{d}two`],
  ['\uD800', '\uFFFD'],
  ['دفعة 5490 د.ج', 'دفعة 5490 د.ج'],
])('%j is shown as %j', (text, shown) => {
  expect(visible(text)).toBe(shown)
})

test('no text keeps a control or format character', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(visible(text)).not.toMatch(/(?![\t\n])[\p{Cc}\p{Cf}]/u)
    }),
  )
})
