/**
 * An array as PostgreSQL reads it, of values that need no escaping: numbers, booleans, and text of
 * letters, digits, `-` and `_` (ids, hexadecimal, names of ours). pg's own way looks at every
 * character of every value, which hot statements would feel.
 */
export const plainArray = (values: readonly (number | boolean | string | null)[]): string =>
  `{${values.map((value) => value ?? 'null').join()}}`
