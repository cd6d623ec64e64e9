import { describe, expect, test } from 'vitest'
import { shownDay, typedDay } from './typed-day.ts'

const TODAY = '2026-11-23'

describe('a typed day', () => {
  test.each([
    ['19/11/2026', '2026-11-19'],
    ['9/1/2026', '2026-01-09'],
    ['19.11.26', '2026-11-19'],
    ['19-11', '2026-11-19'],
    ['19 11 2025', '2025-11-19'],
    ['19112026', '2026-11-19'],
    ['2026-11-19', '2026-11-19'],
    ['١٩/١١/٢٠٢٦', '2026-11-19'],
    ['\u200f19/11/2026', '2026-11-19'],
    ['29/02/2028', '2028-02-29'],
  ])('%s is %s', (typed, day) => {
    expect(typedDay(typed, TODAY)).toBe(day)
  })

  test.each(['', '31/11/2026', '29/02/2026', '11/19/2026', '19', '19/11/202', 'hier', '0/1/2026'])(
    '“%s” is not a day',
    (typed) => {
      expect(typedDay(typed, TODAY)).toBeNull()
    },
  )

  test('is read as it is shown', () => {
    expect(shownDay(TODAY)).toBe('23/11/2026')
    expect(typedDay(shownDay(TODAY), '2030-01-01')).toBe(TODAY)
    expect(shownDay('')).toBe('')
  })
})
