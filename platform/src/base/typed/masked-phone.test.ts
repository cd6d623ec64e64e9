import { expect, test } from 'vitest'
import { maskedPhone } from './masked-phone.ts'

test.for([
  ['0551 23 45 67', '0551…67'],
  ['+213 (0)551', null],
  ['+213551234567', '+213…67'],
  ['٠٥٥١٢٣٤٥٦٧', '0551…67'],
  ['021 63 45 67', '0216…67'],
  ['1500', null],
  ['REF-0551234567', null],
] as const)('a phone number is named by its ends: %s', ([typed, masked]) => {
  expect(maskedPhone(typed)).toBe(masked)
})
