/**
 * What is wrong with the bytes of a JSON text although JSON.parse takes it: two readers of the same
 * bytes must see the same payment (W5).
 */

/** The first problem, as a sentence part; null when there is none. Expects bytes that are JSON. */
export function jsonProblem(bytes: Uint8Array): string | null {
  const text = decodedUtf8(bytes)
  if (text === null) return 'is not valid UTF-8'
  if (text.startsWith('\uFEFF')) return 'starts with a byte order mark'
  const twice = repeatedKey(text)
  return twice === null ? null : `has the key ${twice} twice in one object`
}

function decodedUtf8(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return null
  }
}

// A string, or one of the marks that open and close; everything else is of no interest.
const TOKEN = /"(?:[^"\\]|\\.)*"|[{}[\]]/gs

const COLON = /\s*:/y

/** A key that stands twice in one object, as it is written; null when there is none. */
function repeatedKey(text: string): string | null {
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

/** A field of what may be an object; undefined when it is none, or has no such field. */
export function fieldOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
}
