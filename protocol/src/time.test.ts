import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { timeSchema, unixSeconds } from './time.ts'

const anyDate = fc.date({
  min: new Date('2001-09-09T01:46:40.000Z'),
  max: new Date('2286-11-20T17:46:39.999Z'),
  noInvalidDate: true,
})

describe('timeSchema', () => {
  test('accepts every time as JavaScript writes it, and gives it back', () => {
    fc.assert(
      fc.property(anyDate, (date) => {
        expect(timeSchema.parse(date.toISOString())).toBe(date.toISOString())
      }),
    )
  })

  test.each([
    ['2026-11-21T09:00:00Z'],
    ['2026-11-21T09:00:00.00Z'],
    ['2026-11-21T09:00:00.0000Z'],
    ['2026-11-21T09:00:00.000'],
    ['2026-11-21T09:00:00.000+00:00'],
    ['2026-11-21t09:00:00.000z'],
    ['2026-02-30T09:00:00.000Z'],
    ['2025-02-29T09:00:00.000Z'],
    ['2026-13-01T09:00:00.000Z'],
    ['2026-11-21T24:00:00.000Z'],
    ['2026-11-21T09:60:00.000Z'],
    ['2026-11-21T09:00:60.000Z'],
    ['2026-11-21T09:00:00.000Z\n'],
    ['٢٠٢٦-11-21T09:00:00.000Z'],
  ])('refuses %j', (text) => {
    expect(timeSchema.safeParse(text).success).toBe(false)
  })
})

describe('unixSeconds', () => {
  test('is ten digits, rounded down', () => {
    expect(unixSeconds(new Date('2026-11-21T09:00:00.999Z'))).toBe(1_795_251_600)
    fc.assert(
      fc.property(anyDate, (date) => {
        expect(String(unixSeconds(date))).toMatch(/^[0-9]{10}$/)
      }),
    )
  })
})
