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
    perSecond: null,
    profileTo: null,
    kept: null,
  })
})

test('a kept database has a folder and a month', () => {
  const { kept } = readOptions(['--keep', 'here', '--month', '24'], KNOWN)
  expect(kept).toEqual({ folder: 'here', month: 24 })
})

test.each([
  ['--keep', 'here'],
  ['--month', '3'],
  ['--keep', 'here', '--month', '25'],
  ['--keep', 'here', '--month', '1.5'],
])(
  'a folder without a month of the two years, or a month without a folder, is refused',
  (...args) => {
    expect(() => readOptions(args, KNOWN)).toThrow(
      'expected --keep with a folder and --month 1 to 24',
    )
  },
)

test('an unknown scenario is refused with a list of the known ones', () => {
  expect(() => readOptions(['statsu'], KNOWN)).toThrow(
    'expected scenarios among status, confirm, received statsu',
  )
})

test.each(['0', '2.5', 'many', '100', '1e1', ' 5'])('%s rounds are refused', (rounds) => {
  expect(() => readOptions(['--rounds', rounds], KNOWN)).toThrow(`received ${rounds}`)
})

test('the rate of the hour is a whole number a second', () => {
  expect(readOptions(['--per-second', '200'], KNOWN).perSecond).toBe(200)
  expect(() => readOptions(['--per-second', '10000'], KNOWN)).toThrow(
    'expected --per-second to be 1 to 9999, received 10000',
  )
})

test('an unknown option is refused', () => {
  expect(() => readOptions(['--fast'], KNOWN)).toThrow('--fast')
})
