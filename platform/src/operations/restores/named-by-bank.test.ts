import { expect, test } from 'vitest'
import { namesIn } from './named-by-bank.ts'

const ID = '0193a2b4-7c11-7a10-8f3b-9c1e000003e9'

test('ids with and without hyphens, and numbers of statements, by partner', () => {
  const words = `VIR ${ID.replaceAll('-', '').toUpperCase()} / ${ID} 1001-2026-0012, chn7-2026-0003`
  expect(namesIn(words)).toEqual([
    { partnerId: 1001, ids: [ID, ID], numbers: ['1001-2026-0012'] },
    { partnerId: 0, ids: [], numbers: ['chn7-2026-0003'] },
  ])
})

test.for([
  ['a RIB', '00799999000123456789'],
  ['a date', '2026-11-27'],
  ['a longer number', `a${ID.replaceAll('-', '')}0`],
  ['a number with more parts', '1001-2026-0012-7'],
])('%s is not one of ours', ([, words = '']) => {
  expect(namesIn(words)).toEqual([])
})
