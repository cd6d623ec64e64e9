import { expect, test } from 'vitest'
import { readConfig } from './config.ts'

const rolesFor = (args: string[], environment = {}) => readConfig(environment, args).roles

test('--roles says what a process does, and wins over the environment', () => {
  expect(rolesFor(['--roles', 'api,dispatch'])).toEqual(['api', 'dispatch'])
  expect(rolesFor(['--roles=periodic'], { WASL_ROLES: 'api' })).toEqual(['periodic'])
  expect(rolesFor([], { WASL_ROLES: 'api' })).toEqual(['api'])
})

test('an empty list is refused, and so is an unknown role', () => {
  for (const text of ['', ' ', ',']) {
    expect(() => rolesFor(['--roles', text])).toThrow(
      'WASL_ROLES: expected one or more of api, dispatch, periodic with commas between them',
    )
  }
  expect(() => rolesFor(['--roles', 'api,clock'])).toThrow('received "api,clock"')
})

test('any other argument is refused, because the environment configures the platform', () => {
  for (const args of [['--port', '80'], ['api'], ['--roles']]) {
    expect(() => rolesFor(args)).toThrow(`expected no argument but --roles, such as`)
  }
})
