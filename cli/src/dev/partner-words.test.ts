import type { OutboundResult } from '@wasl/platform'
import { expect, test } from 'vitest'
import { createPartnerWords } from './partner-words.ts'

const answer = (status: number, body: string): OutboundResult => ({
  ok: true,
  status,
  headers: { 'content-type': 'application/json', 'retry-after': undefined },
  body: Buffer.from(body),
  durationMs: 1,
})

const said = async (status: number, body: string): Promise<string | null> => {
  const words = createPartnerWords()
  const send = words.around(() => Promise.resolve(answer(status, body)))
  await send({
    method: 'GET',
    url: 'http://127.0.0.1/pay',
    pathSuffix: '/INV%2F1',
    headers: {},
    timeoutMs: 1,
    maxBytes: 1,
    partner: 1,
  })
  return words.of('INV/1')
}

test('the words of a refusal are kept for its reference', async () => {
  const body = '{"error":"UNAUTHORIZED","errorMessage":"X-Timestamp is an hour old"}'
  expect(await said(401, body)).toBe('X-Timestamp is an hour old')
  expect(await said(401, '{"error":"UNAUTHORIZED"}')).toBe('UNAUTHORIZED')
})

test.for([
  [200, '{"errorMessage":"x"}'],
  [401, '<h1>401</h1>'],
  [401, 'null'],
  [401, '{"errorMessage":5}'],
] as const)('an answer %i %s says nothing', async ([status, body]) => {
  expect(await said(status, body)).toBeNull()
})
