import { describe, expect, test } from 'vitest'
import { lookupHeaders, testPartner } from '../test/support.ts'

describe('createPartner', () => {
  test('when an adapter breaks its word, the answer is JSON all the same', async () => {
    const { partner, log } = testPartner()
    const answer = await partner.handle({
      method: 'POST',
      pathname: '/webhooks/platform',
      headers: new Headers(lookupHeaders()),
      readBody: () => Promise.reject(new Error('the adapter is broken')),
    })
    expect(answer.status).toBe(500)
    expect(JSON.parse(answer.body)).toMatchObject({ error: 'INTERNAL_ERROR' })
    expect(answer.body).not.toContain('adapter')
    expect(log).toMatchObject([{ level: 'error', code: 'internal_error' }])
  })

  test('knows which paths are its own', () => {
    const { partner } = testPartner({ basePath: '/pay', webhookPath: '/hooks/wasl' })
    expect(['/pay/x', '/hooks/wasl', '/cart'].map((path) => partner.owns(path))).toEqual([
      true,
      true,
      false,
    ])
  })

  test('works without a log', async () => {
    const { partner } = testPartner({ log: undefined })
    const request = new Request('http://shop.test/INV-1', { headers: lookupHeaders() })
    expect((await partner.fetch(request)).status).toBe(200)
  })
})
