/** The values that a user of the collection sets once, and those that answers bring. Pure. */
import {
  operationsAt,
  resolved,
  type Example,
  type OpenApiDocument,
  type Operation,
  type Parameter,
  type Schema,
} from '../../platform/src/http/pages/api-reference/open-api-document.ts'

/** What the document has no example of. */
const GIVEN: Readonly<Record<string, string>> = {
  from: '2026-11-01',
  to: '2026-11-21',
  reference: 'CMD-2026-0117',
  name: 'bna-clients',
  mapping: 'bna-clients',
  key: '1',
  kid: 'Zx3kQm1v9aE',
  q: 'CMD-2026',
}

const UUID = '019aa5b1-3080-7abc-8def-0123000003e9'

/** Each value that a path or a query needs, with an example of it. */
export const variablesOf = (document: OpenApiDocument): Map<string, string> => {
  const examples = exampleValues(document)
  const needed = operationsOf(document).flatMap(({ operation }) =>
    parametersOf(document, operation).filter(
      ({ in: where, required }) => where === 'path' || (where === 'query' && required === true),
    ),
  )
  return new Map(
    needed
      .toSorted((a, b) => a.name.localeCompare(b.name))
      .map((parameter) => [
        parameter.name,
        GIVEN[parameter.name] ?? exampleOf(document, parameter, examples),
      ]),
  )
}

const exampleOf = (
  document: OpenApiDocument,
  { name, schema = {}, example }: Parameter,
  examples: ReadonlyMap<string, string>,
): string => {
  const { enum: values, examples: own, format } = resolved<Schema>(document, schema)
  const found = example ?? own?.[0] ?? values?.[0] ?? examples.get(name)
  if (typeof found === 'string') return found
  if (format === 'uuid') return UUID
  throw new Error(`The OpenAPI document has no example of the parameter ${name}.`)
}

export type Placed = { operation: Operation; method: string; path: string }

export const operationsOf = ({ paths }: OpenApiDocument): Placed[] =>
  Object.entries(paths).flatMap(([path, item]) =>
    operationsAt(item).map(({ operation, method }) => ({ operation, method, path })),
  )

export const parametersOf = (
  document: OpenApiDocument,
  { parameters = [] }: Operation,
): Parameter[] => parameters.map((parameter) => resolved<Parameter>(document, parameter))

/** The first text of each name in the examples of answers and requests. */
const exampleValues = (document: OpenApiDocument): Map<string, string> => {
  const found = new Map<string, string>()
  const collect = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return
    for (const [name, inner] of Object.entries(value)) {
      if (typeof inner === 'string' && !found.has(name)) found.set(name, inner)
      collect(inner)
    }
  }
  for (const { operation } of operationsOf(document)) {
    const contents = [
      operation.requestBody?.content ?? {},
      ...Object.values(operation.responses).map(
        (response) => resolved<{ content?: object }>(document, response as never).content ?? {},
      ),
    ]
    for (const { examples = {} } of contents.flatMap((content) => Object.values(content))) {
      for (const example of Object.values(examples as Record<string, Example>)) {
        collect(resolved<Example>(document, example).value)
      }
    }
  }
  return found
}
