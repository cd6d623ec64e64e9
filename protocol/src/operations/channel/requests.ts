/** What became of a request without an answer, in the channel API. */
import { idempotencyKeySchema } from '../../channel-api.ts'
import type { OperationTable } from '../../operation.ts'
import { requestOutcome, requestOutcomeQuery } from '../../requests.ts'
import * as payments from '../examples/payments.ts'

const KEY = '6f6c1a52-5d0e-4c8c-9b1f-2f4f0f3c7a10'

export const CHANNEL_REQUESTS = {
  readRequest: {
    caller: 'channel',
    tag: 'Channel API',
    method: 'GET',
    path: '/channel/v1/requests/{key}',
    permission: 'references.view',
    params: { key: idempotencyKeySchema },
    query: requestOutcomeQuery,
    summary: 'Find out what became of a request without an answer',
    description:
      'Changes nothing. key is the Idempotency-Key that you sent. To continue, send the same ' +
      'request with the same key: it gets the first answer. An agent can ask only about its own ' +
      'requests.',
    answer: {
      description: 'What the platform knows of the key.',
      schema: requestOutcome,
      examples: {
        confirmed: {
          key: KEY,
          state: 'answered',
          at: payments.PAID_AT,
          did: 'confirm',
          error: null,
          payment: payments.paidPayment,
          refund: null,
          answer: null,
        },
        unknown: {
          key: KEY,
          state: 'unknown',
          at: null,
          did: null,
          error: null,
          payment: null,
          refund: null,
          answer: null,
        },
      },
    },
  },
} as const satisfies OperationTable
