import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createDatabase, type Database } from '../../src/base/database/database.ts'
import { createLockReference, type LockReference } from '../../src/payments/lock.ts'
import { createMakeTransition, type MakeTransition } from '../../src/payments/transition.ts'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'
import { checkInvariants } from '../support/invariants.ts'

/**
 * Two processes that have the same work to do, each a whole batch at once and in the other's order
 * turned round, which is the surest way to wait for each other in a circle.
 */
let database: TestDatabase
let pool: pg.Pool
let sides: { db: Database; lock: LockReference; move: MakeTransition }[]

beforeAll(async () => {
  database = await createTestDatabase()
  pool = new pg.Pool({ connectionString: database.url, max: 1 })
  await pool.query(`insert into partners (name, api_url) values ('Shop', 'https://shop.example')`)
  sides = [0, 1].map(() => {
    const db = createDatabase(database.url)
    return { db, lock: createLockReference(db.opens), move: createMakeTransition(db.moves) }
  })
})

afterAll(async () => {
  await pool.end()
  await database.drop()
})

const BATCH = 250
const ROUNDS = 6

const openFromBothSides = async (references: string[]): Promise<string[]> => {
  const answers = await Promise.all(
    sides.flatMap(({ lock }, index) =>
      (index === 0 ? references : references.toReversed()).map((reference) =>
        lock({
          partnerId: 1001,
          reference,
          channelId: 1,
          channelKind: 'AGENCY',
          amount: 59_980,
          currency: 'DZD',
          amountDetail: [],
          details: [],
          lockSeconds: 900,
        }),
      ),
    ),
  )
  return answers.filter((payment) => payment !== null).map(({ payment_id }) => payment_id)
}

/** How often PostgreSQL undid one of two statements that waited for each other. */
const deadlocks = async (): Promise<number> => {
  // Sessions tell their counts some time later: those of the closed ones are complete.
  await Promise.all(sides.map(({ db }) => db.close()))
  const { rows } = await pool.query<{ deadlocks: string }>(
    'select deadlocks from pg_stat_database where datname = current_database()',
  )
  return Number(rows[0]?.deadlocks)
}

describe('the same batches from two sides in opposite orders', () => {
  test('open each reference once and end each payment once, without deadlocks', async () => {
    for (let round = 1; round <= ROUNDS; round += 1) {
      const references = Array.from({ length: BATCH }, (_, index) => `INV-${round}-${index}`)
      const payments = await openFromBothSides(references)
      expect(payments).toHaveLength(BATCH)
      for (const cause of ['confirm', 'cancel'] as const) {
        const moves = await Promise.all(
          sides.flatMap(({ move }, index) =>
            (index === 0 ? payments : payments.toReversed()).map((paymentId) =>
              move({ partnerId: 1001, paymentId, cause, channelId: 1 }),
            ),
          ),
        )
        const moved = moves.filter((result) => result.found && result.decision === 'made')
        expect(moved).toHaveLength(cause === 'confirm' ? BATCH : 0)
      }
    }
    expect(await checkInvariants(pool)).toEqual([])
    expect(await deadlocks()).toBe(0)
  })
})
