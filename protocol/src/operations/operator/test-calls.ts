/** Calls that only test a partner's addresses (W147). */
import { partnerIdSchema } from '../../ids.ts'
import type { OperationTable } from '../../operation.ts'
import { addressTestRequest } from '../../test-calls.ts'
import {
  TEST_ADDRESSES,
  TEST_WEBHOOK,
  TESTED_ADDRESSES,
  TESTED_WEBHOOK,
} from '../test-call-answers.ts'

const common = {
  caller: 'operator',
  tag: 'Operator API',
  method: 'POST',
  params: { partnerId: partnerIdSchema },
  errors: ['PARTNER404_NOT_FOUND', 'TEST429_TOO_MANY'],
} as const

export const OPERATOR_TEST_CALLS = {
  testWebhook: {
    ...common,
    path: '/operator/v1/partners/{partnerId}/webhook-test',
    permission: 'events.redeliver',
    summary: 'Send a test webhook to a partner',
    description: TEST_WEBHOOK,
    answer: TESTED_WEBHOOK,
  },
  testAddresses: {
    ...common,
    path: '/operator/v1/partners/{partnerId}/address-test',
    permission: 'partners.edit',
    summary: 'Try the addresses of a partner',
    description: TEST_ADDRESSES,
    body: {
      schema: addressTestRequest,
      optional: true,
      example: { apiUrl: 'https://shop.example/pay' },
    },
    answer: TESTED_ADDRESSES,
  },
} as const satisfies OperationTable
