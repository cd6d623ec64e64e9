import { describe, expect, test } from 'vitest'
import { readAnswer } from '../../../platform/src/delivery/lookups/read-lookup.ts'
import { lookupRemedy } from './remedies.ts'

const API_URL = 'http://localhost:3000/pay'

/** The platform's explanation of a partner's answer to a lookup. */
const explanationOf = (status: number, body: object): string => {
  const lookup = readAnswer(status, Buffer.from(JSON.stringify(body)), {
    reference: 'INV-1',
    apiSecret: 'wasl_sec_of_the_remedies_test',
  })
  return lookup.ok ? '' : lookup.explanation
}

describe('what to do about PARTNER503_UNAVAILABLE', () => {
  const remedyOf = (explanation: string): string | null =>
    lookupRemedy('PARTNER503_UNAVAILABLE', explanation, API_URL)

  test.each([
    ['with its code', { error: 'SERVICE_UNAVAILABLE', errorMessage: 'Later.' }],
    ['of a framework', { oops: true }],
  ])('is to read the log of a server that answered 503, %s', (_title, body) => {
    const explanation = explanationOf(503, body)
    expect(remedyOf(explanation)).toContain('Your server answered 503:')
    // In a channel's answer it is the second sentence.
    const sentence = explanation.charAt(0).toUpperCase() + explanation.slice(1)
    expect(remedyOf(`It cannot be paid now. ${sentence}.`)).toContain('answered 503:')
  })

  test('is to wait when the circuit breaker is open', () => {
    const explanation = "this partner's last calls all failed; it is tried again within 10 s"
    expect(remedyOf(explanation)).toContain('the platform stops calling')
  })
})
