/**
 * Reads JSON from outside strictly: UTF-8 without a byte order mark, no duplicate keys, no number
 * that parsing would silently change, no text that the database cannot store, limited nesting.
 *
 * JSON.parse takes the last of two equal keys, turns 1e400 into Infinity and rounds large integers,
 * so that two readers of the same bytes may see different payments.
 */
import { decimalPlaces } from '@wasl/protocol'

export type StrictJson =
  | {
      ok: true
      value: unknown
      /** A number's digits as they were sent; undefined when the member is not a number. */
      literalOf(holder: object, key: string): string | undefined
    }
  | {
      ok: false
      /** What is wrong, as part of a sentence. May contain a key's name. */
      problem: string
    }

/** Deeper than any sensible answer. Parsing is recursive, so nesting needs a limit. */
const DEPTH_MAX = 32

/**
 * The limit on objects, arrays and their values, without keys. Two lists of 200 labels, each with
 * three texts and a value, have 2,006. Reading a value takes time, and everyone else waits
 * meanwhile (W77).
 */
export const VALUES_MAX = 2_048

export const parseStrictJson = (bytes: Uint8Array): StrictJson => {
  const text = decodeUtf8(bytes)
  return text === null ? refused('it is not valid UTF-8') : parseStrictJsonText(text)
}

/** Like `parseStrictJson`, for decoded text. */
export const parseStrictJsonText = (text: string): StrictJson => {
  if (text.startsWith('\uFEFF')) return refused('it starts with a byte order mark')
  const problem = structureProblem(text)
  if (problem !== null) return refused(problem)
  const literals = new WeakMap<object, Map<string, string>>()
  const problems: string[] = []
  try {
    const value = parseWithSource(text, (holder, key, member, source) => {
      const found = memberProblem(key, member, source)
      if (found !== null) problems.push(found)
      if (typeof member !== 'number' || source === undefined) return
      const ofHolder = literals.get(holder) ?? new Map<string, string>()
      literals.set(holder, ofHolder.set(key, source))
    })
    const [first] = problems
    if (first !== undefined) return refused(first)
    return { ok: true, value, literalOf: (holder, key) => literals.get(holder)?.get(key) }
  } catch (error) {
    if (error instanceof SyntaxError) return refused('it is not valid JSON')
    throw error
  }
}

/** The text, including a byte order mark; null when the bytes are not valid UTF-8. */
export const decodeUtf8 = (bytes: Uint8Array): string | null => {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return null
  }
}

const refused = (problem: string): StrictJson => {
  return { ok: false, problem }
}

type Visit = (holder: object, key: string, member: unknown, source: string | undefined) => void

/** JSON.parse that calls `visit` for every member, with the source text of literals. */
const parseWithSource = (text: string, visit: Visit): unknown => {
  const reviver = function (
    this: object,
    key: string,
    member: unknown,
    context?: { source?: string },
  ): unknown {
    visit(this, key, member, context?.source)
    return member
  }
  return JSON.parse(text, reviver)
}

/** Without three decimals or an exponent, a number loses no decimal. */
const MAY_HIDE = /\.[0-9]{3}|[0-9][eE]/

/**
 * Reports the first number with more decimals than its double keeps: 599.8000000000000001 would
 * pass as 599.80. Null when every number is exact, or when the text is not JSON.
 */
export const hiddenDecimalsProblem = (text: string): string | null => {
  if (!MAY_HIDE.test(text)) return null
  let problem: string | null = null
  try {
    parseWithSource(text, (_holder, _key, member, source = '') => {
      if (typeof member !== 'number' || !Number.isFinite(member)) return
      if (decimalPlaces(source) > decimalPlaces(String(member))) problem ??= notExact(source)
    })
  } catch {
    return null
  }
  return problem
}

const memberProblem = (key: string, member: unknown, source: string | undefined): string | null => {
  const text = textProblem(key) ?? (typeof member === 'string' ? textProblem(member) : null)
  if (text !== null) return text
  if (typeof member !== 'number' || Math.abs(member) <= Number.MAX_SAFE_INTEGER) return null
  return notExact(source ?? '')
}

const notExact = (literal: string): string => {
  return `the number ${literal.slice(0, KEY_SHOWN)} cannot be held exactly`
}

/** UTF-8 cannot encode a lone surrogate, and PostgreSQL cannot store the null character. */
const textProblem = (text: string): string | null => {
  if (!text.isWellFormed()) return 'a text in it has a lone surrogate'
  return text.includes('\u0000') ? 'a text in it has the null character' : null
}

/** How much of a key or number a message repeats, in UTF-16 units. */
const KEY_SHOWN = 40

/** The characters of JSON's structure, without colons, which are not needed here. */
const STRUCTURE = /["{}[\],]/g

/**
 * Finds nesting that is too deep, too many values, and duplicate keys, in one pass over the text;
 * null when it finds nothing. Text that is not JSON may pass: JSON.parse judges it later.
 *
 * The cost is linear: the runtime's own search skips what lies between two structural characters,
 * and `VALUES_MAX` limits the number of steps.
 */
export const structureProblem = (text: string): string | null => {
  return scan(text, true)
}

/** Like `structureProblem`, for text that may have duplicate keys. */
export const sizeProblem = (text: string): string | null => {
  return scan(text, false)
}

const scan = (text: string, readsKeys: boolean): string | null => {
  const open: (Set<string> | null)[] = []
  let values = 1
  let strings = 0
  STRUCTURE.lastIndex = 0
  while (STRUCTURE.test(text)) {
    const index = STRUCTURE.lastIndex - 1
    const character = text[index]
    if (character === '"') {
      strings += 1
      // JSON has at most one key and one string for each value.
      if (strings > 2 * VALUES_MAX) return null
      const end = endOfString(text, index)
      const keys = open.at(-1)
      if (readsKeys && keys instanceof Set && isFollowedByColon(text, end)) {
        const key = keyOf(text.slice(index, end))
        if (keys.has(key)) return `the key ${JSON.stringify(key.slice(0, KEY_SHOWN))} comes twice`
        keys.add(key)
      }
      STRUCTURE.lastIndex = end
    } else if (character === '}' || character === ']') {
      // A closing bracket without an opening one: this is not JSON.
      if (open.pop() === undefined) return null
    } else {
      values += 1
      if (values > VALUES_MAX) return `it has more than ${VALUES_MAX} values`
      if (character === ',') continue
      open.push(character === '{' ? new Set() : null)
      if (open.length > DEPTH_MAX) return `it is nested deeper than ${DEPTH_MAX} levels`
    }
  }
  return null
}

/** The index after the closing quote of the string that starts at `start`. */
const endOfString = (text: string, start: number): number => {
  for (let quote = text.indexOf('"', start + 1); quote !== -1;) {
    if (!isEscaped(text, quote)) return quote + 1
    quote = text.indexOf('"', quote + 1)
  }
  return text.length
}

/**
 * Whether an odd number of backslashes precedes the quote. The count ends at the opening quote at
 * the latest.
 */
const isEscaped = (text: string, quote: number): boolean => {
  let first = quote
  while (text[first - 1] === '\\') first -= 1
  return (quote - first) % 2 === 1
}

const COLON = /[ \t\n\r]*:/y

const isFollowedByColon = (text: string, index: number): boolean => {
  COLON.lastIndex = index
  return COLON.test(text)
}

/** The key that a string literal stands for: with different escapes it is still the same key. */
const keyOf = (literal: string): string => {
  if (!literal.includes('\\')) return literal.slice(1, -1)
  try {
    return String(JSON.parse(literal))
  } catch {
    return literal
  }
}
