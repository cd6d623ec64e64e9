/** Describes validation problems in sentences. */
import type { z } from 'zod'
import type { Issue } from './issue.ts'
import { SENTENCE_END } from './request-object.ts'
import { shown } from './shown.ts'
import { shownName } from './unknown-names.ts'

/**
 * One entry for each problem: its dotted path (empty for the whole value), and what was expected and
 * received.
 *
 * Pass the refused value as second argument, so that the messages can show it.
 *
 * @example
 * const result = paymentDetailsSchema.safeParse(body)
 * if (!result.success) describeIssues(result.error, body)
 * // [{ path: 'amount_detail.0.value', message: 'expected a number, received "12"' }]
 */
export const describeIssues = (error: Pick<z.ZodError, 'issues'>, value?: unknown): Issue[] =>
  error.issues.flatMap((issue) =>
    isUnknownNames(issue) ? unknownKeys(issue) : issueOf(issue, value),
  )

const issueOf = (issue: z.core.$ZodIssue, value: unknown): Issue => ({
  path: dotted(issue.path),
  message: sentence(issue, value),
})

/** Only for objects of requestObject; other strict objects have zod's message. */
const isUnknownNames = (issue: z.core.$ZodIssue): issue is z.core.$ZodIssueUnrecognizedKeys =>
  issue.code === 'unrecognized_keys' && issue.message.startsWith('unknown ')

/** One issue for each unknown name. */
const unknownKeys = ({ keys, path, message }: z.core.$ZodIssueUnrecognizedKeys): Issue[] =>
  message.split(SENTENCE_END).flatMap((sentenceOfKey, index) => {
    const key = keys[index]
    return key === undefined
      ? []
      : { path: dotted([...path, shownName(key)]), message: sentenceOfKey }
  })

const dotted = (path: readonly PropertyKey[]): string => path.map(String).join('.')

const sentence = (issue: z.core.$ZodIssue, value: unknown): string => {
  const expected = expectation(issue)
  if (expected === null) return issue.message
  const received = value === undefined ? receivedType(issue) : receivedValue(issue, value)
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

const expectation = (issue: z.core.$ZodIssue): string | null => {
  switch (issue.code) {
    case 'invalid_type':
      return ownExpectation(issue) ?? NOUNS[issue.expected] ?? issue.expected
    case 'invalid_value':
      return oneOf(issue.values)
    case 'too_small':
      return `${sizeNoun(issue.origin)}${issue.inclusive === false ? 'more than' : 'at least'} ${issue.minimum}`
    case 'too_big':
      return `${sizeNoun(issue.origin)}${issue.inclusive === false ? 'less than' : 'at most'} ${issue.maximum}`
    case 'invalid_format':
      return FORMATS[issue.format] ?? (issue.format === 'datetime' ? ownExpectation(issue) : null)
    case 'invalid_union':
      return 'options' in issue && Array.isArray(issue.options) ? oneOf(issue.options) : null
    default:
      return null
  }
}

const FORMATS: Record<string, string> = {
  guid: 'a UUID',
  uuid: 'a UUID',
}

/** The schema's own message, if any: it says more than "a string" about a time. */
const ownExpectation = ({ message }: z.core.$ZodIssue): string | null =>
  /^expected (.+)$/.exec(message)?.[1] ?? null

const oneOf = (values: readonly unknown[]): string => {
  const texts = values.map(shown)
  return texts.length === 1 ? (texts[0] ?? '') : `one of ${texts.join(', ')}`
}

const sizeNoun = (origin: string): string => {
  if (origin === 'string') return 'a length of '
  return origin === 'array' ? 'a number of items of ' : ''
}

/** The received value; for a list that is too short or too long, its length. */
const receivedValue = (issue: z.core.$ZodIssue, value: unknown): string => {
  const received = valueAt(value, issue.path)
  const isSize = issue.code === 'too_small' || issue.code === 'too_big'
  if (SECRETS.has(issue.path.at(-1))) return hidden(received)
  return isSize && Array.isArray(received) ? String(received.length) : shown(received)
}

/** Fields in which people type secrets: answers are logged and shown on screens that others see. */
const SECRETS = new Set<PropertyKey | undefined>(['code', 'pin', 'password'])

const hidden = (received: unknown): string => {
  if (typeof received === 'string') return `${received.length} characters`
  return received === undefined || received === null ? shown(received) : `a ${typeof received}`
}

/** The received type, from the end of zod's message, when the value is not given. */
const receivedType = (issue: z.core.$ZodIssue): string | null => {
  const type = /received (\w+)$/.exec(issue.message)?.[1]
  if (type === undefined) return null
  return type === 'undefined' ? 'nothing' : (NOUNS[type] ?? type)
}

const valueAt = (value: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>(
    (inner, key) =>
      typeof inner === 'object' && inner !== null ? Reflect.get(inner, key) : undefined,
    value,
  )
