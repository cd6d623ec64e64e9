/** The parameters of the document: headers by name, and those of paths and queries. */
import type { JsonObject, Operation } from '../operation.ts'
import { eventIdSchema } from '../ids.ts'
import { schemaRef } from './components.ts'
import type { ObjectSchema } from './components.ts'

export const HEADER_PARAMETERS = {
  AcceptLanguage: {
    name: 'Accept-Language',
    in: 'header',
    description: 'The language of errorMessage: en, fr or ar. Default: en (D4).',
    schema: { type: 'string' },
    example: 'fr-DZ, ar;q=0.8',
  },
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    description:
      'Makes the request safe to repeat: the same key with the same body gets the first answer; ' +
      'with another body it is refused (422). A key belongs to a channel and a partner: the ' +
      'same key for another partner is another request (D25). Answers are kept for 24 hours ' +
      '(D21), refusals too: to try again, use a new key. Failures of the platform or the ' +
      'partner (500 and above) are not kept.',
    schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[\\x21-\\x7e]{1,255}$' },
  },
  RequiredIdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    required: true,
    description:
      'Makes the request safe to repeat: the same key with the same body gets the first answer, with ' +
      'another body or path it is refused (422). A key belongs to the channel, or to the API key of an ' +
      'operator, that sends it (D25). Kept for 24 hours. A refusal is not kept: the same request may succeed later.',
    schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[\\x21-\\x7e]{1,255}$' },
  },
  XEventId: {
    name: 'X-Event-Id',
    in: 'header',
    required: true,
    description:
      'The same on every attempt of one event. It is not signed: recognise repetitions by event ' +
      'and data.paymentId (and data.refundId of payment.refunded).',
    schema: schemaRef(eventIdSchema),
  },
  XSignature: {
    name: 'X-Signature',
    in: 'header',
    required: true,
    description:
      'HMAC-SHA256, keyed with the HMAC secret, of the exact bytes of the body followed by the ten ' +
      'digits of X-Timestamp; in lowercase hexadecimal (D13).',
    schema: { type: 'string', pattern: '^[0-9a-f]{64}$' },
  },
  XTimestamp: {
    name: 'X-Timestamp',
    in: 'header',
    required: true,
    description: 'Unix time in seconds, ten digits. Refuse a time more than 300 s off (D13).',
    schema: { type: 'string', pattern: '^[0-9]{10}$' },
  },
} as const satisfies Record<string, JsonObject>

export const parameterRef = (name: keyof typeof HEADER_PARAMETERS): JsonObject => ({
  $ref: `#/components/parameters/${name}`,
})

/** The parameters of an operation's path or query. */
export const parametersIn = (
  place: 'path' | 'query',
  { properties = {}, required = [] }: ObjectSchema,
): JsonObject[] =>
  Object.entries(properties).map(([name, { description, ...schema }]) => {
    const parameter: JsonObject = { name, in: place }
    if (required.includes(name)) parameter['required'] = true
    if (description !== undefined) parameter['description'] = description
    parameter['schema'] = schema
    return parameter
  })

/** The header parameters of an operation. */
export const headersOf = ({ idempotent }: Operation): JsonObject[] => [
  ...(idempotent === true ? [parameterRef('IdempotencyKey')] : []),
  ...(idempotent === 'required' ? [parameterRef('RequiredIdempotencyKey')] : []),
  parameterRef('AcceptLanguage'),
]
