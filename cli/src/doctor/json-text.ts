/**
 * JSON as it is written: keys in their order, numbers and strings to the character. A parser drops these
 * differences, and they make a signature wrong.
 */
export type JsonNode =
  | { kind: 'object'; members: Member[]; start: number; end: number }
  | { kind: 'array'; items: JsonNode[]; start: number; end: number }
  | { kind: 'string'; raw: string; value: string; start: number; end: number }
  | { kind: 'number'; raw: string; start: number; end: number }
  | { kind: 'literal'; raw: string; start: number; end: number }

export type Member = { key: string; rawKey: string; value: JsonNode }

/** Deeper than any event. Without a limit, a hostile text could fill the stack. */
const DEPTH_MAX = 64

const SPACE = /[\t\n\r ]*/y
const STRING = /"(?:[ !#-[\]-\uffff]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/y
const NUMBER = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/y
const LITERAL = /true|false|null/y

/** The tree of a JSON text, or null when the text is not JSON. */
export const readJson = (text: string): JsonNode | null => {
  let position = 0

  const take = (pattern: RegExp): string | null => {
    pattern.lastIndex = position
    const found = pattern.exec(text)?.[0] ?? null
    if (found !== null) position += found.length
    return found
  }
  const takeSign = (sign: string): boolean => {
    take(SPACE)
    if (text[position] !== sign) return false
    position += 1
    return true
  }

  const readMember = (depth: number): Member | null => {
    take(SPACE)
    const rawKey = take(STRING)
    if (rawKey === null || !takeSign(':')) return null
    const value = readValue(depth)
    return value && { key: JSON.parse(rawKey) as string, rawKey, value }
  }

  const readList = <Item>(end: string, read: () => Item | null): Item[] | null => {
    const items: Item[] = []
    if (takeSign(end)) return items
    do {
      const item = read()
      if (item === null) return null
      items.push(item)
    } while (takeSign(','))
    return takeSign(end) ? items : null
  }

  const readValue = (depth: number): JsonNode | null => {
    take(SPACE)
    const start = position
    if (depth > DEPTH_MAX) return null
    if (takeSign('{')) {
      const members = readList('}', () => readMember(depth + 1))
      return members && { kind: 'object', members, start, end: position }
    }
    if (takeSign('[')) {
      const items = readList(']', () => readValue(depth + 1))
      return items && { kind: 'array', items, start, end: position }
    }
    const string = take(STRING)
    if (string !== null) {
      const value = JSON.parse(string) as string
      return { kind: 'string', raw: string, value, start, end: position }
    }
    const number = take(NUMBER)
    if (number !== null) return { kind: 'number', raw: number, start, end: position }
    const literal = take(LITERAL)
    return literal === null ? null : { kind: 'literal', raw: literal, start, end: position }
  }

  const tree = readValue(0)
  take(SPACE)
  return position === text.length ? tree : null
}

/** The value of an object's member, or null. */
export const memberOf = (node: JsonNode | null, key: string): JsonNode | null => {
  if (node?.kind !== 'object') return null
  return node.members.find((member) => member.key === key)?.value ?? null
}
