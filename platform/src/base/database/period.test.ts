import { describe, expect, test } from 'vitest'
import { after, lowestIdAt, partitionName, periodAt, startOf, timeOfId } from './period.ts'

describe('a period', () => {
  test('is a day or a month in UTC', () => {
    const at = new Date('2026-11-30T23:59:59.999Z')
    expect(periodAt(at, 'day')).toBe('2026-11-30')
    expect(periodAt(at, 'month')).toBe('2026-11')
    expect(startOf('2026-11')).toEqual(new Date('2026-11-01T00:00:00Z'))
    expect(startOf('2026-11-30')).toEqual(new Date('2026-11-30T00:00:00Z'))
  })

  test('is counted over the ends of months and years', () => {
    expect(after('2026-11', 2)).toBe('2027-01')
    expect(after('2026-01', -1)).toBe('2025-12')
    expect(after('2028-02-28', 1)).toBe('2028-02-29')
    expect(after('2026-01-01', -1)).toBe('2025-12-31')
  })

  test('names its partition', () => {
    expect(partitionName('payments', '2026-11')).toBe('payments_202611')
    expect(partitionName('webhook_attempts', '2026-11-21')).toBe('webhook_attempts_20261121')
  })

  test('begins with the lowest id of its first millisecond', () => {
    expect(lowestIdAt(new Date(0x0193_7000_0001))).toBe('01937000-0001-0000-0000-000000000000')
    expect(lowestIdAt(new Date(-1))).toBe('00000000-0000-0000-0000-000000000000')
  })

  test('has ids that begin with their time', () => {
    expect(timeOfId('01937000-0001-7abc-8def-0123456789ab')).toBe(0x0193_7000_0001)
  })
})
