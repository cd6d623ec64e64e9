/** Describes names that an operation does not declare (D24). */
import type { Issue } from './issue.ts'

export type NameKind = 'field' | 'parameter'

/** The largest number of unknown names in an answer. */
export const UNKNOWN_NAMES_SHOWN = 20

/** The longest name in an answer, in UTF-16 units. */
const NAME_LENGTH_SHOWN = 60

/** Longer names resemble no declared name, which have at most 16 letters. */
const COMPARED_LENGTH_MAX = 32

/**
 * One issue for each unknown name, at most UNKNOWN_NAMES_SHOWN. Each suggests the declared name that it
 * resembles.
 *
 * @example
 * unknownNames(['overlapseconds'], ['secret', 'overlapSeconds'], 'field')
 * // [{ path: 'overlapseconds', message: 'unknown field, expected overlapSeconds' }]
 */
export const unknownNames = (
  names: readonly string[],
  declared: readonly string[],
  kind: NameKind,
): Issue[] =>
  names.slice(0, UNKNOWN_NAMES_SHOWN).map((name) => ({
    path: shownName(name),
    message: `unknown ${kind}, expected ${nearest(name, declared) ?? oneOf(declared, kind)}`,
  }))

/** The name for an answer; a long one is cut. */
export const shownName = (name: string): string => {
  const text = name.length > NAME_LENGTH_SHOWN ? `${name.slice(0, NAME_LENGTH_SHOWN)}…` : name
  return text.toWellFormed()
}

const oneOf = (declared: readonly string[], kind: NameKind): string => {
  if (declared.length === 0) return `no ${kind}s`
  return declared.length === 1 ? `only ${declared[0]}` : `only ${declared.join(', ')}`
}

/** The most similar declared name; null when none is similar. */
const nearest = (name: string, declared: readonly string[]): string | null => {
  if (name.length > COMPARED_LENGTH_MAX) return null
  const spelt = folded(name)
  let best: { known: string; distance: number } | null = null
  for (const known of declared) {
    const distance = editDistance(spelt, folded(known))
    // Any two short names differ by at most two letters.
    const isClose = distance <= Math.min(2, Math.floor(known.length / 3))
    if (isClose && (best === null || distance < best.distance)) best = { known, distance }
  }
  return best?.known ?? null
}

/** Makes `overlap_seconds`, `OverlapSeconds` and `overlapSeconds` equal. */
const folded = (name: string): string => name.toLowerCase().replaceAll(/[^a-z0-9]/g, '')

/** The number of letters to add, remove or replace (Levenshtein distance). */
const editDistance = (one: string, other: string): number => {
  let previous = Array.from({ length: other.length + 1 }, (_, index) => index)
  for (let row = 1; row <= one.length; row += 1) {
    const current = [row]
    for (let column = 1; column <= other.length; column += 1) {
      const replaced = (previous[column - 1] ?? 0) + (one[row - 1] === other[column - 1] ? 0 : 1)
      const removed = (previous[column] ?? 0) + 1
      const added = (current[column - 1] ?? 0) + 1
      current.push(Math.min(replaced, removed, added))
    }
    previous = current
  }
  return previous[other.length] ?? 0
}
