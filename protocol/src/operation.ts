/**
 * One endpoint as one value. The tables in `operations/` consist of these. The OpenAPI document, the
 * validation of path, query and body, the handlers' types and the partner kit's calls derive from them.
 *
 * - an *operation* is one method on one path;
 * - its *caller* is who may call it, identified by the key in `x-api-key` or by a user's session;
 * - its *permission* is what the caller's role must include (`permissions.ts`);
 * - an *answer* is its successful response; an *error code* is the reason of a refusal (`errors.ts`).
 */
import type { z } from 'zod'
import type { ErrorCode, PartnerErrorCode } from './errors.ts'
import type { Permission, Side } from './permissions.ts'

/** A JSON schema or another part of the OpenAPI document. */
export type JsonObject = { [key: string]: unknown }

/**
 * Who may call: an operator, a channel or a partner, with its key or in the session of its user; any
 * signed-in user (`person`); or anyone.
 */
export type CallerKind = Side | 'person' | 'anyone'

export type VectorFile = 'payment-details' | 'payment-status' | 'webhook-events'

type Documented = {
  /** The section of the API reference. */
  tag: string
  summary: string
  description: string
  /** Of the path, by name. */
  params?: Readonly<Record<string, z.ZodType>>
  body?: Body
}

export type Body = {
  schema: z.ZodType
  /** A missing body counts as `{}`. */
  optional?: true
  example?: unknown
  /** A published vector as the example. */
  vector?: { file: VectorFile; name: string }
}

/** A body that is a file, as it is. Its handler gets the bytes. */
export type FileBody = {
  /** The media types of `Content-Type`, such as `text/csv`. */
  types: readonly string[]
  bytesMax: number
}

export type JsonAnswer = {
  /** Default: 200. */
  status?: number
  description: string
  schema: z.ZodType
  examples?: Readonly<Record<string, unknown>>
  /** Published vectors as examples. */
  vectors?: { file: VectorFile; names: Readonly<Record<string, string>> }
  /** The same answer in media types other than JSON, each with its schema. */
  otherTypes?: Readonly<Record<string, JsonObject>>
}

/** An answer in media types other than JSON, each with its schema. */
export type ContentAnswer = {
  /** Default: 200. */
  status?: number
  description: string
  content: Readonly<Record<string, JsonObject>>
}

export type Answer = JsonAnswer | ContentAnswer

/** An endpoint that the platform hosts. */
export type Operation = Place & Access

/** What the caller needs. Who acts for a side needs a permission. */
type Access =
  | {
      caller: Side
      permission: Permission
      /** A user must have confirmed their identity recently. A key needs no such step. */
      stepUp?: true
      /** For programs: a session does not open it. */
      keyOnly?: true
      /** It approves what another person made: once people sign in, no key may do it (D29). */
      approves?: true
    }
  | {
      caller: 'person' | 'anyone'
      permission?: undefined
      stepUp?: true
      keyOnly?: undefined
      approves?: undefined
    }

type Place = Documented & {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH'
  /** With parameters in braces, such as `/operator/v1/partners/{partnerId}`. */
  path: string
  /** Other paths with the same answer. */
  aliases?: readonly string[]
  /** The error for a wrong key, if it differs from the caller's default (`UNAUTHORIZED`). */
  unauthorized?: ErrorCode
  /**
   * What to do with an invalid path parameter: answer VALIDATION400, or (`'unknown'`) pass it to the
   * handler, which answers as for an unknown id.
   */
  malformedParams?: 'unknown'
  query?: z.ZodObject
  /** Instead of a JSON body. */
  file?: FileBody
  /** The largest body, where it is not the platform's default of 64 KiB. */
  bodyBytesMax?: number
  /** A page for people. It ignores undeclared query parameters, which other sites add to links (W82). */
  anyQuery?: true
  /** Accepts, or requires, the header `Idempotency-Key` (D21, D25). */
  idempotent?: true | 'required'
  answer: Answer
  otherAnswers?: readonly Answer[]
  /** Whether its answers have the rate limit headers of D5. */
  rateLimited?: true
  /** The error codes of its handler, in addition to those of `errorsOf` and ANYWHERE. */
  errors?: readonly ErrorCode[]
}

/** An endpoint that the partner hosts. */
export type PartnerHostedOperation = Documented & {
  /** Header parameters of the document's components. */
  headers: readonly ('XTimestamp' | 'XSignature' | 'XEventId')[]
  answer: JsonAnswer
  errors: readonly PartnerErrorCode[]
}

/** Operations by operation id. */
export type OperationTable = Readonly<Record<string, Operation>>

/**
 * The path with its parameters percent-encoded.
 *
 * @example pathOf({ path: '/q/{token}' }, { token: 'a b' }) // '/q/a%20b'
 */
export const pathOf = (
  { path }: Pick<Operation, 'path'>,
  params: Readonly<Record<string, string>>,
): string =>
  path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))

/** The path parameters that a handler receives. */
export type ParamsOf<Op> = Op extends { params: infer Params }
  ? Op extends { malformedParams: 'unknown' }
    ? { [Name in keyof Params]: string }
    : { [Name in keyof Params]: z.output<Params[Name]> }
  : undefined

/** The query that a handler receives. */
export type QueryOf<Op> = Op extends { query: infer Query extends z.ZodType }
  ? z.output<Query>
  : undefined

/** The body that a handler receives. */
export type BodyOf<Op> = Op extends { body: { schema: infer Schema extends z.ZodType } }
  ? z.output<Schema>
  : Op extends { file: FileBody }
    ? Uint8Array
    : undefined

/** The status of an answer. */
export type StatusOf<A> = A extends { status: infer Status extends number } ? Status : 200

/** The body of a JSON answer. */
export type JsonOf<A> = A extends { schema: infer Schema extends z.ZodType }
  ? z.output<Schema>
  : never
