import type { JsonObject } from './components.ts'

/** A JSON body with named examples. */
export function jsonContent(
  schema: JsonObject,
  named: Readonly<Record<string, unknown>>,
): JsonObject {
  const examplesByKey = Object.fromEntries(
    Object.entries(named).map(([name, value]) => [name.replaceAll(/[^\w.-]/g, '_'), { value }]),
  )
  return { 'application/json': { schema, examples: examplesByKey } }
}
