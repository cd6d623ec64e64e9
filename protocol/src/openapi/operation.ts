/** How one endpoint is written down in the tables beside this file. */
import type { ErrorCode, PartnerErrorCode } from '../errors.ts'
import type { JsonObject, SchemaName } from './components.ts'
import type { ParameterName } from './parameters.ts'

export type Access = 'none' | 'partner' | 'partnerQr' | 'channel' | 'operator'

export type Method = 'get' | 'post' | 'patch'

type Told = {
  operationId: string
  tag: string
  summary: string
  description: string
  parameters?: readonly ParameterName[]
  body?: { schema: SchemaName; required: boolean; example: JsonObject }
}

/** An endpoint that the platform hosts. */
export type PlatformOperation = Told & {
  method: Method
  path: string
  access: Access
  success: Success
  /** Beyond those that every endpoint of its access can answer. */
  errors: readonly ErrorCode[]
  /** Refusals in another shape than D4, by HTTP status. */
  otherResponses?: Readonly<Record<string, JsonObject>>
}

export type Success = {
  status: 200 | 201
  description: string
  /** The JSON body; null for another kind of content. */
  schema: SchemaName | null
  /** In place of JSON, by media type; plain text when left out. */
  content?: Readonly<Record<string, JsonObject>>
  examples: Readonly<Record<string, unknown>>
  /** Whether the rate limit of D5 shows in the headers. */
  rateLimited?: true
}

/** An endpoint that the partner hosts. */
export type PartnerOperation = Told & {
  success: { description: string; schema: SchemaName; examples: Readonly<Record<string, unknown>> }
  errors: readonly PartnerErrorCode[]
}
