/** The names that schemas have in the OpenAPI document. */
import type { z } from 'zod'

/** Every named schema. The document refers to a schema that it finds here by its name. */
export const NAMED_SCHEMAS = new Map<z.ZodType, string>()

/**
 * Names schemas in the OpenAPI document. `.meta()`, `.extend()` and `.optional()` make another schema,
 * which has no name.
 *
 * @example named({ Currency: currencySchema })
 */
export const named = (schemas: Readonly<Record<string, z.ZodType>>): void => {
  for (const [name, schema] of Object.entries(schemas)) NAMED_SCHEMAS.set(schema, name)
}
