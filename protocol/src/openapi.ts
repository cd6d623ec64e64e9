/**
 * The OpenAPI document of the whole interface, made from the schemas the platform itself validates
 * with. `protocol/openapi.json` is this, written down; CI fails when the two differ.
 */
import manifest from '../package.json' with { type: 'json' }
import { schemaComponents, schemaRef } from './openapi/components.ts'
import type { JsonObject } from './openapi/components.ts'
import { HEADERS } from './openapi/headers.ts'
import { jsonContent } from './openapi/json-content.ts'
import type { Access, PartnerOperation, PlatformOperation } from './openapi/operation.ts'
import { PARAMETERS, parameterRef } from './openapi/parameters.ts'
import { LOOKUP, RECEIVER, WEBHOOKS } from './openapi/partner-operations.ts'
import { ANYWHERE, PLATFORM_OPERATIONS, errorsOf } from './openapi/platform-operations.ts'
import {
  errorExamples,
  errorResponse,
  errorResponses,
  partnerErrorResponses,
  sharedResponses,
  successResponse,
} from './openapi/responses.ts'

/** The OpenAPI 3.1 document as plain JSON; the same text at every call. */
export function buildOpenApi(): JsonObject {
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
    paths: { ...partnerPaths(), ...platformPaths() },
    webhooks: Object.fromEntries(
      Object.entries(WEBHOOKS).map(([event, operation]) => [
        event,
        { post: partnerOperation(operation) },
      ]),
    ),
    components: {
      schemas: schemaComponents(),
      parameters: PARAMETERS,
      headers: HEADERS,
      examples: errorExamples(),
      responses: {
        ...sharedResponses(PLATFORM_OPERATIONS.filter(isUnlimited).map(errorsOf)),
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
  'refuses fields and query parameters that an operation does not declare (D24); its answers and events ' +
  'may carry more fields than are named here. D-numbers refer to the decisions in the documentation.'

const TAGS = [
  { name: 'Partner-hosted', description: 'Hosted by the partner, called by the platform.' },
  { name: 'Payment Status API', description: 'For partners: reconciling payment state.' },
  { name: 'Static QR Code API', description: 'For partners: amounts on static QR codes.' },
  { name: 'Channel API', description: 'For agents, couriers and marketplaces: taking payments.' },
  {
    name: 'Webhook Events API',
    description: 'What was sent to the partner, what it answered, and sending it again.',
  },
  { name: 'Operator API', description: 'For those who run the platform.' },
  { name: 'Service', description: 'For machines that watch the platform.' },
]

const SECURITY_SCHEMES = {
  apiSecret: {
    type: 'http',
    scheme: 'bearer',
    description: "Platform to partner: the partner's API secret (section 5).",
  },
  channelKey: {
    type: 'apiKey',
    in: 'header',
    name: 'x-api-key',
    description: 'The API key of a channel.',
  },
  operatorKey: {
    type: 'apiKey',
    in: 'header',
    name: 'x-api-key',
    description: 'The API key of an operator.',
  },
  partnerKey: {
    type: 'apiKey',
    in: 'header',
    name: 'x-api-key',
    description: "Partner to platform: the partner's API key (section 5).",
  },
}

const SECURITY: Record<Access, JsonObject[]> = {
  none: [],
  partner: [{ partnerKey: [] }],
  partnerQr: [{ partnerKey: [] }],
  channel: [{ channelKey: [] }],
  operator: [{ operatorKey: [] }],
}

function otherError(): JsonObject {
  return {
    ...errorResponse(ANYWHERE, false),
    description: `Any other error: ${ANYWHERE.join(', ')}`,
  }
}

function isUnlimited({ success }: PlatformOperation): boolean {
  return success.rateLimited !== true
}

function platformPaths(): JsonObject {
  const paths: Record<string, JsonObject> = {}
  for (const operation of PLATFORM_OPERATIONS) {
    paths[operation.path] = {
      ...paths[operation.path],
      [operation.method]: platformOperation(operation),
    }
  }
  return paths
}

function platformOperation(operation: PlatformOperation): JsonObject {
  const { success } = operation
  const names = [...(operation.parameters ?? []), 'AcceptLanguage'] as const
  return {
    ...told(operation),
    security: SECURITY[operation.access],
    parameters: names.map(parameterRef),
    ...requestBody(operation),
    responses: {
      [success.status]: successResponse(success),
      ...operation.otherResponses,
      ...errorResponses(errorsOf(operation), !isUnlimited(operation)),
      default: { $ref: '#/components/responses/OtherError' },
    },
  }
}

function partnerPaths(): JsonObject {
  const servers = [
    {
      url: '{apiUrl}',
      description: "The partner's API URL",
      variables: { apiUrl: { default: 'https://school.example/payments' } },
    },
  ]
  return {
    '/{reference}': { servers, get: partnerOperation(LOOKUP) },
    '/webhooks/platform': { servers, post: partnerOperation(RECEIVER) },
  }
}

function partnerOperation(operation: PartnerOperation): JsonObject {
  const { description, schema, examples } = operation.success
  return {
    ...told(operation),
    security: [{ apiSecret: [] }],
    parameters: (operation.parameters ?? []).map(parameterRef),
    ...requestBody(operation),
    responses: {
      200: { description, content: jsonContent(schemaRef(schema), examples) },
      ...partnerErrorResponses(operation.errors),
    },
  }
}

function told(operation: PlatformOperation | PartnerOperation): JsonObject {
  const { operationId, tag, summary, description } = operation
  return { operationId, tags: [tag], summary, description }
}

function requestBody({ body }: PlatformOperation | PartnerOperation): JsonObject {
  if (body === undefined) return {}
  const content = jsonContent(schemaRef(body.schema), { request: body.example })
  return { requestBody: { required: body.required, content } }
}
