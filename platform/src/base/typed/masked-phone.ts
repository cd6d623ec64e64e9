import { cleanText, withLatinDigits } from './typed-text.ts'

/** An Algerian number, mobile or fixed, however it is written. */
const PHONE = /^(?:\+213|00213|0)(?:[567]\d{8}|[234]\d{7})$/

/** How the audit log names a phone number that was searched: not by itself. Null for any other text. */
export const maskedPhone = (typed: string): string | null => {
  const digits = withLatinDigits(cleanText(typed)).replaceAll(/[ .()-]/g, '')
  return PHONE.test(digits) ? `${digits.slice(0, 4)}…${digits.slice(-2)}` : null
}
