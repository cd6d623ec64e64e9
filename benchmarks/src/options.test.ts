import { expect, test } from 'vitest'
import { readOptions } from './options.ts'

const KNOWN = ['status', 'confirm']

test('scenarios and options are accepted in any order', () => {
  expect(readOptions(['--quick', 'status', '--save', '--rounds', '2'], KNOWN)).toEqual({
    names: ['status'],
    quick: true,
    full: false,
    save: true,
    rounds: 2,
    profileTo: null,
  })
})

test('an unknown scenario is refused with a list of the known ones', () => {
  expect(() => readOptions(['statsu'], KNOWN)).toThrow(
    'expected scenarios among status, confirm, received statsu',
  )
})

test.each(['0', '2.5', 'many', '100'])('%s rounds are refused', (rounds) => {
  expect(() => readOptions(['--rounds', rounds], KNOWN)).toThrow(`received ${rounds}`)
})

test('an unknown option is refused', () => {
  expect(() => readOptions(['--fast'], KNOWN)).toThrow('--fast')
})
