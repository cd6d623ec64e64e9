/**
 * References (D1): the partner's name for something to pay. On the wire, one path segment.
 */
import { z } from 'zod'
import { named } from './named.ts'
import { shown } from './shown.ts'
import { isLine } from './text.ts'

/** The longest reference, in Unicode characters (code points, not UTF-16 units). */
export const REFERENCE_LENGTH_MAX = 128

/**
 * Whether a value is a reference (D1): 1 to 128 Unicode characters, well-formed, no control characters,
 * no white space at either end. Refuses "." and "..", because URL parsers read them, and `%2E` and
 * `%2E%2E` too, as dot segments.
 */
export const isReference = (value: unknown): value is string => {
  if (typeof value !== 'string') return false
  return isLine(value, REFERENCE_LENGTH_MAX) && value !== '.' && value !== '..'
}

export const referenceSchema = z
  .string()
  .refine(isReference, {
    error: ({ input }) =>
      'expected a reference of 1 to 128 characters, without control characters, without white ' +
      `space at either end, and neither "." nor "..", received ${shown(input)}`,
  })
  .meta({
    description:
      "The partner's unique payment reference (D1): no control characters, no white space at either " +
      'end, neither "." nor "..".',
    minLength: 1,
    maxLength: REFERENCE_LENGTH_MAX,
  })

/**
 * The reference as one percent-encoded path segment.
 *
 * @throws RangeError when the value is not a reference: check with `isReference` first.
 * @example encodeReference('INV/2026 01') // 'INV%2F2026%2001'
 */
export const encodeReference = (reference: string): string => {
  if (!isReference(reference)) {
    throw new RangeError('expected a reference as D1 describes it; check it with isReference')
  }
  return encodeURIComponent(reference)
}

// The characters of a raw path segment: visible ASCII without delimiters of a path. Refuses bytes above
// 0x7F, which the HTTP parser reads as Latin-1.
const RAW_SEGMENT = /^(?:(?![/\\?#])[\x21-\x7e])+$/

/**
 * The reference of a raw (percent-encoded) path segment, or null when the segment is not valid UTF-8 or
 * not a reference.
 */
export const decodeReference = (segment: string): string | null => {
  if (!RAW_SEGMENT.test(segment)) return null
  try {
    const reference = decodeURIComponent(segment)
    return isReference(reference) ? reference : null
  } catch {
    return null
  }
}

named({ Reference: referenceSchema })
