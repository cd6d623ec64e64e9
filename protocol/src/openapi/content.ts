/** Bodies of the document, with their examples. */
import detailsVectors from '../../vectors/payment-details.json' with { type: 'json' }
import statusVectors from '../../vectors/payment-status.json' with { type: 'json' }
import eventVectors from '../../vectors/webhook-events.json' with { type: 'json' }
import type { Answer, Body, FileBody, JsonAnswer, JsonObject, VectorFile } from '../operation.ts'
import { schemaRef } from './components.ts'

type Vector = { name: string; body: unknown; valid?: boolean }

const VECTORS: Readonly<Record<VectorFile, readonly Vector[]>> = {
  'payment-details': detailsVectors,
  'payment-status': statusVectors,
  'webhook-events': eventVectors,
}

/** The content of the body of a request. */
export const bodyContent = ({ schema, example, vector }: Body): JsonObject => {
  const request = vector === undefined ? example : vectorOf(VECTORS[vector.file], vector.name)
  return jsonContent(schemaRef(schema), { request })
}

/** The content of a body that is a file. */
export const fileContent = ({ types, bytesMax }: FileBody): JsonObject =>
  Object.fromEntries(types.map((type) => [type, { schema: { maxLength: bytesMax } }]))

/** The content of an answer by media type. */
export const answerContent = (answer: Answer): JsonObject => {
  if (!('schema' in answer)) return typesContent(answer.content)
  const { schema, examples = {}, vectors, otherTypes = {} } = answer
  const named = vectors === undefined ? examples : fromVectors(vectors)
  return { ...jsonContent(schemaRef(schema), named), ...typesContent(otherTypes) }
}

const typesContent = (schemas: Readonly<Record<string, JsonObject>>): JsonObject =>
  Object.fromEntries(Object.entries(schemas).map(([type, schema]) => [type, { schema }]))

/** A JSON body with named examples. */
export const jsonContent = (
  schema: JsonObject,
  named: Readonly<Record<string, unknown>>,
): JsonObject => {
  const examplesByKey = Object.fromEntries(
    Object.entries(named).map(([name, value]) => [name.replaceAll(/[^\w.-]/g, '_'), { value }]),
  )
  return { 'application/json': { schema, examples: examplesByKey } }
}

const fromVectors = ({
  file,
  names,
}: NonNullable<JsonAnswer['vectors']>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(names).map(([key, name]) => [key, vectorOf(VECTORS[file], name)]),
  )

const vectorOf = (vectors: readonly Vector[], name: string): unknown => {
  const found = vectors.find((candidate) => candidate.name === name && candidate.valid === true)
  if (found === undefined) throw new Error(`expected a valid vector named "${name}"`)
  return found.body
}
