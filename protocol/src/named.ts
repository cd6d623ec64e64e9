/** The names that schemas have in the OpenAPI document. */
import type { z } from 'zod'

/** The named schemas. The OpenAPI document refers to them by name. */
export const NAMED_SCHEMAS = new Map<z.ZodType, string>()

/**
 * Names schemas for the OpenAPI document. `.meta()`, `.extend()` and `.optional()` return a new schema
 * without a name.
 *
 * @example named({ Currency: currencySchema })
 */
export const named = (schemas: Readonly<Record<string, z.ZodType>>): void => {
  for (const [name, schema] of Object.entries(schemas)) NAMED_SCHEMAS.set(schema, name)
}
