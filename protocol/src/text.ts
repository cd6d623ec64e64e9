import { z } from 'zod'
import { shown } from './shown.ts'

/**
 * Text that every receiver can hold: well-formed Unicode without U+0000. JSON allows both lone
 * surrogates and the null character, but UTF-8 has no form for the first and PostgreSQL none for
 * the second, so they are refused at the edge.
 */
export const textSchema = z.string().superRefine((value, context) => {
  if (!value.isWellFormed()) {
    context.addIssue({ code: 'custom', message: 'expected text without lone surrogates' })
  }
  if (value.includes('\u0000')) {
    context.addIssue({ code: 'custom', message: 'expected text without the null character' })
  }
})

/** The longest name of a partner or channel, in Unicode characters: it must fit on a receipt. */
export const NAME_LENGTH_MAX = 100

/**
 * A name that people read: 1 to 100 Unicode characters, no controls, no white space at the ends, and
 * nothing invisible: two names that look alike would be two entries in a list or an audit log. Characters
 * that change the direction of what follows are among them; Arabic needs none.
 */
export const nameSchema = z
  .string()
  .refine((value) => isLine(value, NAME_LENGTH_MAX) && !INVISIBLE.test(value), {
    error: ({ input }) =>
      `expected 1 to ${NAME_LENGTH_MAX} characters, without control or invisible characters and ` +
      `without white space at either end, received ${visible(shown(input))}`,
  })
  .meta({ minLength: 1, maxLength: NAME_LENGTH_MAX })

/** Format characters, line and paragraph separators, fillers, and spaces that are no space bar's. */
const INVISIBLE = /[\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]|(?! )\p{Zs}/u

const visible = (text: string): string =>
  text.replaceAll(
    new RegExp(INVISIBLE, 'gu'),
    (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`,
  )

const CONTROL_OR_OUTER_SPACE = /\p{Cc}|^\p{White_Space}|\p{White_Space}$/u

/**
 * True for a single line of 1 to `lengthMax` Unicode characters (code points, not UTF-16 units) that
 * is well-formed, has no control characters and neither starts nor ends with white space.
 */
export const isLine = (value: string, lengthMax: number): boolean => {
  // A code point takes at most two UTF-16 units, so this cheap bound spares counting a huge string.
  if (value.length === 0 || value.length > lengthMax * 2) return false
  if (!value.isWellFormed() || CONTROL_OR_OUTER_SPACE.test(value)) return false
  return value.length <= lengthMax || Array.from(value).length <= lengthMax
}
