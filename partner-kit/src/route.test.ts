import { describe, expect, test } from 'vitest'
import { ownsPath, routeOf } from './route.ts'

const root = { basePath: '', webhookPath: '/webhooks/platform' }
const deep = { basePath: '/shop/pay', webhookPath: '/shop/pay/webhooks/platform' }
const apart = { basePath: '/pay', webhookPath: '/hooks' }
const inside = { basePath: '/pay', webhookPath: '/pay/hook' }

describe('routing', () => {
  test.each([
    [root, 'GET', '/INV-1', { kind: 'lookup', segment: 'INV-1' }],
    [root, 'GET', '/INV%2F1', { kind: 'lookup', segment: 'INV%2F1' }],
    [root, 'GET', '/webhooks', { kind: 'lookup', segment: 'webhooks' }],
    [root, 'POST', '/webhooks/platform', { kind: 'webhook' }],
    [deep, 'GET', '/shop/pay/INV-1', { kind: 'lookup', segment: 'INV-1' }],
    [deep, 'POST', '/shop/pay/webhooks/platform', { kind: 'webhook' }],
    [apart, 'POST', '/hooks', { kind: 'webhook' }],
    [inside, 'POST', '/pay/hook', { kind: 'webhook' }],
    [inside, 'GET', '/pay/hook', { kind: 'lookup', segment: 'hook' }],
  ])('%o: %s %s is served', (paths, method, pathname, route) => {
    expect(routeOf(paths, method, pathname)).toEqual(route)
  })

  test.each([
    [root, 'POST', '/INV-1', 'GET'],
    [root, 'HEAD', '/INV-1', 'GET'],
    [root, 'GET', '/webhooks/platform', 'POST'],
    [root, 'DELETE', '/webhooks/platform', 'POST'],
    [inside, 'PUT', '/pay/hook', 'GET, POST'],
  ])('%o: %s %s gets the allowed methods', (paths, method, pathname, allow) => {
    expect(routeOf(paths, method, pathname)).toEqual({ kind: 'wrong_method', allow })
  })

  test.each([
    [root, '/'],
    [root, '/a/b'],
    [root, '/INV-1/'],
    [root, '/webhooks/platform/'],
    [deep, '/INV-1'],
    [deep, '/shop/payINV-1'],
    [deep, '/shop/pay'],
    [deep, '/shop/pay/'],
    [deep, '/webhooks/platform'],
    [apart, '/pay/webhooks/platform'],
  ])('%o: no endpoint is at %s', (paths, pathname) => {
    expect(routeOf(paths, 'GET', pathname)).toEqual({ kind: 'none' })
    expect(routeOf(paths, 'POST', pathname)).toEqual({ kind: 'none' })
  })

  test.each([
    [root, '/anything', true],
    [deep, '/shop/pay', true],
    [deep, '/shop/pay/x/y', true],
    [deep, '/shop/payments', false],
    [deep, '/', false],
    [apart, '/hooks', true],
    [apart, '/hooks/more', false],
  ])('%o: whether %s is ours is %s', (paths, pathname, ours) => {
    expect(ownsPath(paths, pathname)).toBe(ours)
  })
})
