import { describe, expect, test } from 'vitest'
import { looksLikeRequest, parseHeaders, parseRequest, pathsOf } from './read-request.ts'

const bytes = (text: string): Buffer => Buffer.from(text)

describe('a pasted request', () => {
  test.each(['\r\n', '\n'])('is headers, an empty line and the body to the byte (%j)', (end) => {
    const text = [
      'POST /webhooks/platform HTTP/1.1',
      'X-Signature: ab',
      '',
      '{"a":1}\r\n\r\n',
    ].join(end)
    expect(looksLikeRequest(bytes(text))).toBe(true)
    expect(parseRequest(bytes(text))).toEqual({
      headers: { 'x-signature': 'ab' },
      body: bytes('{"a":1}\r\n\r\n'),
      target: '/webhooks/platform',
    })
  })

  test('without an empty line has no body', () => {
    expect(parseRequest(bytes('X-Timestamp: 1795000000')).body).toBeNull()
  })

  test.each(['{"event":"payment.fail"}', '{\n  "event": 1}', '"text"', ''])('is not %j', (text) => {
    expect(looksLikeRequest(bytes(text))).toBe(false)
  })

  test('may have headers as JSON or as curl prints them', () => {
    expect(parseHeaders('{"X-Timestamp":"1","accept":["a","b"]}')).toEqual({
      'x-timestamp': '1',
      accept: 'a',
    })
    expect(parseHeaders('> X-Timestamp: 1\n> \n')).toEqual({ 'x-timestamp': '1' })
  })
})

test('a path and a host give all parts that a scheme may sign', () => {
  expect(pathsOf('/pay/webhooks/platform?a=1', 'shop.example')).toEqual([
    '/pay/webhooks/platform',
    '/pay/webhooks/platform?a=1',
    'pay/webhooks/platform',
    'https://shop.example/pay/webhooks/platform?a=1',
    'http://shop.example/pay/webhooks/platform?a=1',
    'shop.example/pay/webhooks/platform',
    'shop.example\n/pay/webhooks/platform',
  ])
  expect(pathsOf('/webhooks/platform', undefined)).toEqual([
    '/webhooks/platform',
    'webhooks/platform',
  ])
  expect(pathsOf('http://127.0.0.1:3000/webhooks/platform', undefined)).toContain(
    'http://127.0.0.1:3000/webhooks/platform',
  )
})
