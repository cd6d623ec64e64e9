/** Answers about calls that only test, the same for partners and operators (W147). */
import { addressTest, testCall } from '../test-calls.ts'
import * as examples from './examples/test-calls.ts'

export const TESTED_WEBHOOK = {
  description: 'What was sent, and what the partner answered.',
  schema: testCall,
  examples: { acknowledged: examples.testWebhook },
} as const

export const TESTED_ADDRESSES = {
  description: 'What both addresses answered.',
  schema: addressTest,
  examples: { 'as expected': { lookup: examples.testLookup, webhook: examples.testWebhook } },
} as const

/** What a test webhook is. */
export const TEST_WEBHOOK =
  'The event is a signed payment.fail about a reference that starts with WASL-TEST- and a payment that ' +
  'does not exist, with test: true in its data. It pays nothing and is no part of the queue. Send no body.'

/** What a test of addresses is. */
export const TEST_ADDRESSES =
  'Looks a reference up and sends a test webhook, to the given addresses or the saved ones, and saves ' +
  'nothing. Another host than the saved one gets made-up secrets.'
