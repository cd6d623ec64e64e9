import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anyText } from '../../../test/support/any-text.ts'
import { partnerText, withoutSecret } from './partner-text.ts'

test('plain text stays as it is, in any script', () => {
  expect(partnerText('الفاتورة غير موجودة')).toBe('الفاتورة غير موجودة')
  expect(partnerText('Référence inconnue 😀')).toBe('Référence inconnue 😀')
})

test('control, bidirectional and zero-width characters go', () => {
  expect(partnerText('a\r\nb\u0000c\u001b[31md')).toBe('a b c [31md')
  expect(partnerText('pay \u202e001\u202c now\u2066\u200b\ufeff\u2028\u061c')).toBe('pay  001  now')
})

test('text is cut at 200 characters, never through one', () => {
  expect(Array.from(partnerText('😀'.repeat(500)))).toHaveLength(200)
  expect(partnerText('x'.repeat(200))).toBe('x'.repeat(200))
  expect(partnerText('x'.repeat(201))).toBe(`${'x'.repeat(199)}…`)
})

test('whatever comes in, at most 200 well-formed visible characters come out', () => {
  fc.assert(
    fc.property(anyText(600), (text) => {
      const shown = partnerText(text)
      expect(shown.isWellFormed()).toBe(true)
      expect(shown).not.toMatch(/[\p{Cc}\p{Cf}]/u)
      expect(Array.from(shown).length).toBeLessThanOrEqual(200)
    }),
  )
})

test('a secret is taken out wherever it stands', () => {
  expect(withoutSecret('Bearer s3cret, again s3cret', 's3cret')).toBe(
    'Bearer [secret], again [secret]',
  )
  expect(withoutSecret('abc', '')).toBe('abc')
})
