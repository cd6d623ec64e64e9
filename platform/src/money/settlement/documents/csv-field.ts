/** Writes text from outside as a field of CSV. */
import { visibleText } from './readable.ts'

// A spreadsheet calculates a field that begins with one of these, also in full width, and whatever
// quotes are around it. After an apostrophe it is text.
const FORMULA = /^[\s]*[=+\-@\t\r\uFF1D\uFF0B\uFF0D\uFF20]/

const withoutFormula = (text: string): string => (FORMULA.test(text) ? `'${text}` : text)

const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`

/** For a person's spreadsheet, quoted: no formula, no second field, nothing invisible. */
export const safeField = (text: string): string => quoted(withoutFormula(visibleText(text)))

/**
 * For programs (RFC 4180), but safe in a spreadsheet too: quoted where necessary, and never a
 * formula.
 *
 * @example csvField('=1+1, "x"') // `"'=1+1, ""x"""`
 */
export const csvField = (text: string): string => {
  const harmless = withoutFormula(text)
  return /[",\r\n]/.test(harmless) ? quoted(harmless) : harmless
}
