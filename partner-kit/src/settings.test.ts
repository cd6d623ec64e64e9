import { describe, expect, test } from 'vitest'
import { API_SECRET, HMAC_SECRET } from '../test/support.ts'
import { memoryDedupe } from './memory-dedupe.ts'
import type { PartnerOptions } from './options.ts'
import { checkOptions } from './settings.ts'

const good: PartnerOptions = {
  apiSecret: API_SECRET,
  hmacSecret: HMAC_SECRET,
  lookup: () => ({ status: 'not_found' }),
  on: { 'payment.success': () => {} },
  dedupe: memoryDedupe(),
}

describe('the options of a partner', () => {
  test('have the defaults of the specification', () => {
    expect(checkOptions(good)).toMatchObject({
      paths: { basePath: '', webhookPath: '/webhooks/platform' },
      toleranceSeconds: 300,
      bodyBytesMax: 262_144,
      lookupTimeoutMs: 4_500,
      webhookTimeoutMs: 9_000,
    })
  })

  test.each([
    ['/', '', '/webhooks/platform'],
    ['/pay', '/pay', '/pay/webhooks/platform'],
    ['/pay/', '/pay', '/pay/webhooks/platform'],
    ['/دفع', '/%D8%AF%D9%81%D8%B9', '/%D8%AF%D9%81%D8%B9/webhooks/platform'],
  ])('the base path %s holds the webhook path', (given, basePath, webhookPath) => {
    expect(checkOptions({ ...good, basePath: given }).paths).toEqual({ basePath, webhookPath })
  })

  test('the webhook may have its own path', () => {
    const { paths } = checkOptions({ ...good, basePath: '/pay', webhookPath: '/hooks/wasl' })
    expect(paths).toEqual({ basePath: '/pay', webhookPath: '/hooks/wasl' })
  })

  test.each([
    ['apiSecret', { apiSecret: undefined }],
    ['hmacSecret', { hmacSecret: '' }],
    ['lookup', { lookup: undefined }],
    ['dedupe.once', { dedupe: undefined }],
    ['dedupe.once', { dedupe: new Map() }],
    ['log', { log: 'console' }],
    ['now', { now: 5 }],
    ['on', { on: undefined }],
    ["on['payment.success']", { on: {} }],
    ["on['payment.fail']", { on: { ...good.on, 'payment.fail': 'later' } }],
    ['on', { on: { ...good.on, 'payment.succes': () => {} } }],
    ['basePath', { basePath: 'pay' }],
    ['basePath', { basePath: '//pay' }],
    ['basePath', { basePath: '/pay?x=1' }],
    ['basePath', { basePath: 'https://shop.example/pay' }],
    ['webhookPath', { webhookPath: '' }],
    ['toleranceSeconds', { toleranceSeconds: 0 }],
    ['toleranceSeconds', { toleranceSeconds: Number.POSITIVE_INFINITY }],
    ['toleranceSeconds', { toleranceSeconds: '300' }],
    ['bodyBytesMax', { bodyBytesMax: -1 }],
    ['lookupTimeoutMs', { lookupTimeoutMs: 1.5 }],
    ['webhookTimeoutMs', { webhookTimeoutMs: Number.NaN }],
  ])('a wrong %s is refused when the partner is made', (name, wrong) => {
    const options = { ...good, ...wrong } as unknown as PartnerOptions
    expect(() => checkOptions(options)).toThrow(TypeError)
    expect(() => checkOptions(options)).toThrow(`createPartner: ${name}: expected`)
  })
})
