/**
 * The generated document. What makes it is loaded on demand, because it takes a tenth of the memory of a
 * running platform, which serves the written document.
 */

/** The OpenAPI 3.1 document as plain JSON; `protocol/openapi.json` is this, written down. */
export const buildOpenApi = async (): Promise<Record<string, unknown>> => {
  const openapi = await import('./openapi.ts')
  return openapi.buildOpenApi()
}
