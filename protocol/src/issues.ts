/** Validation problems as sentences for people. */
import type { z } from 'zod'
import type { Issue } from './platform-error.ts'
import { shown } from './shown.ts'

/**
 * What is wrong with a value, one entry for each problem: where (a dotted path, empty for the whole)
 * and a sentence with what was expected and what came.
 *
 * Give the refused value as second argument, so that sentences can show what came; without it they
 * say what zod knows.
 *
 * @example
 * const result = paymentDetailsSchema.safeParse(body)
 * if (!result.success) describeIssues(result.error, body)
 * // [{ path: 'amount_detail.0.value', message: 'expected a number, received "12"' }]
 */
export function describeIssues(error: z.ZodError, value?: unknown): Issue[] {
  return error.issues.map((issue) => ({
    path: issue.path.map(String).join('.'),
    message: sentence(issue, value),
  }))
}

function sentence(issue: z.core.$ZodIssue, value: unknown): string {
  const expected = expectation(issue)
  if (expected === null) return issue.message
  const received = value === undefined ? receivedType(issue) : shown(valueAt(value, issue.path))
  return `expected ${expected}${received === null ? '' : `, received ${received}`}`
}

const NOUNS: Record<string, string> = {
  string: 'a string',
  number: 'a number',
  int: 'an integer',
  boolean: 'true or false',
  object: 'an object',
  array: 'an array',
  record: 'an object',
  null: 'null',
}

function expectation(issue: z.core.$ZodIssue): string | null {
  switch (issue.code) {
    case 'invalid_type':
      return NOUNS[issue.expected] ?? issue.expected
    case 'invalid_value':
      return oneOf(issue.values)
    case 'too_small':
      return `${sizeNoun(issue.origin)}${issue.inclusive === false ? 'more than' : 'at least'} ${issue.minimum}`
    case 'too_big':
      return `${sizeNoun(issue.origin)}${issue.inclusive === false ? 'less than' : 'at most'} ${issue.maximum}`
    case 'invalid_format':
      return FORMATS[issue.format] ?? null
    case 'invalid_union':
      return 'options' in issue && Array.isArray(issue.options) ? oneOf(issue.options) : null
    default:
      return null
  }
}

const FORMATS: Record<string, string> = {
  datetime: 'a time in UTC with milliseconds such as 2026-11-21T09:00:00.000Z',
  guid: 'a UUID',
  uuid: 'a UUID',
}

function oneOf(values: readonly unknown[]): string {
  const texts = values.map(shown)
  return texts.length === 1 ? (texts[0] ?? '') : `one of ${texts.join(', ')}`
}

function sizeNoun(origin: string): string {
  if (origin === 'string') return 'a length of '
  return origin === 'array' ? 'a number of items of ' : ''
}

/** Without the value, zod's own sentence still ends with the type that came. */
function receivedType(issue: z.core.$ZodIssue): string | null {
  const type = /received (\w+)$/.exec(issue.message)?.[1]
  if (type === undefined) return null
  return type === 'undefined' ? 'nothing' : (NOUNS[type] ?? type)
}

function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (inner, key) =>
      typeof inner === 'object' && inner !== null ? Reflect.get(inner, key) : undefined,
    value,
  )
}
