/** JSON that JSON.parse accepts but that two parsers may read differently (W5). */
import { decimalPlaces } from '@wasl/protocol'

/** The first problem, as a sentence part, or null. Expects bytes that are JSON. */
export const jsonProblem = (bytes: Uint8Array): string | null => {
  const text = decodedUtf8(bytes)
  if (text === null) return 'is not valid UTF-8'
  if (text.startsWith('\uFEFF')) return 'starts with a byte order mark'
  const twice = repeatedKey(text)
  return twice === null ? null : `has the key ${twice} twice in one object`
}

const decodedUtf8 = (bytes: Uint8Array): string | null => {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return null
  }
}

// A string or a bracket.
const TOKEN = /"(?:[^"\\]|\\.)*"|[{}[\]]/gs

const COLON = /\s*:/y

/** The first key that an object has twice, with its quotes; null without one. */
const repeatedKey = (text: string): string | null => {
  const open: (Set<string> | null)[] = []
  for (const { 0: token, index } of text.matchAll(TOKEN)) {
    if (token === '{' || token === '[') open.push(token === '{' ? new Set() : null)
    else if (token === '}' || token === ']') open.pop()
    else {
      COLON.lastIndex = index + token.length
      const keys = open.at(-1)
      if (keys === undefined || keys === null || !COLON.test(text)) continue
      const key = JSON.parse(token) as string
      if (keys.has(key)) return token
      keys.add(key)
    }
  }
  return null
}

/**
 * The number of decimal places that this field of a JSON object is written with: JSON.parse reads
 * 599.79999999999995 as 599.8. Null when the field is not a number.
 */
export const decimalPlacesOf = (bytes: Uint8Array, name: string): number | null => {
  const literals = new Map<unknown, string>()
  const reviver = function (
    this: unknown,
    key: string,
    member: unknown,
    context?: { source?: string },
  ): unknown {
    const source = context?.source
    if (key === name && typeof member === 'number' && source !== undefined) {
      literals.set(this, source)
    }
    return member
  }
  const root: unknown = JSON.parse(new TextDecoder().decode(bytes), reviver)
  const literal = literals.get(root)
  return literal === undefined ? null : decimalPlaces(literal)
}

/** A field of an object; undefined when the value is not an object or has no such field. */
export const fieldOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
