import type { OutboundResult } from '@wasl/platform'
import { expect, test } from 'vitest'
import { createPartnerWords } from './partner-words.ts'

const answer = (status: number, body: string, location?: string): OutboundResult => ({
  ok: true,
  status,
  headers: { 'content-type': 'application/json', 'retry-after': undefined, location },
  body: Buffer.from(body),
  durationMs: 1,
})

const said = async (status: number, body: string, location?: string): Promise<string | null> => {
  const words = createPartnerWords()
  const send = words.around(() => Promise.resolve(answer(status, body, location)))
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
  expect(await said(401, body)).toBe('Your server said: "X-Timestamp is an hour old".')
  expect(await said(401, '{"error":"UNAUTHORIZED"}')).toBe('Your server said: "UNAUTHORIZED".')
})

test('the target of a redirect is named in full', async () => {
  const there = 'Your server redirects to'
  expect(await said(301, '', 'https://shop.example/pay/')).toBe(
    `${there} https://shop.example/pay/.`,
  )
  expect(await said(308, '', '/pay/INV%2F1/')).toBe(`${there} http://127.0.0.1/pay/INV%2F1/.`)
  expect(await said(302, '')).toBeNull()
})

test.for([
  [200, '{"errorMessage":"x"}'],
  [401, '<h1>401</h1>'],
  [401, 'null'],
  [401, '{"errorMessage":5}'],
] as const)('an answer %i %s says nothing', async ([status, body]) => {
  expect(await said(status, body)).toBeNull()
})
