import { describe, expect, test } from 'vitest'
import { exchangeOf } from '../http/exchange.ts'
import type { Exchange } from '../http/exchange.ts'
import type { HttpAnswer } from '../http/send.ts'
import { came } from './came.ts'
import { hintFor } from './hints.ts'

const SENT = { method: 'GET', url: 'http://127.0.0.1/', headers: [], body: null }

const received = (status: number, body: string, type = 'application/json'): Exchange => {
  const headers: [string, string][] = [['content-type', type]]
  return exchangeOf('lookup', SENT, {
    ok: true,
    status,
    headers,
    body: Buffer.from(body),
    durationMs: 1,
  })
}

describe('a hint', () => {
  test.for<[status: number, body: string, type: string, hint: string | null]>([
    [302, '', 'text/html', 'does not follow redirects'],
    [405, '{}', 'application/json', 'lookups are GET, webhooks are POST'],
    [501, '', 'text/html', 'lookups are GET, webhooks are POST'],
    [419, '', 'text/html', 'CSRF'],
    [403, '<h1>CSRF verification failed</h1>', 'text/html', 'CSRF'],
    [403, '<h1>Forbidden</h1>', 'text/html', 'firewall'],
    [415, '{}', 'application/json', 'Content-Type'],
    [429, '{}', 'application/json', 'rate limit'],
    [404, '<!doctype html><title>Not Found</title>', 'text/plain', 'check the URL'],
    [500, '{}', 'application/json', 'log of your server'],
    [200, '<html><title>Shop</title></html>', 'text/html', 'an HTML page'],
    [401, '{"error":"UNAUTHORIZED"}', 'application/json', null],
  ])('for %d %s', ([status, body, type, hint]) => {
    const given = hintFor(received(status, body, type))
    expect(hint === null ? given : given?.includes(hint)).toBe(hint === null ? null : true)
  })

  test('exists for every kind of failure', () => {
    for (const reason of ['refused', 'tls', 'reset', 'timeout', 'not_http'] as const) {
      const answer: HttpAnswer = { ok: false, reason, message: 'x', durationMs: 1 }
      expect(hintFor(exchangeOf('lookup', SENT, answer))).toMatch(/\.$/)
    }
  })
})

describe('came', () => {
  test.for<[body: string, type: string, sentence: string]>([
    ['{"a":1}', 'application/json', 'HTTP 200 and the JSON {"a":1}'],
    ['', 'application/json', 'HTTP 200 and an empty body'],
    ['<html><title>Shop</title>', 'text/html', 'HTTP 200 and an HTML page ("Shop")'],
    ['<p>x', 'text/html', 'HTTP 200 and an HTML page (without a title)'],
    ['OK\n\u202Eyes', 'text/plain', 'HTTP 200 and a body that is not JSON: OK yes'],
  ])('describes %j in a sentence', ([body, type, sentence]) => {
    expect(came(received(200, body, type))).toBe(sentence)
  })

  test('cuts a long body', () => {
    expect(came(received(200, JSON.stringify('x'.repeat(5_000)))).length).toBeLessThan(220)
    const { received: shown } = received(200, 'x'.repeat(5_000))
    expect(shown.kind === 'response' && shown.body.length).toBeLessThan(2_100)
  })
})
