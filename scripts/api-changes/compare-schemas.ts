/**
 * What breaks when one schema takes the place of another. `sent` is what the other side sends: all that
 * was accepted must still be. `read` is what it reads: all that was promised must still come. A new
 * field or a new value in what is read breaks nobody, because readers ignore what they do not know.
 */
import {
  resolved,
  type Schema,
} from '../../platform/src/http/pages/api-reference/open-api-document.ts'
import type { ApiDocument } from './document.ts'

export type Direction = 'sent' | 'read'

/** A place such as `details[].value`, empty for the whole, and what is different there. */
export type Difference = { at: string; what: string }

export type Documents = { before: ApiDocument; after: ApiDocument }

/** Pairs of named types that are being compared: a type may contain itself. */
type Open = ReadonlySet<string>

export const compareSchemas = (
  documents: Documents,
  before: Schema,
  after: Schema,
  direction: Direction,
  open: Open = new Set(),
): Difference[] => {
  const pair = `${before.$ref ?? ''} ${after.$ref ?? ''}`
  if (pair !== ' ' && open.has(pair)) return []
  const inside = pair === ' ' ? open : new Set([...open, pair])
  const olds = alternatives(documents.before, before)
  const news = alternatives(documents.after, after)
  const compare = (old: Schema, replacement: Schema): Difference[] =>
    compareOne(documents, old, replacement, direction, inside)
  // Each thing that was sent must fit one that is accepted; each thing that comes, one that was promised.
  const [wanted, offered] = direction === 'sent' ? [olds, news] : [news, olds]
  return wanted.flatMap((one) => {
    const tries = offered.map((other) =>
      direction === 'sent' ? compare(one, other) : compare(other, one),
    )
    const isSingle = wanted.length === 1 && offered.length === 1
    const sameKind = offered.findIndex((other) => isSingle || kindOf(other) === kindOf(one))
    if (tries.some((differences) => differences.length === 0)) return []
    const nearest = tries[sameKind]
    if (nearest !== undefined) return nearest
    return direction === 'sent'
      ? [{ at: '', what: `${kindOf(one)} is not accepted any more` }]
      : [{ at: '', what: `it can be ${kindOf(one)} now` }]
  })
}

/** A schema as the list of what it may be, without references; types of a list are apart. */
const alternatives = (document: ApiDocument, schema: Schema): Schema[] => {
  const { $ref, ...own } = schema
  if ($ref !== undefined) return alternatives(document, resolved<Schema>(document, { $ref }))
  if (own.allOf !== undefined) {
    const parts = own.allOf.map((part) => alternatives(document, part)[0] ?? {})
    return [parts.reduce<Schema>(merged, {})]
  }
  const several = own.anyOf ?? own.oneOf
  if (several !== undefined) return several.flatMap((one) => alternatives(document, one))
  if (typeof own.type === 'object') return own.type.map((type) => ({ ...own, type }))
  return [own]
}

const merged = (one: Schema, other: Schema): Schema => ({
  ...one,
  ...other,
  properties: { ...one.properties, ...other.properties },
  required: [...(one.required ?? []), ...(other.required ?? [])],
})

const valuesOf = ({ const: only, enum: several }: Schema): readonly unknown[] | null =>
  only === undefined ? (several ?? null) : [only]

/** What people call it: a type, or its values. */
const kindOf = (schema: Schema): string => {
  const { type = 'anything', properties } = schema
  // The alternatives of a union of objects differ in a constant.
  const marks = Object.entries(properties ?? {}).flatMap(([name, field]) =>
    field.const === undefined ? [] : [`${name} ${JSON.stringify(field.const)}`],
  )
  const kind = typeof type === 'string' ? type : type.join(' or ')
  return marks.length === 0 ? kind : `${kind} with ${marks.join(', ')}`
}

const compareOne = (
  documents: Documents,
  before: Schema,
  after: Schema,
  direction: Direction,
  open: Open,
): Difference[] => {
  const here = ownDifference(before, after, direction)
  if (here !== null) return [{ at: '', what: here }]
  const fields = compareFields(documents, before, after, direction, open)
  if (before.items === undefined || after.items === undefined) return fields
  const items = compareSchemas(documents, before.items, after.items, direction, open)
  return [...fields, ...items.map((item) => below('[]', item))]
}

const below = (name: string, { at, what }: Difference): Difference => ({
  at: at === '' || at.startsWith('[') ? `${name}${at}` : `${name}.${at}`,
  what,
})

/** What is different in the value itself; null when nothing breaks. */
const ownDifference = (before: Schema, after: Schema, direction: Direction): string | null => {
  const [from, to] = direction === 'sent' ? [before, after] : [after, before]
  const isWhole = from.type === 'integer' && to.type === 'number'
  if (to.type !== undefined && from.type !== to.type && !isWhole) {
    return `it was ${kindOf(before)} and is ${kindOf(after)} now`
  }
  if (direction === 'read') {
    const isOther = before.format !== undefined && before.format !== after.format
    return isOther ? `its form was ${before.format} and is ${after.format ?? 'any text'} now` : null
  }
  return valueDifference(before, after) ?? limitDifference(before, after)
}

const valueDifference = (before: Schema, after: Schema): string | null => {
  const [olds, news] = [valuesOf(before), valuesOf(after)]
  if (news === null) return null
  if (olds === null) return `only ${news.map(quoted).join(', ')} is accepted now`
  const gone = olds.filter((value) => !news.includes(value))
  return gone.length === 0 ? null : `${gone.map(quoted).join(', ')} is not accepted any more`
}

const quoted = (value: unknown): string => JSON.stringify(value)

const FLOORS = ['minimum', 'exclusiveMinimum', 'minLength', 'minItems'] as const
const CEILINGS = ['maximum', 'maxLength', 'maxItems'] as const

const limitDifference = (before: Schema, after: Schema): string | null => {
  const floor = FLOORS.find((name) => (after[name] ?? -Infinity) > (before[name] ?? -Infinity))
  if (floor !== undefined) return `its ${floor} is ${after[floor]} now`
  const ceiling = CEILINGS.find((name) => (after[name] ?? Infinity) < (before[name] ?? Infinity))
  if (ceiling !== undefined) return `its ${ceiling} is ${after[ceiling]} now`
  for (const name of ['format', 'pattern'] as const) {
    if (after[name] !== undefined && after[name] !== before[name]) {
      return `its ${name} is ${after[name]} now`
    }
  }
  return null
}

const compareFields = (
  documents: Documents,
  before: Schema,
  after: Schema,
  direction: Direction,
  open: Open,
): Difference[] => {
  const [olds, news] = [before.properties ?? {}, after.properties ?? {}]
  const [had, has] = [new Set(before.required), new Set(after.required)]
  const kept = Object.entries(olds).flatMap(([name, old]): Difference[] => {
    const replacement = news[name]
    if (replacement === undefined) return goneField(name, after, direction)
    const isLess = direction === 'read' && had.has(name) && !has.has(name)
    if (isLess) return [{ at: name, what: 'it can be missing now' }]
    return compareSchemas(documents, old, replacement, direction, open).map((difference) =>
      below(name, difference),
    )
  })
  const demanded = [...has].filter((name) => direction === 'sent' && !had.has(name))
  return [...kept, ...demanded.map((name) => ({ at: name, what: 'it is required now' }))]
}

const goneField = (name: string, after: Schema, direction: Direction): Difference[] => {
  const isIgnored = direction === 'sent' && after.additionalProperties !== false
  if (isIgnored) return []
  return [
    { at: name, what: direction === 'sent' ? 'it is refused now' : 'it is not there any more' },
  ]
}
