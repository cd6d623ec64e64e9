/** A partner tests its own addresses (W147). */
import type { OperationTable } from '../../operation.ts'
import { addressTestRequest } from '../../test-calls.ts'
import {
  TEST_ADDRESSES,
  TEST_WEBHOOK,
  TESTED_ADDRESSES,
  TESTED_WEBHOOK,
} from '../test-call-answers.ts'

const common = {
  caller: 'partner',
  tag: 'Webhook Events API',
  method: 'POST',
  errors: [
    'PARTNER_API403_MERCHANT_INACTIVE',
    'PARTNER_API429_TOO_MANY_CHANGES',
    'TEST429_TOO_MANY',
  ],
} as const

export const PARTNER_TEST_CALLS = {
  testOwnWebhook: {
    ...common,
    path: '/partner/webhooks/v1/webhook-test',
    permission: 'events.redeliver',
    summary: 'Send yourself a test webhook',
    description: TEST_WEBHOOK,
    answer: TESTED_WEBHOOK,
  },
  testOwnAddresses: {
    ...common,
    path: '/partner/webhooks/v1/address-test',
    permission: 'partners.edit',
    summary: 'Try your addresses',
    description: TEST_ADDRESSES,
    body: {
      schema: addressTestRequest,
      optional: true,
      example: { apiUrl: 'https://shop.example/pay' },
    },
    answer: TESTED_ADDRESSES,
  },
} as const satisfies OperationTable
