/** A schema of the OpenAPI document as Markdown: its type in one line, its fields in a list. Pure. */
import {
  refName,
  type OpenApiDocument,
  type Schema,
} from '../../platform/src/http/pages/api-reference/open-api-document.ts'
import { limitsOf } from '../../platform/src/http/pages/api-reference/schema-limits.ts'

/** Deeper fields are on the page of their type. */
const DEPTH_MAX = 3

export const typeText = (schema: Schema): string => {
  const limits = limitsOf(schema, code)
  return limits === '' ? kindText(schema) : `${kindText(schema)}, ${limits}`
}

const kindText = (schema: Schema): string => {
  const { $ref, const: only, enum: several, anyOf, oneOf, allOf, items, type } = schema
  if ($ref !== undefined) return `[${refName($ref)}](./types.md#${refName($ref).toLowerCase()})`
  if (only !== undefined) return valueText(only)
  if (several !== undefined) return several.map(valueText).join(' or ')
  const alternatives = anyOf ?? oneOf
  if (alternatives !== undefined) return alternatives.map(typeText).join(' or ')
  if (allOf !== undefined) return allOf.map(typeText).join(' with ')
  if (items !== undefined) return `list of ${typeText(items)}`
  if (type === undefined) return 'anything'
  return typeof type === 'string' ? type : type.join(' or ')
}

const code = (text: string): string => `\`${text}\``

const valueText = (value: unknown): string => code(JSON.stringify(value))

/** The fields of an object, of a list's objects, or of each alternative; empty for other schemas. */
export const fieldLines = (schema: Schema, depth = 0): string[] => {
  if (depth >= DEPTH_MAX) return []
  const { properties, required = [], items } = schema
  if (properties !== undefined) {
    return Object.entries(properties).flatMap(([name, field]) =>
      fieldLine(name, field, required.includes(name), depth),
    )
  }
  if (items !== undefined) return fieldLines(items, depth)
  return (schema.anyOf ?? schema.oneOf ?? schema.allOf ?? []).flatMap((one) =>
    fieldLines(one, depth),
  )
}

export const fieldLine = (
  name: string,
  schema: Schema,
  isRequired: boolean,
  depth = 0,
): string[] => {
  const indent = '  '.repeat(depth)
  const optional = isRequired ? '' : ' *(optional)*'
  const { description } = schema
  const told = description === undefined ? '' : `: ${oneLine(description)}`
  return [
    `${indent}- \`${name}\`, ${typeText(schema)}${optional}${told}`,
    ...fieldLines(schema, depth + 1),
  ]
}

/** Text of the document has no Markdown: what looks like a tag is text. */
export const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ')

/** Every type that has a name. */
export const typesPage = ({ components }: OpenApiDocument): string => {
  const types = Object.entries(components.schemas).toSorted(([a], [b]) => a.localeCompare(b))
  const sections = types.flatMap(([name, schema]) => {
    const fields = fieldLines(schema).join('\n')
    const shape = fields === '' ? `A value: ${typeText(schema)}.` : fields
    return [`## ${name}`, oneLine(schema.description ?? ''), shape].filter((part) => part !== '')
  })
  return ['# Types', 'The named types of the API reference.', ...sections].join('\n\n')
}
