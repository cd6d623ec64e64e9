import { expect, test } from 'vitest'
import { wayBack } from './way-back.ts'

const ORIGIN = 'https://pay.example'

test('leads back into our own applications', () => {
  for (const path of ['/console', '/console?q=1', '/portal/payments/1?x=%2F#end', '/till/']) {
    expect(wayBack(path, ORIGIN, 'operator')).toBe(path)
  }
})

test('leads nobody to another site, to a script, or round in a circle', () => {
  const planted = [
    null,
    '',
    'https://evil.example/console',
    '//evil.example/console',
    String.raw`/\evil.example/console`,
    String.raw`\\evil.example`,
    '/\t/evil.example/console',
    'javascript:alert(1)',
    'https://pay.example@evil.example/console',
    'https://pay.example.evil.example/console',
    'http://pay.example/console',
    '/consoles',
    '/docs',
    '/account/sign-in?back=/console',
    'https://[',
  ]
  for (const back of planted) expect(wayBack(back, ORIGIN, 'partner')).toBe('/portal')
})
