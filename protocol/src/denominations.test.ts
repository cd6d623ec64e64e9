import { describe, expect, test } from 'vitest'
import { DENOMINATIONS, sumOfDenominations } from './denomination-values.ts'
import { denominationsSchema } from './denominations.ts'
import { signedCentimesFromDinars } from './centimes.ts'

describe('denominations', () => {
  test.for(Object.entries(DENOMINATIONS))('%s dinars are %d centimes', ([name, centimes]) => {
    expect(signedCentimesFromDinars(Number(name))).toBe(centimes)
  })

  test('add up to centimes', () => {
    expect(sumOfDenominations({})).toBe(0)
    expect(sumOfDenominations({ '2000': 3, '200': 1, '0.5': 1, '0.01': 2 })).toBe(620_052)
  })

  test.for([
    [{ '3000': 1 }],
    [{ '2000': -1 }],
    [{ '2000': 1.5 }],
    [{ '2000': 1_000_001 }],
    [{ '2000': '1' }],
    [[1]],
  ])('%j is refused', ([value]) => {
    expect(denominationsSchema.safeParse(value).success).toBe(false)
  })
})
