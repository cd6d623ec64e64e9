/**
 * An array literal for PostgreSQL, of values that need no escaping: numbers, booleans, and text of
 * letters, digits, `-` and `_` (ids, hexadecimal, our own names). pg checks every character of
 * every value, which slows hot statements.
 */
export const plainArray = (values: readonly (number | boolean | string | null)[]): string =>
  `{${values.map((value) => value ?? 'null').join()}}`
