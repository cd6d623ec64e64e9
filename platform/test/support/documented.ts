/** Whether an answer is one that the OpenAPI document promises. */
import { Ajv2020 } from 'ajv/dist/2020.js'

type Responses = Record<string, { $ref?: string }>
type Document = {
  paths: Record<string, Record<string, { operationId?: string; responses?: Responses }>>
}

export type GivenAnswer = {
  operationId: string
  status: number
  contentType: string
  body: unknown
}

/** Returns a sentence for an answer that the document does not have; null for the others. */
export const documentedAnswers = (document: Document): ((answer: GivenAnswer) => string | null) => {
  const validator = new Ajv2020({
    strict: false,
    validateFormats: false,
    validateSchema: false,
  }).addSchema(document, 'api')
  const places = new Map(
    Object.entries(document.paths).flatMap(([path, item]) =>
      Object.entries(item).flatMap(([method, { operationId, responses = {} }]) =>
        operationId === undefined ? [] : [[operationId, { path, method, responses }] as const],
      ),
    ),
  )
  return ({ operationId, status, contentType, body }) => {
    const place = places.get(operationId)
    const response = place?.responses[status]
    if (place === undefined || response === undefined) {
      return `${operationId}: the document has no answer ${status}.`
    }
    const [type = ''] = contentType.split(';')
    if (type !== 'application/json') return null
    const own = ['', 'paths', place.path, place.method, 'responses', String(status)]
    const pointer = response.$ref?.replace('#', '') ?? own.map(escaped).join('/')
    const schema = `api#${pointer}/content/application~1json/schema`
    if (validator.validate({ $ref: encodeURI(schema) }, body)) return null
    return `${operationId}: ${status} ${validator.errorsText()}: ${JSON.stringify(body)}`
  }
}

const escaped = (step: string): string => step.replaceAll('~', '~0').replaceAll('/', '~1')
