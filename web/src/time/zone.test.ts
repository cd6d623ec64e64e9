/** In the zone of a page, which is read when the module is loaded. */
import type * as Zone from './zone.ts'
import { afterEach, describe, expect, test, vi } from 'vitest'

const zoneOf = async (timeZone: string): Promise<typeof Zone> => {
  vi.resetModules()
  vi.stubGlobal('document', { documentElement: { dataset: { timeZone } } })
  return import('./zone.ts')
}

afterEach(() => vi.unstubAllGlobals())

describe('a day of the operator', () => {
  test('begins at midnight in Algiers, an hour before that of UTC', async () => {
    const { localDay, startOfDay, endOfDay, momentOf } = await zoneOf('Africa/Algiers')
    expect(localDay('2026-11-22T22:59:59.999Z')).toBe('2026-11-22')
    expect(localDay('2026-11-22T23:00:00.000Z')).toBe('2026-11-23')
    expect(startOfDay('2026-11-23')).toBe('2026-11-22T23:00:00.000Z')
    expect(endOfDay('2026-11-23')).toBe('2026-11-23T22:59:59.999Z')
    expect(momentOf('2026-11-23', '8:30')).toBe('2026-11-23T07:30:00.000Z')
    expect(momentOf('2026-11-23', '')).toBeNull()
  })

  test('follows the zone of the page, summer time included', async () => {
    const { ZONE, localDay, startOfDay, momentOf } = await zoneOf('Europe/Paris')
    expect(ZONE).toBe('Europe/Paris')
    expect(localDay('2026-07-01T22:00:00.000Z')).toBe('2026-07-02')
    expect(startOfDay('2026-03-29')).toBe('2026-03-28T23:00:00.000Z')
    expect(startOfDay('2026-03-30')).toBe('2026-03-29T22:00:00.000Z')
    expect(momentOf('2026-10-25', '12:00')).toBe('2026-10-25T11:00:00.000Z')
  })

  test.each(['', '__TIME_ZONE__', 'Nowhere/Land'])('is that of Algiers in “%s”', async (zone) => {
    const { ZONE, today, dayAfter } = await zoneOf(zone)
    expect(ZONE).toBe('Africa/Algiers')
    expect(dayAfter(dayAfter(today(), 31), -31)).toBe(today())
    expect(dayAfter('2028-02-28', 1)).toBe('2028-02-29')
  })
})
