/** The parts of an OpenAPI document that a caller depends on. */

export type Schema = {
  $ref?: string
  type?: string | readonly string[]
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
}

export type Parameter = { name: string; in: string; required?: boolean; schema?: Schema }

export type Content = Readonly<Record<string, { schema?: Schema }>>

export type Reply = { content?: Content }

export type Operation = {
  tags?: readonly string[]
  security?: readonly Readonly<Record<string, unknown>>[]
  parameters?: readonly (Parameter | { $ref: string })[]
  requestBody?: { required?: boolean; content: Content }
  responses: Readonly<Record<string, Reply | { $ref: string }>>
}

export type PathItem = Readonly<Record<string, unknown>>

export type ApiDocument = {
  info: { version: string }
  paths: Readonly<Record<string, PathItem>>
  webhooks?: Readonly<Record<string, PathItem>>
  components?: Readonly<Record<string, Readonly<Record<string, unknown>>>>
}

/** Follows a reference such as `#/components/schemas/Amount`; returns anything else unchanged. */
export const resolved = <Thing extends object>(
  document: ApiDocument,
  thing: Thing | { $ref: string },
): Thing => {
  if (!('$ref' in thing) || typeof thing.$ref !== 'string') return thing as Thing
  const found = thing.$ref
    .replace('#/', '')
    .split('/')
    .reduce<unknown>((at, step) => (at as Record<string, unknown> | undefined)?.[step], document)
  if (found === undefined) throw new Error(`The OpenAPI document has nothing at ${thing.$ref}.`)
  return found as Thing
}

/** What no caller depends on: texts and examples. The names of fields may be the same words. */
const TEXTS = new Set(['description', 'summary', 'title', 'examples', 'example'])

/** The document without texts and examples, for the copy of the last release. */
export const withoutTexts = (value: unknown, isNames = false): unknown => {
  if (Array.isArray(value)) return value.map((item) => withoutTexts(item))
  if (typeof value !== 'object' || value === null) return value
  const kept = Object.entries(value).filter(([name]) => isNames || !TEXTS.has(name))
  return Object.fromEntries(
    kept.map(([name, inner]) => [name, withoutTexts(inner, HOLD_NAMES.has(name) && !isNames)]),
  )
}

/** The keys of these are names that somebody chose. */
const HOLD_NAMES = new Set(['properties', 'schemas', 'responses', 'parameters', 'headers'])
