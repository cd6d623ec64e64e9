/** The parts of OpenAPI 3.1 that our document uses, as the reference page reads them. */

export type Ref = { $ref: string }

export type Schema = {
  $ref?: string
  type?: string | readonly string[]
  description?: string
  const?: unknown
  enum?: readonly unknown[]
  format?: string
  pattern?: string
  properties?: Readonly<Record<string, Schema>>
  required?: readonly string[]
  items?: Schema
  additionalProperties?: Schema | boolean
  anyOf?: readonly Schema[]
  oneOf?: readonly Schema[]
  allOf?: readonly Schema[]
  minimum?: number
  exclusiveMinimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
  minItems?: number
  maxItems?: number
  minProperties?: number
  uniqueItems?: boolean
  default?: unknown
  examples?: readonly unknown[]
}

export type Example = { value: unknown }

export type Content = Readonly<
  Record<string, { schema?: Schema; examples?: Readonly<Record<string, Example | Ref>> }>
>

export type Parameter = {
  name: string
  in: string
  required?: boolean
  description?: string
  schema?: Schema
  example?: unknown
}

export type Header = { description?: string; schema?: Schema }

export type Response = {
  description: string
  headers?: Readonly<Record<string, Header | Ref>>
  content?: Content
}

export type Operation = {
  operationId: string
  tags: readonly string[]
  summary: string
  'x-permission'?: string
  'x-step-up'?: boolean
  description: string
  security: readonly Readonly<Record<string, unknown>>[]
  parameters?: readonly (Parameter | Ref)[]
  requestBody?: { required?: boolean; content: Content }
  responses: Readonly<Record<string, Response | Ref>>
}

/**
 * Methods in lower case. `servers` is set where the path belongs to another origin than the
 * platform's.
 */
export type PathItem = { servers?: readonly { url: string }[] } & Readonly<
  Partial<Record<'get' | 'post' | 'patch' | 'put' | 'delete', Operation>>
>

export type OpenApiDocument = {
  info: { title: string; version: string; description: string }
  tags: readonly { name: string; description: string }[]
  paths: Readonly<Record<string, PathItem>>
  webhooks: Readonly<Record<string, PathItem>>
  components: {
    schemas: Readonly<Record<string, Schema>>
    securitySchemes: Readonly<Record<string, { description: string; name?: string }>>
  }
}

/** An operation and its title: a method and a path, or a webhook's event. */
export type TitledOperation = {
  operation: Operation
  /** In lower case; `event` for a webhook. */
  method: string
  /** Preceded by the server's name where that is not the platform. */
  place: string
}

export const METHODS = ['get', 'post', 'patch', 'put', 'delete'] as const

/** The operations of one path, in the order of the methods. */
export const operationsAt = (item: PathItem): { operation: Operation; method: string }[] =>
  METHODS.flatMap((method) => {
    const operation = item[method]
    return operation === undefined ? [] : [{ operation, method }]
  })

type Secured = { security?: readonly Readonly<Record<string, unknown>>[] }

/** The names of all security schemes that open an operation; empty when it needs no key. */
export const schemesOf = ({ security = [] }: Secured): string[] =>
  security.flatMap((one) => Object.keys(one))

/** A session opens what a key opens, so it is named only where there is no key. */
export const keysOf = (operation: Secured): string[] => {
  const schemes = schemesOf(operation)
  const keys = schemes.filter((name) => name !== 'session')
  return keys.length === 0 ? schemes : keys
}

/**
 * Follows a reference such as `#/components/parameters/Cursor`; returns anything else unchanged.
 */
export const resolved = <Thing extends object>(document: object, thing: Thing | Ref): Thing => {
  if (!('$ref' in thing)) return thing
  const steps = thing.$ref.replace('#/', '').split('/')
  const found = steps.reduce<unknown>(
    (at, step) => (at as Record<string, unknown> | undefined)?.[step],
    document,
  )
  if (found === undefined) throw new Error(`The OpenAPI document has nothing at ${thing.$ref}.`)
  return found as Thing
}

/** The error bodies that a response shows as examples. */
export const errorBodies = (
  document: OpenApiDocument,
  { content = {} }: Response,
): { error?: string; errorMessage?: string }[] =>
  Object.values(content).flatMap(({ examples = {} }) =>
    Object.values(examples).map(
      (example) =>
        resolved<Example>(document, example).value as { error?: string; errorMessage?: string },
    ),
  )

/** `PaymentStatus` of `#/components/schemas/PaymentStatus`. */
export const refName = (ref: string): string => ref.slice(ref.lastIndexOf('/') + 1)
