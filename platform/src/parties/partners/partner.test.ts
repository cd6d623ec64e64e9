import { describe, expect, test } from 'vitest'
import { effectiveWebhookUrl, hostChanged } from './partner.ts'

describe('the effective webhook URL', () => {
  test('is {API_URL}/webhooks/platform unless the partner gave another', () => {
    expect(effectiveWebhookUrl({ apiUrl: 'https://shop.dz/pay', webhookUrl: null })).toBe(
      'https://shop.dz/pay/webhooks/platform',
    )
    expect(effectiveWebhookUrl({ apiUrl: 'https://shop.dz/pay//', webhookUrl: null })).toBe(
      'https://shop.dz/pay/webhooks/platform',
    )
    expect(
      effectiveWebhookUrl({ apiUrl: 'https://shop.dz', webhookUrl: 'https://hooks.dz/in/' }),
    ).toBe('https://hooks.dz/in/')
  })
})

describe('a change of host', () => {
  const before = { apiUrl: 'https://shop.dz/pay', webhookUrl: null }
  const own = { apiUrl: 'https://shop.dz/pay', webhookUrl: 'https://hooks.dz/in' }

  test.each([
    ['another host', { ...before, apiUrl: 'https://evil.dz/pay' }],
    ['another scheme', { ...before, apiUrl: 'http://shop.dz/pay' }],
    ['another port', { ...before, apiUrl: 'https://shop.dz:8443/pay' }],
    ['a subdomain', { ...before, apiUrl: 'https://pay.shop.dz/pay' }],
    ['a webhook URL at another host', { ...before, webhookUrl: 'https://hooks.dz/in' }],
    ['a webhook URL at another port', { ...before, webhookUrl: 'https://shop.dz:444/pay' }],
  ])('%s is one', (_, after) => {
    expect(hostChanged(before, after)).toBe(true)
  })

  test('includes an API URL at another host with the same webhook URL', () => {
    expect(hostChanged(own, { ...own, apiUrl: 'https://evil.dz/pay' })).toBe(true)
  })

  test('includes returning from a webhook URL of its own to the derived one at another host', () => {
    expect(hostChanged(own, { ...own, webhookUrl: null })).toBe(true)
  })

  test.each([
    ['another path', { ...before, apiUrl: 'https://shop.dz/v2' }],
    ['the default port spelled out', { ...before, apiUrl: 'https://shop.dz:443/pay' }],
    ['other letter case in the host', { ...before, apiUrl: 'https://SHOP.dz/pay' }],
    ['a webhook URL at the same host', { ...before, webhookUrl: 'https://shop.dz/hooks' }],
  ])('%s does not count', (_, after) => {
    expect(hostChanged(before, after)).toBe(false)
  })
})
