import { describe, expect, test } from 'vitest'
import { isSpeltAsRoute } from './spelt-path.ts'

describe("a request's target", () => {
  test.each([
    ['/operator/v1/partners', '/operator/v1/partners'],
    ['/operator/v1/partners?limit=%31', '/operator/v1/partners'],
    ['/operator/v1/partners/prt%5f1/rotate', '/operator/v1/partners/:partnerId/rotate'],
    ['/partner/payments/v1/INV%2F2026%2001/status', '/partner/payments/v1/:reference/status'],
    ['/q/%41/%42', '/q/*'],
    ['/q/T%20/', '/q/:token/'],
    ['/', '/'],
  ])('%s is spelt as %s', (target, route) => {
    expect(isSpeltAsRoute(target, route)).toBe(true)
  })

  test.each([
    ['/%6fperator/v1/partners', '/operator/v1/partners'],
    ['/operator/v1/%70artners/prt_1', '/operator/v1/partners/:partnerId'],
    ['/%6detrics', '/metrics'],
    ['/metrics#x', '/metrics'],
    ['/metric%73?x', '/metrics'],
    ['http://a/metrics', '/metrics'],
    ['HTTP://a/metrics', '/metrics'],
    ['/operator%2Fv1/partners', '/operator/v1/partners'],
    ['/%71/T', '/q/*'],
    ['/q/%54/x', '/q/:token'],
  ])('%s is not spelt as %s', (target, route) => {
    expect(isSpeltAsRoute(target, route)).toBe(false)
  })
})
