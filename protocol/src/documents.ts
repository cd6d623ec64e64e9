/**
 * The generated documents. What makes them is loaded when they are asked for: a running platform or
 * partner never does, and is spared a tenth of its memory.
 */

/** The OpenAPI 3.1 document as plain JSON; `protocol/openapi.json` is this, written down. */
export async function buildOpenApi(): Promise<Record<string, unknown>> {
  const openapi = await import('./openapi.ts')
  return openapi.buildOpenApi()
}

/** The reference page of all errors in Markdown; `docs/reference/errors.md` is this, written down. */
export async function errorsReference(): Promise<string> {
  const reference = await import('./errors-reference.ts')
  return reference.errorsReference()
}
