import { sign } from '@wasl/protocol'
import { expect, test } from 'vitest'
import { diagnose } from './diagnose.ts'
import { signatureMistakes, type SignedRequest } from './mistakes.ts'

const REQUEST: SignedRequest = {
  body: Buffer.from('{"event":"payment.fail","data":{"reference":"فاتورة/1","amount":599.8}}'),
  timestamp: '1795000000',
  hmacSecrets: ['wasl_hmac_u7Zk3QeVbT5xN1mYc8RfGh2LpWs9DjXa4KoEiUt6BvM'],
  apiSecrets: ['wasl_sec_Q1w2E3r4T5y6U7i8O9p0AsDfGhJkLzXcVbNmQwErTyU'],
  eventId: '019ab1c2-7c00-7abc-8def-0123000003e9',
}
const { body, timestamp, hmacSecrets } = REQUEST

test('the mistakes have no duplicates, and do not contain the right signature', () => {
  const signatures = signatureMistakes(REQUEST, Infinity).map(({ signature }) => signature)
  expect(new Set(signatures).size).toBe(signatures.length)
  expect(signatures).not.toContain(sign(body, timestamp, hmacSecrets[0]))
})

test('the doctor names each of the likely mistakes', () => {
  const mistakes = signatureMistakes(REQUEST, 120)
  expect(mistakes).toHaveLength(120)
  for (const { signature, causes } of mistakes) {
    const found = diagnose({ ...REQUEST, signature, nowSeconds: null })
    const named = [...found.causes, ...found.notes].map(({ code }) => code)
    expect(named).toEqual([...new Set(causes.map(({ code }) => code))])
  }
})

test('the kinds of mistakes take turns, so that a short list has all of them', () => {
  const kinds = signatureMistakes(REQUEST, 12).map(({ causes }) => causes[0].code.split('_')[0])
  expect(new Set(kinds)).toEqual(
    new Set(['order', 'encoding', 'secret', 'body', 'algorithm', 'timestamp']),
  )
})
