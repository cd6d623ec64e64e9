/**
 * One endpoint as one value. The tables in `operations/` consist of these. The OpenAPI document, the
 * validation of path, query and body, the handlers' types and the partner kit's calls derive from them.
 *
 * - an *operation* is one method on one path;
 * - its *caller* is who may call it, identified by the key in `x-api-key`;
 * - an *answer* is its successful response; an *error code* is the reason of a refusal (`errors.ts`).
 */
import type { z } from 'zod'
import { ERRORS } from './errors.ts'
import type { ErrorCode, PartnerErrorCode } from './errors.ts'

/** A JSON schema or another part of the OpenAPI document. */
export type JsonObject = { [key: string]: unknown }

/** Who may call. The permission that a caller needs will be a field beside it. */
export type CallerKind = 'operator' | 'channel' | 'partner' | 'anyone'

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

export type JsonAnswer = {
  /** Default: 200. */
  status?: number
  description: string
  schema: z.ZodType
  examples?: Readonly<Record<string, unknown>>
  /** Published vectors as examples. */
  vectors?: { file: VectorFile; names: Readonly<Record<string, string>> }
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
export type Operation = Documented & {
  method: 'GET' | 'POST' | 'PATCH'
  /** With parameters in braces, such as `/operator/v1/partners/{partnerId}`. */
  path: string
  /** Other paths with the same answer. */
  aliases?: readonly string[]
  caller: CallerKind
  /** The error for a wrong key, if it differs from the caller's default (`UNAUTHORIZED`). */
  unauthorized?: ErrorCode
  /**
   * What to do with an invalid path parameter: answer VALIDATION400, or (`'unknown'`) pass it to the
   * handler, which answers as for an unknown id.
   */
  malformedParams?: 'unknown'
  query?: z.ZodObject
  /** A page for people. It ignores undeclared query parameters, which other sites add to links (W82). */
  anyQuery?: true
  /** Accepts the header `Idempotency-Key` (D21, D25). */
  idempotent?: true
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

export const UNAUTHORIZED = {
  operator: 'OPERATOR401_UNAUTHORIZED',
  channel: 'CHANNEL401_UNAUTHORIZED',
  partner: 'PARTNER_API401_UNAUTHORIZED',
} as const satisfies Partial<Record<CallerKind, ErrorCode>>

/** The errors of any request, whatever its path; the document's `default` responses. */
export const ANYWHERE = [
  'VALIDATION400',
  'ROUTE404_NOT_FOUND',
  'REQUEST405_METHOD_NOT_ALLOWED',
  'REQUEST413_TOO_LARGE',
  'SERVER500_INTERNAL',
  'SERVER503_UNAVAILABLE',
] as const satisfies readonly ErrorCode[]

const BODY_ERRORS: readonly ErrorCode[] = [
  'REQUEST413_TOO_LARGE',
  'REQUEST415_UNSUPPORTED_MEDIA_TYPE',
]

/**
 * Every error code of an operation, except those of ANYWHERE. A `default` response covers only the
 * statuses that are not listed, so an operation with its own 503 also lists the platform's: the caller
 * reacts differently to an unavailable partner and an unavailable platform.
 */
export const errorsOf = (operation: Operation): readonly ErrorCode[] => {
  const { caller, errors = [], method } = operation
  const hasOwn503 = errors.some((code) => ERRORS[code].status === 503)
  return [
    ...(isChecked(operation) ? (['VALIDATION400'] as const) : []),
    ...errors,
    ...(hasOwn503 ? (['SERVER503_UNAVAILABLE'] as const) : []),
    ...(caller === 'anyone'
      ? []
      : ([operation.unauthorized ?? UNAUTHORIZED[caller], 'REQUEST429_RATE_LIMITED'] as const)),
    ...(method === 'GET' ? [] : BODY_ERRORS),
  ]
}

/** Whether a request can fail the operation's validation. */
const isChecked = ({
  params,
  malformedParams,
  query,
  anyQuery,
  body,
  idempotent,
}: Operation): boolean => {
  const hasCheckedQuery = query !== undefined && anyQuery !== true
  const hasCheckedParams = params !== undefined && malformedParams === undefined
  return hasCheckedQuery || hasCheckedParams || body !== undefined || idempotent === true
}

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
  : undefined

/** The status of an answer. */
export type StatusOf<A> = A extends { status: infer Status extends number } ? Status : 200

/** The body of a JSON answer. */
export type JsonOf<A> = A extends { schema: infer Schema extends z.ZodType }
  ? z.output<Schema>
  : never

/** The codes that an operation declares. */
export type RefusalOf<Op> = Op extends { errors: readonly (infer Code extends ErrorCode)[] }
  ? Code
  : never

/** Every error code that a caller must expect. */
export type ErrorCodeOf<Op extends Operation> =
  | RefusalOf<Op>
  | (Op extends { unauthorized: infer Code extends ErrorCode }
      ? Code
      : Op['caller'] extends keyof typeof UNAUTHORIZED
        ? (typeof UNAUTHORIZED)[Op['caller']]
        : never)
  | 'REQUEST429_RATE_LIMITED'
  | (typeof ANYWHERE)[number]
