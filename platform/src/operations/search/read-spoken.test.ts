import { expect, test } from 'vitest'
import { isOneLetterOff } from '../../base/typed/match-words.ts'
import { dayOf, readSpoken } from './read-spoken.ts'

const NOTHING = { words: [], amounts: null, end: null, day: null, time: null }
const of = (dinars: number) => ({ from: dinars * 100, to: dinars * 100 })

test.for([
  ['5490 blida', { words: ['blida'], amounts: of(5_490), end: '5490' }],
  ['٥٤٩٠ أمس', { amounts: of(5_490), end: '5490', day: { ago: 1 } }],
  ['12 450 DA chez Sonelgaz hier', { words: ['sonelgaz'], amounts: of(12_450), day: { ago: 1 } }],
  ['hier à 14h30', { day: { ago: 1 }, time: { from: 855, to: 885 } }],
  ['14h blida', { words: ['blida'], time: { from: 840, to: 899 } }],
  ['00:05', { time: { from: 0, to: 20 } }],
  ['19/11', { day: { day: 19, month: 11, year: null } }],
  ['19/11/26 oran', { words: ['oran'], day: { day: 19, month: 11, year: 2026 } }],
  ['lundi', { day: { weekday: 1 } }],
  ['2026-04417', { end: '2026-04417' }],
  ['31/02', { end: '31/02' }],
  ['25', { amounts: of(25) }],
] as const)('%s is read part by part', ([text, parts]) => {
  expect(readSpoken(text)).toEqual({ ...NOTHING, ...parts })
})

test.for([
  [{ ago: 1 }, '2026-11-23'],
  [{ weekday: 2 }, '2026-11-24'],
  [{ weekday: 3 }, '2026-11-18'],
  [{ day: 25, month: 11, year: null }, '2025-11-25'],
  [{ day: 24, month: 11, year: null }, '2026-11-24'],
] as const)('the day %j is the last that is not in the future', ([day, date]) => {
  expect(dayOf(day, '2026-11-24')).toBe(date)
})

test.for([
  ['sonelgaz', 'sonelgas', true],
  ['sonelgaz', 'sonlgaz', true],
  ['sonelgaz', 'sonellgaz', true],
  ['sonelgaz', 'soneglaz', true],
  ['sonelgaz', 'sonelga', true],
  ['sonelgaz', 'sonalgas', false],
  ['oran', 'blida', false],
] as const)('%s and %s differ by one letter: %s', ([one, other, is]) => {
  expect([isOneLetterOff(one, other), isOneLetterOff(other, one)]).toEqual([is, is])
})
