import { expect, test } from 'vitest'
import { createApart, HELD } from './apart.ts'

/** Longer than items are retried. */
const STANDSTILL_MS = 5_100

test('an item is tried again after this process stood still', async () => {
  let tries = 0
  const apart = createApart<string, string>({
    keyOf: (item) => item,
    run: async () => {
      tries += 1
      if (tries > 1) return 'done'
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, STANDSTILL_MS)
      return HELD
    },
  })
  const result = await new Promise((resolve, reject) => {
    apart.add({ item: 'row', resolve, reject })
  })
  expect([result, tries]).toEqual(['done', 2])
})
