import { PROCESS_ROLES } from '@wasl/protocol'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { poolSize } from '../../src/base/database/connections.ts'
import { createDatabase, type Database } from '../../src/base/database/database.ts'
import { types } from '../../src/base/database/types.ts'
import { createMakeTransition, type MakeTransition } from '../../src/payments/transition.ts'
import {
  createLockQrPayment,
  type LockQrPayment,
} from '../../src/payments/qr-codes/lock-payment.ts'
import { setQrConfig } from '../../src/payments/qr-codes/set.ts'
import { newQrReference } from '../../src/payments/qr-codes/token.ts'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'
import { fewAtOnce } from '../support/few-at-once.ts'
import { checkInvariants } from '../support/invariants.ts'
import { makeQrCode } from '../support/qr.ts'

/**
 * Two processes that pay and change the same codes, each a whole batch at once and in the other's
 * order turned round.
 */
let database: TestDatabase
let pool: pg.Pool
let sides: { db: Database; lock: LockQrPayment; move: MakeTransition }[]

const PARTNER = { number: 1001 }

beforeAll(async () => {
  database = await createTestDatabase()
  pool = new pg.Pool({ connectionString: database.url, max: 4, types })
  await pool.query(`insert into partners (name, api_url) values ('Shop', 'https://shop.example')`)
  sides = [0, 1].map(() => {
    const db = createDatabase(database.url)
    return { db, lock: createLockQrPayment(db.opens), move: createMakeTransition(db.moves) }
  })
})

afterAll(async () => {
  await pool.end()
  await database.drop()
})

const CODES = 100
const ROUNDS = 4

/** The connections of a pool: more would wait for one, and on a slow machine too long. */
const AT_ONCE = poolSize('pool', PROCESS_ROLES)

type CodeState = { token: string; revision: number; configuration_id: string }

const codesOf = async (tokens: string[]): Promise<CodeState[]> => {
  const { rows } = await pool.query<CodeState>(
    `select token, revision, configuration_id
    from qr_codes
    join qr_configurations using (partner_id, token)
    where ended_at is null and token = any($1)`,
    [tokens],
  )
  return rows
}

const inTurn = <Item>(side: number, items: Item[]): Item[] =>
  side === 0 ? items : items.toReversed()

const pay = (lock: LockQrPayment, { token, revision, configuration_id }: CodeState) =>
  lock({
    partnerId: PARTNER.number,
    token,
    revision,
    configuration: { configurationId: configuration_id, kind: 'SINGLE_USE', expiresAt: null },
    reference: newQrReference(),
    channelId: 1,
    channelKind: 'AGENCY',
    amount: 500,
    lockSeconds: 900,
    idempotency: null,
  })

const setAll = (db: Database, makeTransition: MakeTransition, tokens: string[], amount: number) =>
  fewAtOnce(tokens.length, AT_ONCE, (turn) =>
    setQrConfig(
      { pool: db.pool, hot: db.hot, makeTransition },
      {
        partnerId: PARTNER.number,
        token: String(tokens[turn]),
        wanted: { kind: 'SINGLE_USE', amounts: [amount, 500], expiresAt: null },
        setBy: 'partner test',
      },
    ),
  )

/** How often PostgreSQL undid one of two statements that waited for each other. */
const deadlocks = async (): Promise<number> => {
  await Promise.all(sides.map(({ db }) => db.close()))
  const { rows } = await pool.query<{ deadlocks: number }>(
    'select deadlocks from pg_stat_database where datname = current_database()',
  )
  return Number(rows[0]?.deadlocks)
}

describe('the same codes paid and changed from two sides in opposite orders', () => {
  test('take each single use once and change codes completely, without deadlocks', async () => {
    const tokens: string[] = []
    for (let index = 0; index < CODES; index += 1) tokens.push(await makeQrCode(pool, PARTNER))
    for (let round = 1; round <= ROUNDS; round += 1) {
      await Promise.all(
        sides.map(({ db, move }, side) => setAll(db, move, inTurn(side, tokens), 1_000 + side)),
      )
      const codes = await codesOf(tokens)
      expect(codes).toHaveLength(CODES)
      // Payers of both sides, and a third who changes half of the codes meanwhile.
      const [paid] = await Promise.all([
        Promise.all(
          sides.flatMap(({ lock }, side) => inTurn(side, codes).map((code) => pay(lock, code))),
        ),
        ...sides.map(({ db, move }, side) =>
          setAll(db, move, inTurn(side, tokens.slice(0, CODES / 2)), 2_000 + side),
        ),
      ])
      const opened = paid.filter((payment) => payment !== null)
      const ofToken = Map.groupBy(opened, (payment) => payment.qr_token)
      for (const payments of ofToken.values()) expect(payments).toHaveLength(1)
      // What nobody changed was paid by one of the two.
      for (const token of tokens.slice(CODES / 2)) expect(ofToken.has(token)).toBe(true)
      await Promise.all(
        sides.flatMap(({ move }, side) =>
          inTurn(side, opened).map(({ payment_id: paymentId }) =>
            move({
              partnerId: PARTNER.number,
              paymentId,
              cause: side === 0 ? 'confirm' : 'cancel',
              channelId: 1,
            }),
          ),
        ),
      )
    }
    expect(await checkInvariants(pool)).toEqual([])
    expect(await deadlocks()).toBe(0)
  })
})
