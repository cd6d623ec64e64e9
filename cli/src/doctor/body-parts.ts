/** Only a part of the body, or nothing of it. */
import type { Add } from './body-variant.ts'
import { cause, RAW_BYTES_REMEDY, type Cause } from './causes.ts'
import { memberOf, type JsonNode } from './json-text.ts'
import { WIRE_STYLE, writeJson, type JsonStyle } from './write-json.ts'

/** Adds `data` alone, single values, joined values, and the body without one of its fields. */
export const addParts = (text: string, tree: JsonNode, add: Add): void => {
  const data = memberOf(tree, 'data')
  if (data === null) return
  add(text.slice(data.start, data.end), partOnly)
  for (const style of DATA_STYLES) add(writeJson(data, style), partOnly)
  for (const name of ['event', 'paymentId', 'reference', 'amount'] as const) {
    const value = memberOf(name === 'event' ? tree : data, name)
    if (value !== null) add(textOf(value), valueOnly(name))
  }
  for (const joined of valuesOf(data)) add(joined, valuesJoined)
  for (const { name, written } of withoutOne(tree, data)) add(written, fieldLeftOut(name))
}

const DATA_STYLES: readonly JsonStyle[] = [
  WIRE_STYLE,
  { ...WIRE_STYLE, layout: 'spaced', escapes: 'unicode' },
  { ...WIRE_STYLE, layout: 'spaced' },
  { ...WIRE_STYLE, escapes: 'unicode', slashes: 'escaped' },
  { ...WIRE_STYLE, layout: 'indented by 2' },
  { ...WIRE_STYLE, order: 'sorted' },
  { ...WIRE_STYLE, order: 'sorted', layout: 'spaced', escapes: 'unicode' },
]

const textOf = (node: JsonNode): string =>
  node.kind === 'string' ? node.value : writeJson(node, WIRE_STYLE)

/** As other payment providers do: the values in their order or sorted by name. */
const valuesOf = function* (data: JsonNode): Generator<string> {
  if (data.kind !== 'object') return
  const sorted = data.members.toSorted((one, other) => (one.key < other.key ? -1 : 1))
  for (const members of [data.members, sorted]) {
    for (const between of ['', '|', ':', ',', '.', ';', '&', '\n', '-']) {
      yield members.map(({ value }) => textOf(value)).join(between)
    }
    for (const between of ['&', '|', ',', '\n']) {
      yield members.map(({ key, value }) => `${key}=${textOf(value)}`).join(between)
    }
  }
}

const withoutOne = function* (
  tree: JsonNode,
  data: JsonNode,
): Generator<{ name: string; written: string }> {
  if (tree.kind !== 'object' || data.kind !== 'object') return
  for (const left of data.members) {
    const rest: JsonNode = { ...data, members: data.members.filter((member) => member !== left) }
    const members = tree.members.map((member) =>
      member.value === data ? { ...member, value: rest } : member,
    )
    const written = writeJson({ ...tree, members }, { ...WIRE_STYLE, order: 'given' })
    yield { name: left.key, written }
  }
}

/** Adds what is signed when the body is missing or was not awaited. */
export const addAbsent = (add: Add): void => {
  add('[object Object]', objectAsText)
  add('', notSent('empty'))
  for (const text of ABSENT) add(text, notSent(JSON.stringify(text)))
}

const ABSENT = [
  '{}',
  '[]',
  'null',
  'undefined',
  'None',
  'Array',
  '""',
  '[object Promise]',
  '[object ReadableStream]',
  '[object ArrayBuffer]',
  '[object Undefined]',
  'System.Byte[]',
  'false',
] as const

const partOnly = cause(
  'body_part',
  'Only "data" was signed, not the whole body.',
  'Sign the whole body, from the first { to the last }, with "event" in it.',
)

const valueOnly = (name: string): Cause =>
  cause(
    'body_part',
    `Only the value of "${name}" was signed, not the whole body.`,
    'Sign the whole body, from the first { to the last }.',
  )

const valuesJoined = cause(
  'body_part',
  'Joined values of "data" were signed, as other payment providers do, not the body.',
  'Sign the whole body as it came, from the first { to the last }.',
)

const fieldLeftOut = (name: string): Cause =>
  cause(
    'body_field_missing',
    `The body was signed without the field ${JSON.stringify(name)}: a class or a model without this field dropped it.`,
    RAW_BYTES_REMEDY,
  )

export const objectAsText = cause(
  'body_object_as_text',
  'The text "[object Object]" was signed: a parsed body that became a string.',
  RAW_BYTES_REMEDY,
)

const notSent = (what: string): Cause =>
  cause(
    'body_not_sent',
    `Instead of the body, ${what} was signed: the body was read before, or was not there yet.`,
    `Something read it before, no parser ran for its type, or an "await" is missing. ${RAW_BYTES_REMEDY}`,
  )
