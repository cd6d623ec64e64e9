import { expect, test } from 'vitest'
import { exchangeOf } from '../http/exchange.ts'
import { shapeRemedy } from './shape.ts'

const SENT = { method: 'GET', url: 'http://127.0.0.1/', headers: [], body: null }

const remedyFor = (body: string): string | null =>
  shapeRemedy(
    exchangeOf('lookup', SENT, {
      ok: true,
      status: 200,
      headers: [['content-type', 'application/json']],
      body: Buffer.from(body),
      durationMs: 1,
    }),
  )

test.for([
  ['[{"reference":"A"}]', 'is an array'],
  ['[]', 'is an array'],
  ['"{\\"success\\":true}"', 'encoded as JSON twice'],
  ['"OK"', 'a JSON string'],
  ['true', 'The body is true'],
  ['null', 'The body is null'],
  ['', 'is empty'],
  ["{'success': True}", 'json.dumps'],
  ['{"reference":"A","total_amo', 'cut off'],
  ['{"reference":"A","details":[{"value":"x"', 'cut off'],
  ['{"label":"\\"', 'cut off'],
  ['{"success":true}{"success":true}', 'other text follows it'],
  ['{"success":true}\nDone.', 'other text follows it'],
  ['{"total_amount":1,5}', 'put together by hand'],
  ['Warning: Undefined index in shop.php\n{"success":true}', 'precedes the JSON'],
  ['<?xml version="1.0"?><ok/>', 'XML'],
  ['OK', 'plain text'],
])('the remedy for the body %j names its fault', ([body = '', words = '']) => {
  expect(remedyFor(body)).toContain(words)
})

test('an object needs no remedy', () => {
  expect(remedyFor('{"a":"}"}')).toBe(null)
})
