import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { IN_FLIGHT_MAX, planSlow, planUsual, type PaceGroup, type Places } from './claim-plan.ts'

const group = (underway = 0, ...room: [partnerId: number, room: number][]): PaceGroup => ({
  room: new Map(room),
  underway,
})

/** One partner of each pace: 1 is quick, 2 unproven, 3 slow. */
const placesWith = (underway: { quick?: number; unproven?: number; slow?: number }): Places => {
  const { quick = 0, unproven = 0, slow = 0 } = underway
  return {
    free: IN_FLIGHT_MAX - quick - unproven - slow,
    roomAtFirst: 8,
    groups: {
      quick: group(quick, [1, 128]),
      unproven: group(unproven, [2, 5]),
      slow: group(slow, [3, 6]),
    },
  }
}

const roomIn = (places: Places): [number, number][] => [...(planUsual(places)?.free ?? [])]

describe('the claims for quick and unproven partners', () => {
  test('leave slow partners out', () => {
    expect(planUsual(placesWith({ slow: 384 }))).toEqual({
      limit: 512,
      partnerLimit: 8,
      free: new Map([
        [1, 128],
        [2, 5],
        [3, 0],
      ]),
    })
  })

  test('serve only quick partners while many attempts to others are under way', () => {
    expect(planUsual(placesWith({ slow: 384, unproven: 383 }))?.partnerLimit).toBe(8)
    const places = placesWith({ slow: 384, unproven: 384 })
    expect(planUsual(places)?.partnerLimit).toBe(0)
    expect(roomIn(places)).toEqual([
      [1, 128],
      [2, 0],
      [3, 0],
    ])
  })

  test('wait for enough free places, and need fewer where fewer exist', () => {
    expect(planUsual(placesWith({ quick: 1_280 }))?.limit).toBe(256)
    expect(planUsual(placesWith({ quick: 1_281 }))).toBeNull()
    expect(planUsual(placesWith({ slow: 1_236, quick: 150 }))?.limit).toBe(150)
    expect(planUsual(placesWith({ slow: 1_236, quick: 151 }))).toBeNull()
    // Quick partners that fell silent all at once.
    expect(planUsual(placesWith({ slow: IN_FLIGHT_MAX }))).toBeNull()
  })

  test('always continue while no quick partner has an attempt under way', () => {
    fc.assert(
      fc.property(fc.nat(3_000), fc.nat(3_000), (unproven, slow) => {
        // What claims may have under way of them at most: the limit, and a claim beyond it.
        fc.pre(unproven + slow < 768 + 512)
        const places = placesWith({ unproven, slow })
        expect(planUsual(places)?.limit).toBeGreaterThan(0)
        expect(roomIn(places)[0]).toEqual([1, 128])
      }),
    )
  })
})

describe('the claims for slow partners', () => {
  test('serve only slow partners, within their shared places', () => {
    expect(planSlow(placesWith({ slow: 380 }))).toEqual({
      limit: 4,
      partnerLimit: 0,
      free: new Map([[3, 6]]),
    })
    expect(planSlow(placesWith({ slow: 384 }))).toBeNull()
  })

  test('are not made when no slow partner has a free place', () => {
    const places = placesWith({})
    expect(planSlow({ ...places, groups: { ...places.groups, slow: group(6, [3, 0]) } })).toBeNull()
  })
})
