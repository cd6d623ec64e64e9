import { expect, test } from 'vitest'
import { cashTaken, changeOf, givenFor, inCash, isRounded, readGiven } from './given.ts'

test.each([
  [2_200.5, 2_201],
  [2_200.49, 2_200],
  [0.3, 1],
  [1.005, 1],
  [12_450, 12_450],
])('%s is paid with %s in cash', (amount, sum) => {
  expect(inCash(amount)).toBe(sum)
})

test('the sum in cash is offered, never centimes that no coin makes', () => {
  expect(givenFor(2_200.5)).toEqual([2_201, 2_300, 2_500, 3_000])
  expect(givenFor(12_450)).toEqual([12_450, 12_500, 13_000, 14_000])
})

test('change is of the sum in cash, and of the centimes when the payer gives some', () => {
  expect(changeOf(2_500, 2_200.5)).toBe(299)
  expect(changeOf(2_201, 2_200.5)).toBe(0)
  expect(changeOf(2_200.5, 2_200.5)).toBe(0)
  expect(changeOf(500, 700)).toBe(-200)
})

test.each([
  [2_200.5, null, true, 2_201],
  [2_200.5, 2_500, true, 2_201],
  [2_200.5, 2_200.5, false, 2_200.5],
  [2_200, null, false, 2_200],
])(
  '%s, of which the payer gave %s: the cash is rounded is %s, and it is %s',
  (amount, given, expected, cash) => {
    expect(isRounded(amount, given)).toBe(expected)
    expect(cashTaken(amount, given)).toBe(cash)
  },
)

test.each([
  ['3000', 3_000],
  [' 3000,5 ', 3_000.5],
  ['', null],
  ['-5', null],
  ['1e9', null],
])('%j is read as %s', (text, sum) => {
  expect(readGiven(text)).toBe(sum)
})
