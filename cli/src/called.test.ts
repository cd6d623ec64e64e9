import { describe, expect, test } from 'vitest'
import { asCalled, callOf } from './called.ts'

describe('a command in a text', () => {
  test.each([
    ['wasl', {}],
    ['npx --no-install wasl', { npm_command: 'exec', npm_lifecycle_event: 'npx' }],
    ['npm run --silent wasl --', { npm_command: 'run-script', npm_lifecycle_event: 'wasl' }],
    ['npx --no-install wasl', { npm_command: 'run-script', npm_lifecycle_event: 'dev' }],
  ])('is %s', (call, environment) => {
    expect(callOf(environment)).toBe(call)
  })

  test('is written as it must be typed', () => {
    const text = 'Try "wasl verify".\n  $ eval "$(wasl dev env)" | wasl sign'
    const called =
      'Try "npx --no-install wasl verify".\n  $ eval "$(npx --no-install wasl dev env)" | npx --no-install wasl sign'
    expect(asCalled('npx --no-install wasl', text)).toBe(called)
  })

  test.each(['npx --no-install wasl', 'npm run --silent wasl --', 'wasl'])(
    'is not replaced twice: %s',
    (call) => {
      const once = asCalled(call, 'see: wasl help')
      expect(asCalled(call, once)).toBe(once)
    },
  )

  test.each(['/srv/wasl dev/data', 'a fault of wasl itself', 'the-wasl dev', 'wasl devices'])(
    'leaves %s alone',
    (text) => expect(asCalled('npx --no-install wasl', text)).toBe(text),
  )
})
