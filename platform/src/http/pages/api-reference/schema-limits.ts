/** The limits of a schema in a few words, such as `1 to 40 characters`. Pure. */
import type { Schema } from './open-api-document.ts'

/**
 * Empty for a schema without limits.
 *
 * @param code marks a pattern or a value as code, where the text has such marks.
 */
export const limitsOf = (
  schema: Schema,
  code: (text: string) => string = (text) => text,
): string => {
  const { format, pattern, exclusiveMinimum, minProperties, default: otherwise } = schema
  return [
    format,
    between(schema.minimum, schema.maximum, ''),
    exclusiveMinimum === undefined ? undefined : `more than ${exclusiveMinimum}`,
    between(schema.minLength, schema.maxLength, ' characters'),
    between(schema.minItems, schema.maxItems, ' items'),
    schema.uniqueItems === true ? 'all different' : undefined,
    minProperties === 1 ? 'with at least one field' : undefined,
    // Where a schema has a format, its pattern says nothing more.
    format === undefined && pattern !== undefined ? code(pattern) : undefined,
    otherwise === undefined ? undefined : `default ${code(JSON.stringify(otherwise))}`,
  ]
    .filter((limit) => limit !== undefined)
    .join(', ')
}

const between = (least?: number, most?: number, unit?: string): string | undefined => {
  if (least !== undefined && most !== undefined) return `${least} to ${most}${unit}`
  if (least !== undefined) return `at least ${least}${unit}`
  return most === undefined ? undefined : `at most ${most}${unit}`
}
