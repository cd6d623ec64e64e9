import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createPartnerRound, type PartnerRound } from './partner-round.ts'

/** Claims that look at so many partners each, as long as the round lasts; returns whom they saw. */
const goRound = (round: PartnerRound, partners: number[], atOnce: number): number[][] => {
  const claims: number[][] = []
  while (!round.isOver()) {
    if (claims.length > partners.length * 2 + 2) throw new Error('the round never ends')
    const after = round.next()
    const seen = partners.filter((id) => id > after).slice(0, atOnce)
    claims.push(seen)
    round.passed(seen.length < atOnce ? null : (seen.at(-1) ?? null))
  }
  return claims
}

const PARTNERS = [1001, 1002, 1003, 1004, 1005]

describe('a round over the partners', () => {
  test('has not begun until something may be due', () => {
    expect(goRound(createPartnerRound(), PARTNERS, 2)).toEqual([])
  })

  test('visits all of them, and then rests', () => {
    const round = createPartnerRound()
    round.begin()
    expect(goRound(round, PARTNERS, 2)).toEqual([[1001, 1002], [1003, 1004], [1005]])
  })

  test('is one claim when that can look at all', () => {
    const round = createPartnerRound()
    round.begin()
    expect(goRound(round, PARTNERS, 100)).toHaveLength(1)
    round.begin()
    expect(goRound(round, [], 100)).toHaveLength(1)
  })

  test('continues where a full claim ended, and visits the first partners last', () => {
    const round = createPartnerRound()
    round.begin()
    round.next()
    round.passed(1003)
    round.begin()
    expect(goRound(round, PARTNERS, 2)).toEqual([[1004, 1005], [], [1001, 1002], [1003, 1004]])
  })

  test('that starts again during a claim returns to the partners of that claim', () => {
    const round = createPartnerRound()
    round.begin()
    round.next()
    round.begin()
    round.passed(null)
    expect(round.isOver()).toBe(false)
    expect(goRound(round, PARTNERS, 100)).toEqual([PARTNERS])
  })

  test('is not over because a claim failed', () => {
    const round = createPartnerRound()
    round.begin()
    round.next()
    expect(goRound(round, PARTNERS, 100)).toEqual([PARTNERS])
  })

  test('visits every partner wherever it starts, and always ends', () => {
    const ids = fc.uniqueArray(fc.integer({ min: 1, max: 60 }), { maxLength: 30 })
    fc.assert(
      fc.property(ids, fc.integer({ min: 1, max: 8 }), fc.nat(60), (unsorted, atOnce, start) => {
        const partners = unsorted.toSorted((a, b) => a - b)
        const round = createPartnerRound()
        round.begin()
        round.next()
        round.passed(start === 0 ? null : start)
        round.begin()
        const seen = new Set(goRound(round, partners, atOnce).flat())
        expect([...seen].toSorted((a, b) => a - b)).toEqual(partners)
        round.begin()
        const claims = goRound(round, partners, atOnce)
        expect(claims.length).toBeLessThanOrEqual(Math.ceil(partners.length / atOnce) + 2)
      }),
    )
  })
})
