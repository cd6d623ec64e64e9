/**
 * Binds operations of the contract to handlers. A handler gets what its operation declares, checked and
 * typed; it returns the operation's answer, or refuses with a code that the operation declares.
 */
import { ERRORS } from '@wasl/protocol'
import type {
  BodyOf,
  CallerKind,
  ContentAnswer,
  ErrorCode,
  ErrorCodeOf,
  JsonOf,
  Operation,
  OperationTable,
  ParamsOf,
  QueryOf,
  StatusOf,
} from '@wasl/protocol'
import type { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { IdempotencyKey } from '../../base/idempotency/idempotency-key.ts'
import { ApiError, type ApiErrorOptions } from '../../base/api-error.ts'
import { idempotencyKeyOf } from './idempotency-key.ts'
import { validate, validateParameter } from './validate.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The route's operation; undeclared input is refused (D24). */
    operation?: Operation
  }
}

/** The argument of a handler. */
export type HandlerInput<Op extends Operation, Caller> = {
  params: ParamsOf<Op>
  query: QueryOf<Op>
  body: BodyOf<Op>
  caller: Caller
  /** Null without the header, and for an operation that has none. */
  idempotency: IdempotencyKey | null
  request: FastifyRequest
}

/** Makes the error to throw. A code that the operation does not declare does not compile. */
export type Refuse<Code extends ErrorCode> = (code: Code, options?: ApiErrorOptions) => ApiError

export type Handler<Op extends Operation, Caller> = (
  asked: HandlerInput<Op, Caller>,
  refuse: Refuse<ErrorCodeOf<Op>>,
) => Promise<Result<Op>> | Result<Op>

/** A handler for every operation of a table: one that is missing does not compile. */
export type Handlers<Table extends OperationTable, Caller> = {
  [Id in keyof Table]: Handler<Table[Id], Caller>
}

/** The body of the declared answer, or an `Answered` for other headers, status or media type. */
type Result<Op extends Operation> =
  | JsonOf<Op['answer']>
  | AnsweredBy<Op['answer']>
  | (Op extends { otherAnswers: readonly (infer Other)[] } ? AnsweredBy<Other> : never)

type AnsweredBy<Answer> = Answer extends ContentAnswer
  ? Answered<StatusOf<Answer>, keyof Answer['content'] & string, string | Buffer | Readable>
  : | Answered<StatusOf<Answer>, 'application/json', JsonOf<Answer>>
    | (Answer extends { otherTypes: infer Types }
        ? Answered<StatusOf<Answer>, keyof Types & string, string | Buffer>
        : never)

/** An answer with a status, a media type or headers of its own. */
export class Answered<Status extends number, Type extends string, Body> {
  readonly status: Status
  readonly type: Type | `${Type};${string}`
  readonly body: Body
  readonly headers: Readonly<Record<string, string>>

  constructor(
    status: Status,
    type: Type | `${Type};${string}`,
    body: Body,
    headers: Readonly<Record<string, string>> = {},
  ) {
    this.status = status
    this.type = type
    this.body = body
    this.headers = headers
  }
}

export type RouteOptions<Caller> = {
  /** Who was admitted. Operations for other callers are not added. */
  admitted: CallerKind
  callerOf: (request: FastifyRequest) => Caller
  /** Runs before the request is checked: for a limit that counts every call. */
  first?: (caller: Caller, operation: Operation) => Promise<void>
}

/** Adds the routes of a table. */
export const addRoutes = <const Table extends OperationTable, Caller>(
  app: FastifyInstance,
  table: Table,
  handlers: Handlers<Table, Caller>,
  options: RouteOptions<Caller>,
): void => {
  for (const [id, operation] of Object.entries(table)) {
    if (operation.caller !== options.admitted) {
      throw new Error(`${id} is for ${operation.caller}, not for ${options.admitted}`)
    }
    const handle = handlers[id] as unknown as Handler<Operation, Caller>
    for (const url of urlsOf(operation)) {
      app.route({
        method: operation.method,
        url,
        config: { operation },
        ...bodyLimitOf(operation),
        handler: handlerOf(operation, handle, options),
      })
    }
  }
}

/** Adds the routes of several tables; each must have its handlers. */
export const addTables = <const Tables extends Readonly<Record<string, OperationTable>>, Caller>(
  app: FastifyInstance,
  tables: Tables,
  handlers: { [Name in keyof Tables]: Handlers<Tables[Name], Caller> },
  options: RouteOptions<Caller>,
): void => {
  for (const [name, table] of Object.entries(tables)) {
    addRoutes(app, table, handlers[name] as unknown as Handlers<OperationTable, Caller>, options)
  }
}

/** For routes that anyone may call. */
export const ANYONE: RouteOptions<null> = { admitted: 'anyone', callerOf: () => null }

/** The paths of an operation in the router's syntax: `/q/{token}` becomes `/q/:token`. */
export const urlsOf = ({ path, aliases = [] }: Operation): string[] =>
  [path, ...aliases].map((one) => one.replaceAll(/\{(\w+)\}/g, ':$1'))

/** Without an entry the limit of the server applies. */
const bodyLimitOf = ({ bodyBytesMax, file }: Operation): { bodyLimit?: number } => {
  const bodyLimit = file?.bytesMax ?? bodyBytesMax
  return bodyLimit === undefined ? {} : { bodyLimit }
}

const handlerOf = <Caller>(
  operation: Operation,
  handle: Handler<Operation, Caller>,
  { callerOf, first }: RouteOptions<Caller>,
) => {
  const { status = 200 } = operation.answer
  const readParams = paramsReader(operation)
  const readQuery = queryReader(operation)
  const readBody = bodyReader(operation)
  const readKey = keyReader(operation)
  return async (request: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
    const caller = callerOf(request)
    if (first !== undefined) await first(caller, operation)
    const asked = {
      params: readParams(request),
      query: readQuery(request),
      body: readBody(request),
      idempotency: readKey(request),
      caller,
      request,
    }
    const result = await handle(asked as HandlerInput<Operation, Caller>, refuse)
    if (result instanceof Answered) {
      return reply.code(result.status).headers(result.headers).type(result.type).send(result.body)
    }
    reply.code(status)
    return result
  }
}

const refuse = (code: ErrorCode, options?: ApiErrorOptions): ApiError => new ApiError(code, options)

const keyReader = ({
  idempotent,
}: Operation): ((request: FastifyRequest) => IdempotencyKey | null) =>
  idempotent === undefined
    ? () => null
    : (request) => idempotencyKeyOf(request, idempotent === 'required')

/** Reads a part of a request. @throws ApiError VALIDATION400 when it is not as its operation declares. */
type Reader = (request: FastifyRequest) => unknown

const paramsReader = (operation: Operation): Reader => {
  const { params = {}, malformedParams } = operation
  const entries = Object.entries(params)
  if (entries.length === 0) return ({ params: raw }) => raw
  if (malformedParams === 'unknown') return knownParamsReader(operation)
  return (request) =>
    Object.fromEntries(
      entries.map(([name, schema]) => [name, validateParameter(schema, request, name)]),
    )
}

/** A malformed id is refused as an unknown one is; a page for people shows that by itself. */
const knownParamsReader = ({ params = {}, errors = [] }: Operation): Reader => {
  const notFound = errors.find((code) => ERRORS[code].status === 404)
  return ({ params: raw }) => {
    if (notFound === undefined) return raw
    const given = raw as Record<string, string>
    for (const [name, schema] of Object.entries(params))
      if (!schema.safeParse(given[name]).success) throw new ApiError(notFound)
    return raw
  }
}

const queryReader = ({ query, anyQuery }: Operation): Reader =>
  query === undefined || anyQuery === true
    ? () => undefined
    : (request) => validate(query, request.query)

const bodyReader = ({ body, file }: Operation): Reader => {
  if (file !== undefined) return fileReader
  if (body === undefined) return () => undefined
  const { schema, optional } = body
  return (request) =>
    validate(schema, request.body === undefined && optional === true ? {} : request.body)
}

/** The bytes, as they came. */
const fileReader: Reader = ({ body }) => {
  if (body instanceof Uint8Array) return body
  throw new ApiError('VALIDATION400', { details: [{ path: '', message: 'expected a file' }] })
}
