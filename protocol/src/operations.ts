/**
 * What each endpoint that the platform hosts declares: the platform refuses everything else (D24).
 * The same tables make the OpenAPI document. An entry of its own, because partners need none of this.
 */
import { PARAMETERS } from './openapi/parameters.ts'
import { PLATFORM_OPERATIONS } from './openapi/platform-operations.ts'

export type DeclaredOperation = {
  /** In capitals, such as `POST`. */
  method: string
  /** With parameters in braces, such as `/channel/v1/payments/{paymentId}`. */
  path: string
  /** The names of its query parameters. */
  query: readonly string[]
  /** Whether a body is declared; without one it must be empty or `{}`. */
  hasBody: boolean
}

export const DECLARED_OPERATIONS: readonly DeclaredOperation[] = PLATFORM_OPERATIONS.map(
  ({ method, path, parameters = [], body }) => ({
    method: method.toUpperCase(),
    path,
    query: parameters
      .map((name) => PARAMETERS[name])
      .filter((parameter) => parameter.in === 'query')
      .map((parameter) => parameter.name),
    hasBody: body !== undefined,
  }),
)
