import { z } from 'zod'
import { shown } from './shown.ts'

/**
 * Well-formed Unicode without U+0000. JSON allows lone surrogates and the null character, but UTF-8
 * cannot encode the first and PostgreSQL cannot store the second.
 */
export const textSchema = z.string().superRefine((value, context) => {
  if (!value.isWellFormed()) {
    context.addIssue({ code: 'custom', message: 'expected text without lone surrogates' })
  }
  if (value.includes('\u0000')) {
    context.addIssue({ code: 'custom', message: 'expected text without the null character' })
  }
})

/** The longest name of a partner or channel, in Unicode characters. It must fit on a receipt. */
export const NAME_LENGTH_MAX = 100

/**
 * A name for people: 1 to 100 Unicode characters, no control characters, no white space at the ends.
 * Refuses invisible characters, so that two different names cannot look alike. These include characters
 * that change the text direction; Arabic does not need them.
 */
export const nameSchema = z
  .string()
  .refine((value) => isLine(value, NAME_LENGTH_MAX) && !INVISIBLE.test(value), {
    error: ({ input }) =>
      `expected 1 to ${NAME_LENGTH_MAX} characters, without control or invisible characters and ` +
      `without white space at either end, received ${visible(shown(input))}`,
  })
  .meta({ minLength: 1, maxLength: NAME_LENGTH_MAX })

/** Format characters, line and paragraph separators, fillers, and all spaces except U+0020. */
const INVISIBLE = /[\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]|(?! )\p{Zs}/u

const visible = (text: string): string =>
  text.replaceAll(
    new RegExp(INVISIBLE, 'gu'),
    (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`,
  )

const CONTROL_OR_OUTER_SPACE = /\p{Cc}|^\p{White_Space}|\p{White_Space}$/u

/**
 * Whether a value is a single line of 1 to `lengthMax` Unicode characters (code points, not UTF-16
 * units): well-formed, without control characters, without white space at either end.
 */
export const isLine = (value: string, lengthMax: number): boolean => {
  // A code point has at most two UTF-16 units, so this avoids counting a huge string.
  if (value.length === 0 || value.length > lengthMax * 2) return false
  if (!value.isWellFormed() || CONTROL_OR_OUTER_SPACE.test(value)) return false
  return value.length <= lengthMax || Array.from(value).length <= lengthMax
}
