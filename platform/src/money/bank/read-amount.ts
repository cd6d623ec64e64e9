import { MAX_CENTIMES, type Centimes } from '@wasl/protocol'

/** Spaces and apostrophes that separate thousands, and the currency after the number. */
const DECORATION = /[\s'’]|(?:DA|DZD)$/gi

const FORMS = {
  ',': /^([+-]?)([0-9]{1,3}(?:\.[0-9]{3})+|[0-9]{1,12})(?:,([0-9]{1,2}))?([+-]?)$/,
  '.': /^([+-]?)([0-9]{1,3}(?:,[0-9]{3})+|[0-9]{1,12})(?:\.([0-9]{1,2}))?([+-]?)$/,
} as const

/**
 * The centimes of an amount in a bank's export; null when it is not an amount. Zero is possible. By
 * decimal digits, never in floating point.
 *
 * @example readBankAmount('-1 234,50', ',') // -123450
 */
export const readBankAmount = (text: string, decimal: ',' | '.'): Centimes | null => {
  const parts = FORMS[decimal].exec(text.trim().replaceAll(DECORATION, ''))
  if (parts === null) return null
  const [, before = '', whole = '', decimals = '', after = ''] = parts
  if (before !== '' && after !== '') return null
  const centimes = Number(whole.replaceAll(/[.,]/g, '') + decimals.padEnd(2, '0'))
  if (centimes > MAX_CENTIMES) return null
  return centimes !== 0 && (before === '-' || after === '-') ? -centimes : centimes
}
