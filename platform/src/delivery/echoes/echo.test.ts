import { describe, expect, test } from 'vitest'
import type { Lookup } from '../lookups/read-lookup.ts'
import { afterLookup, answerOf } from './echo.ts'

const HOUR_MS = 3_600_000

const refused = (code: Extract<Lookup, { ok: false }>['code']): Lookup => ({
  ok: false,
  code,
  explanation: 'the partner said so',
})

describe('what a lookup says about a booking', () => {
  test.for([
    ['REFERENCE409_ALREADY_PAID', 'agreed'],
    ['REFERENCE404_NOT_FOUND', 'unbooked'],
    ['PARTNER502_BAD_RESPONSE', 'no_answer'],
    ['PARTNER503_UNAVAILABLE', 'no_answer'],
    ['PARTNER504_TIMEOUT', 'no_answer'],
    ['SERVER503_UNAVAILABLE', 'no_answer'],
  ] as const)('%s: %s', ([code, answer]) => {
    expect(answerOf(refused(code))).toEqual({ answer, clause: 'the partner said so' })
  })

  test('an amount: unbooked', () => {
    const details = {
      totalCentimes: 59_980,
      currency: 'DZD',
      amountDetail: [],
      details: [],
    } as const
    expect(answerOf({ ok: true, details } as unknown as Lookup)).toEqual({
      answer: 'unbooked',
      clause: 'the partner still asks for 599.80 DZD',
    })
  })
})

describe('what follows a lookup', () => {
  test.for([
    ['due', 'agreed', 1, 'agreed', null],
    ['due', 'unbooked', 1, 'unbooked', HOUR_MS],
    ['due', 'no_answer', 1, 'due', HOUR_MS],
    ['due', 'no_answer', 3, 'due', 24 * HOUR_MS],
    ['due', 'no_answer', 4, 'unanswered', null],
    ['unbooked', 'agreed', 2, 'agreed', null],
    ['unbooked', 'unbooked', 3, 'unbooked', 24 * HOUR_MS],
    ['unbooked', 'unbooked', 4, 'unbooked', null],
    // What was found before stays found.
    ['unbooked', 'no_answer', 2, 'unbooked', 6 * HOUR_MS],
    ['unbooked', 'no_answer', 4, 'unbooked', null],
  ] as const)('%s, %s after lookup %i: %s', ([before, answer, lookups, state, nextLookupMs]) => {
    expect(afterLookup(before, answer, lookups)).toEqual({ state, nextLookupMs })
  })
})
