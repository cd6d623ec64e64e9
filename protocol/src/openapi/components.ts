/** Converts the platform's zod schemas to the named schemas of the document. */
import { z } from 'zod'
import { NAMED_SCHEMAS } from '../named.ts'
import type { JsonObject } from '../operation.ts'

export const schemaRef = (schema: z.ZodType): JsonObject => {
  const name = NAMED_SCHEMAS.get(schema)
  if (name === undefined) throw new Error('expected a schema with a name: see named()')
  return { $ref: refTo(name) }
}

const refTo = (name: string): string => `#/components/schemas/${name}`

/** The schemas of parameters, by operation and place. */
export type ParameterObjects = ReadonlyMap<string, z.ZodObject>

export type Schemas = {
  /** `components.schemas`. */
  components: JsonObject
  /** For each of the parameter objects, its JSON schema. */
  parameters: ReadonlyMap<string, ObjectSchema>
}

export type ObjectSchema = {
  properties?: Readonly<Record<string, JsonObject>>
  required?: readonly string[]
}

/** All schemas in JSON Schema 2020-12, with references by name. */
export const jsonSchemas = (parameterObjects: ParameterObjects): Schemas => {
  const registry = z.registry<{ id: string }>()
  for (const [schema, name] of NAMED_SCHEMAS) registry.add(schema, { id: name })
  // A clone, because two operations may share a query, and a schema has one id.
  for (const [key, object] of parameterObjects) registry.add(object.clone(), { id: key })
  const { schemas } = z.toJSONSchema(registry, {
    uri: refTo,
    // The input form. Only requests to the platform refuse unknown fields (D24).
    io: 'input',
    override: ({ zodSchema, jsonSchema }) => keepDefault(zodSchema, jsonSchema),
  })
  const all = Object.entries(schemas).map(([id, schema]) => [id, plain(schema)] as const)
  const isParameters = ([id]: readonly [string, unknown]) => parameterObjects.has(id)
  const components = Object.fromEntries(
    all.filter((entry) => !isParameters(entry)).toSorted(([a], [b]) => (a < b ? -1 : 1)),
  )
  return {
    components: {
      ...components,
      WebhookEvent: { ...components['WebhookEvent'], discriminator: byEvent(components) },
    },
    parameters: new Map(all.filter(isParameters)),
  }
}

/** zod omits the default of a parameter with a transform. */
const keepDefault = (zodSchema: z.core.$ZodType, jsonSchema: JsonObject): void => {
  const meta = z.globalRegistry.get(zodSchema)
  if (meta !== undefined && 'default' in meta) jsonSchema['default'] = meta['default']
}

/** The kind of each event by the literal in its schema. */
const byEvent = (components: Readonly<Record<string, JsonObject>>): JsonObject => {
  const { oneOf = [] } = components['WebhookEvent'] as { oneOf?: { $ref: string }[] }
  const mapping = oneOf.map(({ $ref }) => {
    const { properties } = components[$ref.replace(refTo(''), '')] as {
      properties: { event: { const: string } }
    }
    return [properties.event.const, $ref]
  })
  return { propertyName: 'event', mapping: Object.fromEntries(mapping) as JsonObject }
}

/** Removes the identifiers of a stand-alone schema. */
const plain = (schema: object): JsonObject =>
  Object.fromEntries(Object.entries(schema).filter(([key]) => key !== '$schema' && key !== '$id'))
