/**
 * Builds the OpenAPI document from the operations and the schemas that the platform validates with. CI
 * compares it with `protocol/openapi.json`.
 */
import { z } from 'zod'
import manifest from '../package.json' with { type: 'json' }
import { jsonSchemas } from './openapi/components.ts'
import type { ParameterObjects, Schemas } from './openapi/components.ts'
import { answerContent, bodyContent, fileContent } from './openapi/content.ts'
import { accessOf, SECURITY_SCHEMES, securityOf } from './openapi/access.ts'
import { HEADERS } from './openapi/headers.ts'
import { HEADER_PARAMETERS, headersOf, parameterRef, parametersIn } from './openapi/parameters.ts'
import {
  answerResponse,
  errorExamples,
  errorResponse,
  errorResponses,
  partnerErrorResponses,
  sharedResponses,
} from './openapi/responses.ts'
import { ANYWHERE, errorsOf } from './operation-errors.ts'
import type { JsonObject, Operation, PartnerHostedOperation } from './operation.ts'
import { ALL_OPERATIONS } from './operations.ts'
import { LOOKUP, RECEIVER, WEBHOOKS } from './operations/partner/hosted.ts'

/** The OpenAPI 3.1 document as plain JSON. */
export const buildOpenApi = (): JsonObject => {
  const schemas = jsonSchemas(parameterObjects())
  return {
    openapi: '3.1.1',
    info: {
      title: 'Wasl',
      version: manifest.version,
      summary: manifest.description,
      description: DESCRIPTION,
      license: { name: 'Apache License 2.0', identifier: 'Apache-2.0' },
    },
    servers: [
      {
        url: '{baseUrl}',
        description: 'The platform',
        variables: { baseUrl: { default: 'http://127.0.0.1:8080' } },
      },
    ],
    tags: TAGS,
    paths: { ...partnerPaths(schemas), ...platformPaths(schemas) },
    webhooks: Object.fromEntries(
      Object.entries(WEBHOOKS).map(([event, operation]) => [
        event,
        { post: partnerOperation(schemas, webhookId(event), operation) },
      ]),
    ),
    components: {
      schemas: schemas.components,
      parameters: HEADER_PARAMETERS,
      headers: HEADERS,
      examples: errorExamples(),
      responses: {
        ...sharedResponses(
          ALL_OPERATIONS.flatMap(([, operation]) =>
            operation.rateLimited === true ? [] : [errorsOf(operation)],
          ),
        ),
        OtherError: otherError(),
      },
      securitySchemes: SECURITY_SCHEMES,
    },
  }
}

const DESCRIPTION =
  'A payment-collection platform with a partner-hosted model. The partner hosts two endpoints that ' +
  'the platform calls; the platform hosts the Payment Status API and the Static QR Code API for ' +
  'the partner, the channel API for those who take the money, and the operator API. The platform ' +
  'refuses undeclared fields and query parameters (D24); its answers and events may have more fields ' +
  'than this document. D-numbers refer to the decisions in the documentation.'

const TAGS = [
  { name: 'Partner-hosted', description: 'Hosted by the partner, called by the platform.' },
  { name: 'Payment Status API', description: 'For partners: reconciling payment state.' },
  { name: 'Books API', description: 'For partners: payments by business date.' },
  { name: 'Settings API', description: 'For partners: addresses, secrets and QR codes.' },
  { name: 'Static QR Code API', description: 'For partners: amounts on static QR codes.' },
  { name: 'Channel API', description: 'For agents, couriers and marketplaces: taking payments.' },
  {
    name: 'Channel API: cash',
    description: 'For channels: who took the money, and who holds it.',
  },
  {
    name: 'Webhook Events API',
    description: 'For partners: what was sent, what the partner answered, and resending.',
  },
  { name: 'Users API', description: 'For partners: who signs in, with which role.' },
  { name: 'Operator API', description: 'For those who run the platform.' },
  { name: 'Operator API: cash', description: 'For operators: the cash that channels hold.' },
  {
    name: 'Account API',
    description: 'Signing in; and for any signed-in user: who I am, my sessions.',
  },
  { name: 'Account API: shared tills', description: 'Enrolled devices, and a PIN for each agent.' },
  { name: 'Pages for payers', description: 'The pages that a phone opens for a QR code.' },
  { name: 'Service', description: 'Monitoring, public keys, and this reference.' },
]

const otherError = (): JsonObject => ({
  ...errorResponse(ANYWHERE, false),
  description: `Any other error: ${ANYWHERE.join(', ')}`,
})

/** The path and query schemas of every operation, converted to JSON schemas with the named ones. */
const parameterObjects = (): ParameterObjects => {
  const objects = new Map<string, z.ZodObject>([
    ['path of lookUpPaymentDetails', z.object(LOOKUP.params)],
  ])
  for (const [id, { params, query }] of ALL_OPERATIONS) {
    if (params !== undefined) objects.set(`path of ${id}`, z.object(params))
    if (query !== undefined) objects.set(`query of ${id}`, query)
  }
  return objects
}

const parametersOf = ({ parameters }: Schemas, id: string): JsonObject[] => [
  ...parametersIn('path', parameters.get(`path of ${id}`) ?? {}),
  ...parametersIn('query', parameters.get(`query of ${id}`) ?? {}),
]

const platformPaths = (schemas: Schemas): JsonObject => {
  const paths: Record<string, JsonObject> = {}
  for (const [id, operation] of ALL_OPERATIONS) {
    paths[operation.path] = {
      ...paths[operation.path],
      [operation.method.toLowerCase()]: platformOperation(schemas, id, operation),
    }
  }
  return paths
}

const platformOperation = (schemas: Schemas, id: string, operation: Operation): JsonObject => {
  const { answer, otherAnswers = [], rateLimited = false } = operation
  const answers = [answer, ...otherAnswers].map((one) => [
    one.status ?? 200,
    answerResponse(one, rateLimited),
  ])
  return {
    ...documented(id, operation),
    security: securityOf(operation),
    ...accessOf(operation),
    parameters: [...parametersOf(schemas, id), ...headersOf(operation)],
    ...requestBody(operation),
    responses: {
      ...(Object.fromEntries(answers) as JsonObject),
      ...errorResponses(errorsOf(operation), rateLimited),
      default: { $ref: '#/components/responses/OtherError' },
    },
  }
}

const partnerPaths = (schemas: Schemas): JsonObject => {
  const servers = [
    {
      url: '{apiUrl}',
      description: "The partner's API URL",
      variables: { apiUrl: { default: 'https://school.example/payments' } },
    },
  ]
  return {
    '/{reference}': { servers, get: partnerOperation(schemas, 'lookUpPaymentDetails', LOOKUP) },
    '/webhooks/platform': { servers, post: partnerOperation(schemas, 'receiveWebhook', RECEIVER) },
  }
}

/** `onPaymentSuccess` of `payment.success`. */
const webhookId = (event: string): string =>
  `on${event.replaceAll(/(?:^|\.)(\w)/g, (_, letter: string) => letter.toUpperCase())}`

const partnerOperation = (
  schemas: Schemas,
  id: string,
  operation: PartnerHostedOperation,
): JsonObject => {
  const { description } = operation.answer
  return {
    ...documented(id, operation),
    security: [{ apiSecret: [] }],
    parameters: [...parametersOf(schemas, id), ...operation.headers.map(parameterRef)],
    ...requestBody(operation),
    responses: {
      200: { description, content: answerContent(operation.answer) },
      ...partnerErrorResponses(operation.errors),
    },
  }
}

const documented = (id: string, operation: Operation | PartnerHostedOperation): JsonObject => {
  const { tag, summary, description } = operation
  return { operationId: id, tags: [tag], summary, description }
}

const requestBody = (operation: Operation | PartnerHostedOperation): JsonObject => {
  if ('file' in operation && operation.file !== undefined) {
    return { requestBody: { required: true, content: fileContent(operation.file) } }
  }
  const { body } = operation
  if (body === undefined) return {}
  return { requestBody: { required: body.optional !== true, content: bodyContent(body) } }
}
