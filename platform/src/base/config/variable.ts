/** How one variable of the environment is read, and what is said when it is wrong. */
import { shown } from '@wasl/protocol'
import { z } from 'zod'

/**
 * @param expected what the error message says was expected; a function for texts that are wrong in
 *   a way of their own.
 * @param read the value, or undefined when it is wrong.
 * @param show how the error message shows what was received.
 */
export const variable = <Value>(
  expected: string | ((text: string) => string),
  read: (text: string) => Value | undefined,
  show: (text: string) => string = shown,
) =>
  z
    .string()
    .transform((text, context): Value => {
      const value = read(text)
      if (value !== undefined) return value
      // Docker and systemd differ in what they do with quotes in a file of variables.
      const bare = unquoted(text)
      const wanted =
        bare === null ? expectedOf(expected, text) : `${expectedOf(expected, bare)}, without quotes`
      const message = `expected ${wanted}, received ${show(text)}`
      context.addIssue({ code: 'custom', message })
      return z.NEVER
    })
    .optional()

const expectedOf = (expected: string | ((text: string) => string), text: string): string =>
  typeof expected === 'string' ? expected : expected(text)

/** What is between the quotes; null without quotes. */
const unquoted = (text: string): string | null =>
  /^(["']).*\1$/s.test(text) ? text.slice(1, -1) : null

export const hidden = (text: string): string => `${text.length} characters`

export const wholeNumber = (min: number, max: number) =>
  variable(`a whole number from ${min} to ${max}`, (text) => {
    const value = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN
    return value >= min && value <= max ? value : undefined
  })

export const isText = (pattern: RegExp) => (text: string) => (pattern.test(text) ? text : undefined)
