import { webhookUrlOf } from '@wasl/protocol'
import { expect, test } from 'vitest'
import { isLocalhostName, parseTarget, pathOf } from './target.ts'

const pathFor = (url: string, suffix?: string): string => {
  const parsed = parseTarget(url)
  if (!parsed.ok) throw new Error(parsed.message)
  return pathOf(parsed.target, suffix)
}

test('lookups and webhooks share a base path, however many slashes end the API URL', () => {
  for (const apiUrl of ['https://shop.example/pay', 'https://shop.example/pay//']) {
    expect(pathFor(apiUrl, '/INV')).toBe('/pay/INV')
    expect(pathFor(webhookUrlOf(apiUrl))).toBe('/pay/webhooks/platform')
  }
  expect(pathFor('https://shop.example//', '/INV')).toBe('/INV')
})

test('a suffix follows the path, whether or not that ends with a slash', () => {
  expect(pathFor('https://shop.example', '/INV')).toBe('/INV')
  expect(pathFor('https://shop.example/', '/INV')).toBe('/INV')
  expect(pathFor('https://shop.example/pay/v1', '/INV')).toBe('/pay/v1/INV')
  expect(pathFor('https://shop.example/pay/v1/', '/INV')).toBe('/pay/v1/INV')
  expect(pathFor('https://shop.example/pay?k=1', '/INV')).toBe('/pay/INV?k=1')
})

test('a suffix is sent unchanged', () => {
  expect(pathFor('https://shop.example/pay', '/INV%2F2026%2001')).toBe('/pay/INV%2F2026%2001')
  expect(pathFor('https://shop.example/pay', '/%2E%2E')).toBe('/pay/%2E%2E')
})

test('without a suffix the path is sent as given', () => {
  expect(pathFor('https://shop.example/hook/?a=b')).toBe('/hook/?a=b')
  expect(pathFor('https://shop.example')).toBe('/')
})

test('a trailing dot, capitals and the default port do not make another origin', () => {
  const same = ['https://shop.example', 'https://SHOP.example.:443/x', 'https://shop.example:443']
  expect(
    same.map((url) => (parseTarget(url) as { target: { origin: string } }).target.origin),
  ).toEqual(Array(3).fill('https://shop.example'))
})

test('an IPv6 host has brackets only in the origin', () => {
  expect(parseTarget('http://[2606:4700::1]:81/')).toMatchObject({
    target: { origin: 'http://[2606:4700::1]:81', hostname: '2606:4700::1', isLiteral: true },
  })
})

test.each(['localhost', 'LocalHost.', 'a.localhost'])('%s is this machine', (name) => {
  expect(isLocalhostName(name)).toBe(true)
})

test.each(['localhost.example', 'notlocalhost', 'local'])('%s is not this machine', (name) => {
  expect(isLocalhostName(name)).toBe(false)
})
