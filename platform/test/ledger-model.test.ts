/**
 * A small model of the ledger against the real statements, by random operations: new transfers,
 * repeated ones, reverses, roll-ups and days that are closed. After each batch every balance equals the
 * model's. The default run has 40,000 operations. A million take some minutes:
 *
 *   WASL_MODEL_OPERATIONS=1000000 npm test -- platform/test/ledger-model.test.ts
 */
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { types } from '../src/base/database/types.ts'
import { withTransaction } from '../src/base/database/with-transaction.ts'
import type { Account, AccountKind } from '../src/ledger/account.ts'
import { closeDays } from '../src/ledger/close-day.ts'
import { CODES, type TransferCode } from '../src/ledger/codes.ts'
import { onlyCell } from '../src/cells/every-cell.ts'
import type { Database } from '../src/base/database/database.ts'
import { listBalances } from '../src/ledger/list-balances.ts'
import { NO_PARTNER, postTransfers, type NewTransfer } from '../src/ledger/post.ts'
import { rollUp } from '../src/ledger/roll-up.ts'
import { clockOf, type Clock } from './support/clock.ts'
import { createTestDatabase, type TestDatabase } from './support/database.ts'
import { contradictions } from './support/ledger.ts'

const OPERATIONS = Number(process.env['WASL_MODEL_OPERATIONS'] ?? 40_000)

/** Transfers of one transaction. */
const BATCH_MAX = 500

/** Printed when the test fails, so that the same operations can be run again. */
const SEED = Number(process.env['WASL_MODEL_SEED'] ?? Date.now() % 1_000_000_007)

const TIMEOUT_MS = Math.max(900_000, 60_000 + OPERATIONS * 3)

let database: TestDatabase
let pool: pg.Pool
let clock: Clock

beforeAll(async () => {
  database = await createTestDatabase()
  pool = new pg.Pool({ connectionString: database.url, max: 4, types })
  pool.on('error', () => undefined)
  clock = clockOf(pool)
})

afterAll(async () => {
  await pool.end()
  await database.drop()
})

/** A generator of whole numbers below `max` (mulberry32). */
const randomOf = (seed: number): ((max: number) => number) => {
  let state = seed
  return (max) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) % max
  }
}

const random = randomOf(SEED)

const pick = <Value>(values: readonly Value[]): Value => values[random(values.length)] as Value

const CODE_NAMES = Object.keys(CODES) as (keyof typeof CODES)[]

/** Few owners, so that every account is used again and again. */
const ownerOf = (kind: AccountKind, partnerId: number): string => {
  if (kind === 'partner_payable' || kind === 'refund_due') return `prt_${partnerId}`
  if (kind === 'bank') return pick(['clients', 'own'])
  return pick(['agt_1', 'agt_2', 'chn_7', 'safe_7'])
}

const keyOf = ({ partnerId, sourceId, code, line = 1 }: NewTransfer): string =>
  `${partnerId} ${sourceId} ${code} ${line}`

const accountKey = ({ kind, owner }: Account): string => `${kind} ${owner}`

/** What the ledger must be: the sums of each account, and which transfers it has. */
const createModel = () => {
  const sums = new Map<string, { debits: number; credits: number }>()
  const known = new Map<string, NewTransfer>()
  const sumsOf = (account: Account) => {
    const key = accountKey(account)
    const found = sums.get(key) ?? { debits: 0, credits: 0 }
    sums.set(key, found)
    return found
  }
  return {
    sums,
    post(transfer: NewTransfer): boolean {
      if (known.has(keyOf(transfer))) return false
      known.set(keyOf(transfer), transfer)
      sumsOf(transfer.debit).debits += transfer.amount
      sumsOf(transfer.credit).credits += transfer.amount
      return true
    },
  }
}

let sources = 0

const newTransfer = (partnerId: number): NewTransfer => {
  for (;;) {
    const code: TransferCode = pick(CODE_NAMES)
    const sides: { debit: readonly AccountKind[]; credit: readonly AccountKind[] } = CODES[code]
    const [debitKind, creditKind] = [pick(sides.debit), pick(sides.credit)]
    const debit = { kind: debitKind, owner: ownerOf(debitKind, partnerId) }
    const credit = { kind: creditKind, owner: ownerOf(creditKind, partnerId) }
    if (accountKey(debit) === accountKey(credit)) continue
    sources += 1
    const sourceId = `019aa5c2-0000-7000-8000-${sources.toString(16).padStart(12, '0')}`
    return { partnerId, sourceId, code, debit, credit, amount: 1 + random(10_000_000), actor: 'm' }
  }
}

const reversed = (transfer: NewTransfer): NewTransfer => ({
  ...transfer,
  line: -(transfer.line ?? 1),
  debit: transfer.credit,
  credit: transfer.debit,
})

/** Mostly new transfers; some that the ledger has, and some that reverse one. */
const operation = (partnerId: number, earlier: NewTransfer[]): NewTransfer => {
  const choice = random(10)
  const before = earlier.length > 0 && choice < 2 ? pick(earlier) : undefined
  if (before === undefined) return newTransfer(partnerId)
  return choice === 0 || (before.line ?? 1) < 0 ? before : reversed(before)
}

const readSums = async (): Promise<Map<string, { debits: number; credits: number }>> => {
  const filter = { kind: null, owner: null, at: null }
  const rows = await listBalances(onlyCell({ operatorLists: pool } as Database), filter, {
    limit: 1_000,
    after: null,
  })
  return new Map(
    rows.map(({ debits, credits, ...account }) => [accountKey(account), { debits, credits }]),
  )
}

test(
  `the ledger does what its model does, through ${OPERATIONS} random operations (seed ${SEED})`,
  { timeout: TIMEOUT_MS },
  async () => {
    const model = createModel()
    const earlier = new Map<number, NewTransfer[]>()
    for (let done = 0; done < OPERATIONS;) {
      const partnerId = pick([NO_PARTNER, 1001, 1002, 1003])
      const own = earlier.get(partnerId) ?? []
      earlier.set(partnerId, own)
      const batch = Array.from({ length: 1 + random(BATCH_MAX) }, () => operation(partnerId, own))
      const expected = batch.filter((transfer) => model.post(transfer)).length
      expect(await withTransaction(pool, (tx) => postTransfers(tx, batch))).toBe(expected)
      own.push(...batch.slice(0, 20))
      done += batch.length
      if (random(3) === 0) await rollUp(pool)
      if (random(20) === 0) await clock.advance(86_400)
      if (random(10) === 0) await closeDays(pool)
      expect(await readSums()).toEqual(model.sums)
    }
    await rollUp(pool)
    expect(await contradictions(pool)).toEqual([])
  },
)
