/**
 * The platform's operations as types, so that a call with a wrong path, query or body does not
 * compile. Only types are imported: no schema reaches the browser.
 */
import type { JsonOf, Operation } from '@wasl/protocol'
import type { OPERATIONS } from '@wasl/protocol/operations'

type ValuesOf<T> = T extends unknown ? T[keyof T] : never

/** The union of all operations. */
type AnyOperation = Extract<ValuesOf<ValuesOf<ValuesOf<typeof OPERATIONS>>>, Operation>

type Contract = { [Op in AnyOperation as `${Op['method']} ${Op['path']}`]: Op }

/** A method and a path of the contract: `GET /operator/v1/payments`. */
export type Route = keyof Contract

/** What the schema of `Part` accepts. */
type InputOf<Schema> = Schema extends { _zod: { input: infer Input } } ? Input : never

type ParamsPart<Op> = Op extends { params: infer Params }
  ? { params: { [Name in keyof Params]: string } }
  : { params?: undefined }

type QueryPart<Op> = Op extends { query: infer Query }
  ? Partial<InputOf<Query>> extends InputOf<Query>
    ? { query?: InputOf<Query> }
    : { query: InputOf<Query> }
  : { query?: undefined }

type BodyPart<Op> = Op extends { body: { schema: infer Schema; optional: true } }
  ? { body?: InputOf<Schema> }
  : Op extends { body: { schema: infer Schema } }
    ? { body: InputOf<Schema> }
    : Op extends { file: { types: readonly (infer Type extends string)[] } }
      ? { body: Blob; type: Type }
      : { body?: undefined }

type KeyPart<Op> = Op extends { idempotent: 'required' }
  ? { idempotencyKey: string }
  : { idempotencyKey?: string }

/** One by one, because the parts of all operations together are too many for the compiler. */
type Inputs = {
  [R in Route]: ParamsPart<Contract[R]> &
    QueryPart<Contract[R]> &
    BodyPart<Contract[R]> &
    KeyPart<Contract[R]> & { signal?: AbortSignal }
}

/** What a call of this route needs. */
export type CallInput<R extends Route> = Inputs[R]

/** The JSON that it answers with. */
export type AnswerOf<R extends Route> = JsonOf<Contract[R]['answer']>
