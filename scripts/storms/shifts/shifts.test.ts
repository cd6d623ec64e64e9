import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../platform/test/support/database.ts'
import { openCounters, workShifts, type Counters } from './shifts.ts'

let database: TestDatabase
let counters: Counters

beforeAll(async () => {
  database = await createTestDatabase()
  counters = await openCounters(database.url)
})

afterAll(async () => {
  await counters.close()
  await database.drop()
})

/** `npm run storm -- shifts` works many more, of other seeds. */
test('every dinar of a shift is in one book, whatever happens to its devices', async () => {
  const { figures, violations } = await workShifts(counters, {
    count: 4,
    seed: 78,
    say: () => undefined,
  })
  expect([figures, violations]).toEqual([figures, []])
})
