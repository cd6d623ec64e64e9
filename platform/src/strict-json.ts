/**
 * JSON from a stranger, read strictly: UTF-8 without a byte order mark, no duplicate keys, no number
 * that this machine would silently change, no text that the database cannot hold, bounded nesting.
 *
 * JSON.parse alone takes the last of two equal keys, makes Infinity of 1e400 and rounds large
 * integers, so that two readers of the same bytes may see different payments.
 */
import { decimalPlaces } from '@wasl/protocol'

export type StrictJson =
  | {
      ok: true
      value: unknown
      /** The digits of a number as they were sent; undefined when the member is no number. */
      literalOf(holder: object, key: string): string | undefined
    }
  | {
      ok: false
      /** What was wrong, as a sentence part in our own words. May hold a key's name. */
      problem: string
    }

/** Deep enough for every sensible answer; reading recurses, so depth must end somewhere. */
const DEPTH_MAX = 32

/**
 * Objects, arrays and what they hold, without the keys. Two lists of 200 labels, with three texts and a
 * value each, have 2,006. Reading a value takes time, and everybody else waits meanwhile (W77).
 */
export const VALUES_MAX = 2_048

export const parseStrictJson = (bytes: Uint8Array): StrictJson => {
  const text = decodeUtf8(bytes)
  return text === null ? refused('it is not valid UTF-8') : parseStrictJsonText(text)
}

/** As `parseStrictJson`, for text that was decoded already. */
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

/** The text, with a byte order mark left in; null when the bytes are not valid UTF-8. */
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

/** JSON.parse that shows every member to `visit`, literals with their source text. */
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

/** Without three decimals or an exponent the double of a number hides no decimal. */
const MAY_HIDE = /\.[0-9]{3}|[0-9][eE]/

/**
 * The first number with more decimals than the double made of it: 599.8000000000000001 would pass for
 * 599.80. Null when there is none, and for text that is no JSON at all.
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

/** UTF-8 has no form for a lone surrogate, and PostgreSQL none for the null character. */
const textProblem = (text: string): string | null => {
  if (!text.isWellFormed()) return 'a text in it has a lone surrogate'
  return text.includes('\u0000') ? 'a text in it has the null character' : null
}

/** How much of a key or number is told, in UTF-16 units. */
const KEY_SHOWN = 40

/** The characters that give JSON its structure. Colons are not needed here. */
const STRUCTURE = /["{}[\],]/g

/**
 * Finds nesting that is too deep, too many values, and keys that come twice in one object, in one pass
 * over the text; null when there is none of these. Text that is not JSON may pass: JSON.parse judges
 * it afterwards.
 *
 * The cost is linear. The runtime's own search skips what lies between two structural characters, and
 * `VALUES_MAX` limits the number of steps, whatever the text.
 */
export const structureProblem = (text: string): string | null => {
  return scan(text, true)
}

/** As `structureProblem`, for text whose keys may come twice. */
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
      // A bracket that nothing opened: this is not JSON.
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

/** The index behind the closing quote of the string that starts at `start`. */
const endOfString = (text: string, start: number): number => {
  for (let quote = text.indexOf('"', start + 1); quote !== -1;) {
    if (!isEscaped(text, quote)) return quote + 1
    quote = text.indexOf('"', quote + 1)
  }
  return text.length
}

/** Whether an odd number of backslashes precedes it. The opening quote ends the count at the latest. */
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

/** The key that a string literal stands for: two spellings with other escapes are the same key. */
const keyOf = (literal: string): string => {
  if (!literal.includes('\\')) return literal.slice(1, -1)
  try {
    return String(JSON.parse(literal))
  } catch {
    return literal
  }
}
