/** The longest value in an error message, in UTF-16 units. */
const SHOWN_LENGTH_MAX = 60

/**
 * A received value for an error message: strings in quotes, long values cut, arrays and objects only by
 * their type.
 */
export const shown = (value: unknown): string => {
  if (value === undefined) return 'nothing'
  if (value === null) return 'null'
  if (typeof value === 'string') return shownText(value)
  if (typeof value === 'number') return Object.is(value, -0) ? '-0' : String(value)
  if (typeof value === 'boolean') return String(value)
  // Without the type it would look like the expected number.
  if (typeof value === 'bigint') return `the bigint ${value}`
  if (Array.isArray(value)) return 'an array'
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`
}

const shownText = (text: string): string => {
  const cut = text.length > SHOWN_LENGTH_MAX
  const kept = cut ? text.slice(0, SHOWN_LENGTH_MAX).toWellFormed() : text.toWellFormed()
  return JSON.stringify(kept) + (cut ? '…' : '')
}
