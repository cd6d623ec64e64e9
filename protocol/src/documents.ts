/**
 * Builds the OpenAPI document. Its modules are loaded on demand, because they take a tenth of the
 * platform's memory, and the platform serves the written file.
 */

/** The OpenAPI 3.1 document as plain JSON, the content of `protocol/openapi.json`. */
export const buildOpenApi = async (): Promise<Record<string, unknown>> => {
  const openapi = await import('./openapi.ts')
  return openapi.buildOpenApi()
}
