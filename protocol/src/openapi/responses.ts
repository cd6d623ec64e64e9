/** Responses of the document: one for each HTTP status, with all its codes. */
import { ERRORS, PARTNER_ERRORS, errorMessage } from '../errors.ts'
import type { ErrorCode, ErrorEntry, PartnerErrorCode } from '../errors.ts'
import type { Answer, JsonObject } from '../operation.ts'
import { REQUEST_ID } from '../operations/examples/payments.ts'
import { partnerErrorSchema } from '../payment-details.ts'
import { platformErrorSchema } from '../platform-error.ts'
import { schemaRef } from './components.ts'
import { answerContent, jsonContent } from './content.ts'
import { allowHeader, rateLimitHeaders, requestIdHeader, retryAfterHeader } from './headers.ts'

/** The successful answer of an operation. */
export const answerResponse = (answer: Answer, rateLimited: boolean): JsonObject => {
  const headers = { ...requestIdHeader, ...(rateLimited ? rateLimitHeaders : {}) }
  return { description: answer.description, headers, content: answerContent(answer) }
}

/** Error responses by HTTP status, lowest first. A single code is a reference. */
export const errorResponses = (codes: readonly ErrorCode[], rateLimited: boolean): JsonObject =>
  Object.fromEntries(
    groups(codes).map(([status, group]) => {
      const [code] = group
      const shared = group.length === 1 && code !== undefined && !rateLimited
      return [
        String(status),
        shared ? { $ref: `#/components/responses/${code}` } : errorResponse(group, rateLimited),
      ]
    }),
  )

/** `components.responses` for the codes that are alone under their status somewhere. */
export const sharedResponses = (endpoints: readonly (readonly ErrorCode[])[]): JsonObject => {
  const alone = endpoints.flatMap((codes) =>
    groups(codes).flatMap(([, group]) => (group.length === 1 ? group : [])),
  )
  return Object.fromEntries(
    [...new Set(alone)].toSorted().map((code) => [code, errorResponse([code], false)]),
  )
}

const groups = (codes: readonly ErrorCode[]): [status: number, codes: ErrorCode[]][] => {
  const statuses = [...new Set(codes.map((code) => ERRORS[code].status))].toSorted((a, b) => a - b)
  return statuses.map((status) => [status, codes.filter((code) => ERRORS[code].status === status)])
}

/** One response for several codes. */
export const errorResponse = (codes: readonly ErrorCode[], rateLimited: boolean): JsonObject => {
  const has = (statuses: readonly number[]): boolean =>
    codes.some((code) => statuses.includes(ERRORS[code].status))
  return {
    description: codes.join(', '),
    headers: {
      ...requestIdHeader,
      ...(has([405]) ? allowHeader : {}),
      ...(has([429, 503]) ? retryAfterHeader : {}),
      ...(rateLimited || has([401, 429]) ? rateLimitHeaders : {}),
    },
    content: {
      'application/json': {
        schema: {
          allOf: [
            schemaRef(platformErrorSchema),
            { type: 'object', properties: { error: { enum: [...codes] } } },
          ],
        },
        examples: Object.fromEntries(
          codes.map((code) => [code, { $ref: `#/components/examples/${code}` }]),
        ),
      },
    },
  }
}

/** `components.examples`: the body of every error, in English. */
export const errorExamples = (): JsonObject => {
  const codes = Object.keys(ERRORS) as ErrorCode[]
  return Object.fromEntries(codes.map((code) => [code, { value: errorExample(code) }]))
}

const errorExample = (code: ErrorCode): JsonObject => {
  const { extra }: ErrorEntry = ERRORS[code]
  return {
    error: code,
    errorMessage: errorMessage(code, 'en', extra),
    requestId: REQUEST_ID,
    ...extra,
  }
}

/** Errors of a partner-hosted endpoint (section 7.1) by HTTP status. */
export const partnerErrorResponses = (codes: readonly PartnerErrorCode[]): JsonObject =>
  Object.fromEntries(
    codes.map((code) => {
      const { status, messages } = PARTNER_ERRORS[code]
      const content = jsonContent(
        {
          allOf: [
            schemaRef(partnerErrorSchema),
            { type: 'object', properties: { error: { const: code } } },
          ],
        },
        { [code]: { error: code, errorMessage: messages.en } },
      )
      return [String(status), { description: code, content }]
    }),
  )
