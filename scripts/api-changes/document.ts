/** The parts of an OpenAPI document that a caller depends on. */

import type { Ref, Schema } from '../../platform/src/http/pages/api-reference/open-api-document.ts'

export type Parameter = { name: string; in: string; required?: boolean; schema?: Schema }

export type Content = Readonly<Record<string, { schema?: Schema }>>

export type Reply = { content?: Content }

export type Operation = {
  tags?: readonly string[]
  security?: readonly Readonly<Record<string, unknown>>[]
  parameters?: readonly (Parameter | Ref)[]
  requestBody?: { required?: boolean; content: Content }
  responses: Readonly<Record<string, Reply | Ref>>
}

export type PathItem = Readonly<Record<string, unknown>>

export type ApiDocument = {
  info: { version: string }
  paths: Readonly<Record<string, PathItem>>
  webhooks?: Readonly<Record<string, PathItem>>
  components?: Readonly<Record<string, Readonly<Record<string, unknown>>>>
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
