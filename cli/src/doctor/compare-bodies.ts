import { readJson, type JsonNode } from './json-text.ts'

export type BodyDifference =
  | 'trailing_newline'
  | 'white_space'
  | 'byte_order_mark'
  | 'line_endings'
  | 'key_order'
  | 'escaped_unicode'
  | 'escaped_slashes'
  | 'escaped_characters'
  | 'number_format'
  | 'unicode_form'

/**
 * How two bodies with the same content differ. Empty when they are equal or their contents differ.
 */
export const compareBodies = (one: Uint8Array, other: Uint8Array): BodyDifference[] => {
  const left = textOf(one)
  const right = textOf(other)
  const trees = [readJson(left.text), readJson(right.text)] as const
  const differences = new Set<BodyDifference>()
  if (left.hasMark !== right.hasMark) differences.add('byte_order_mark')
  if (ending(left.text) !== ending(right.text)) differences.add('trailing_newline')
  if (left.text.includes('\r\n') !== right.text.includes('\r\n')) differences.add('line_endings')
  if (trees[0] && trees[1]) {
    if (spacing(left.text) !== spacing(right.text)) differences.add('white_space')
    compareNodes(trees[0], trees[1], differences)
  } else if (left.text.normalize() === right.text.normalize() && left.text !== right.text) {
    differences.add('unicode_form')
  }
  return [...differences]
}

const textOf = (bytes: Uint8Array): { text: string; hasMark: boolean } => {
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)
  const hasMark = text.startsWith('\ufeff')
  return { text: hasMark ? text.slice(1) : text, hasMark }
}

const ending = (text: string): string => /\s*$/.exec(text)?.[0].replaceAll('\r', '') ?? ''

const STRINGS_AND_SCALARS = /"(?:[^"\\]|\\.)*"|[^\s"{}[\],:]+/g

/** The white space between the signs, independent of the order of members. */
const spacing = (text: string): string => {
  const signs = text.trim().replaceAll('\r\n', '\n').replaceAll(STRINGS_AND_SCALARS, '_')
  const gaps = signs.match(/[,:{}[\]]\s*|\s+(?=[:}\]])/g) ?? []
  return gaps.toSorted().join('|')
}

const compareNodes = (one: JsonNode, other: JsonNode, found: Set<BodyDifference>): void => {
  if (one.kind === 'object' && other.kind === 'object') {
    const keys = one.members.map(({ key }) => key)
    if (keys.join('\0') !== other.members.map(({ key }) => key).join('\0')) found.add('key_order')
    for (const { key, rawKey, value } of one.members) {
      const twin = other.members.find((member) => member.key === key)
      if (!twin) continue
      compareStrings(rawKey, twin.rawKey, found)
      compareNodes(value, twin.value, found)
    }
  } else if (one.kind === 'array' && other.kind === 'array') {
    for (const [index, item] of one.items.entries()) {
      const twin = other.items[index]
      if (twin) compareNodes(item, twin, found)
    }
  } else if (one.kind === 'string' && other.kind === 'string') {
    compareStrings(one.raw, other.raw, found)
    if (one.value !== other.value && one.value.normalize() === other.value.normalize()) {
      found.add('unicode_form')
    }
  } else if (one.kind === 'number' && other.kind === 'number' && one.raw !== other.raw) {
    found.add('number_format')
  }
}

const ESCAPED_UNICODE = /\\u(?!00[0-7])[0-9a-f]{4}/gi
const ESCAPED_OTHER = /\\u00[0-7][0-9a-f]|\\"/gi

const compareStrings = (one: string, other: string, found: Set<BodyDifference>): void => {
  if (one === other) return
  const differ = (pattern: RegExp): boolean =>
    (one.match(pattern) ?? []).join('') !== (other.match(pattern) ?? []).join('')
  if (differ(/\\\//g)) found.add('escaped_slashes')
  if (differ(ESCAPED_UNICODE)) found.add('escaped_unicode')
  if (differ(ESCAPED_OTHER)) found.add('escaped_characters')
}
