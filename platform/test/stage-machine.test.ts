import { createHash } from 'node:crypto'
import fc from 'fast-check'
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createDatabase, type Database } from '../src/base/database/database.ts'
import { createLockReference, type LockReference } from '../src/payments/lock.ts'
import {
  createMakeTransition,
  type MakeTransition,
  type TransitionResult,
} from '../src/payments/transition.ts'
import { decide, TRANSITIONS, type Cause, type PaymentState } from '../src/payments/payment.ts'
import type { PaymentRow } from '../src/payments/payment-row.ts'
import { createTestDatabase, openPool, type TestDatabase } from './support/database.ts'
import { checkInvariants } from './support/invariants.ts'

type Side = { db: Database; lock: LockReference; move: MakeTransition }

/**
 * The statements that open and move payments, on a real database, against the rules of payment.ts.
 * Time stands still within a round, so that the end of a lock is met to the millisecond; a round's
 * operations come from two sides at once and are decided in batches.
 */
let database: TestDatabase
let pool: pg.Pool
let sides: Side[]

beforeAll(async () => {
  database = await createTestDatabase()
  pool = openPool(database.url, 2)
  await pool.query(`
    create table stopped_clock (at timestamptz not null);
    insert into stopped_clock values ('2026-11-21T09:00:00Z');
    create or replace function wasl_clock() returns timestamptz
    language sql volatile parallel safe as $$ select at from stopped_clock $$`)
  sides = [0, 1].map(() => {
    const db = createDatabase(database.url)
    return { db, lock: createLockReference(db.opens), move: createMakeTransition(db.moves) }
  })
})

afterAll(async () => {
  await Promise.all(sides.map(({ db }) => db.close()))
  await pool.end()
  await database.drop()
})

const AMOUNT = 59_980
const OWN_CHANNEL = 1
const OTHER_CHANNEL = 2

type Opening = { kind: 'open'; side: number; reference: string; lockSeconds: number; key: boolean }

type Change = {
  kind: 'move'
  side: number
  /** Which of the payments opened so far. */
  pick: number
  cause: Cause
  by: 'own channel' | 'other channel' | 'platform'
  amount: number | null
  isShouted: boolean
  key: boolean
}

type Round = { afterMs: number; openings: Opening[]; changes: Change[] }

const opening: fc.Arbitrary<Opening> = fc.record({
  kind: fc.constant('open'),
  side: fc.nat({ max: 1 }),
  reference: fc.constantFrom('INV-1', 'INV-2', 'INV-3', 'INV-4'),
  lockSeconds: fc.integer({ min: 1, max: 3 }),
  key: fc.boolean(),
})

const change: fc.Arbitrary<Change> = fc.record({
  kind: fc.constant('move'),
  side: fc.nat({ max: 1 }),
  pick: fc.nat({ max: 1_000 }),
  cause: fc.constantFrom('confirm', 'cancel', 'fail', 'expire'),
  by: fc.constantFrom('own channel', 'own channel', 'own channel', 'platform', 'other channel'),
  amount: fc.constantFrom(null, null, AMOUNT, AMOUNT + 1),
  // An id is the same in small and in capital letters.
  isShouted: fc.boolean(),
  key: fc.boolean(),
})

const round: fc.Arbitrary<Round> = fc.record({
  // Locks last whole seconds, so these meet their ends and the milliseconds beside them.
  afterMs: fc.constantFrom(0, 0, 1, 250, 499, 500, 999, 1_000, 1_001),
  openings: fc.array(opening, { maxLength: 4 }),
  changes: fc.array(change, { maxLength: 12 }),
})

/** A payment as the rules have it, beside what tells it from others. */
type Modelled = PaymentState & {
  paymentId: string
  reference: string
  moves: { cause: Cause; atMs: number }[]
}

type World = {
  partnerId: number
  nowMs: number
  payments: Modelled[]
  /** Keys under which an answer must be kept: those of operations that changed something. */
  keys: Set<string>
  keysUsed: number
}

const keyOf = (world: World, isWanted: boolean) => {
  if (!isWanted) return null
  const key = `key-${world.partnerId}-${(world.keysUsed += 1)}`
  return { key, fingerprint: createHash('sha256').update(key).digest() }
}

const sideOf = (index: number): Side => sides[index] as Side

const isLive = ({ stage }: PaymentState): boolean => stage !== 'released'

/** Opens as asked from both sides; of those for one reference one wins, when none is in the way. */
const openAll = async (world: World, openings: Opening[]): Promise<void> => {
  const asked = openings.map((wanted) => ({ wanted, idempotency: keyOf(world, wanted.key) }))
  const opened = await Promise.all(
    asked.map(async ({ wanted: { side, reference, lockSeconds }, idempotency }) =>
      sideOf(side).lock({
        partnerId: world.partnerId,
        reference,
        channelId: OWN_CHANNEL,
        channelKind: 'AGENCY',
        amount: AMOUNT,
        currency: 'DZD',
        amountDetail: [],
        details: [],
        lockSeconds,
        idempotency,
      }),
    ),
  )
  for (const reference of new Set(openings.map((wanted) => wanted.reference))) {
    const isTaken = world.payments.some((known) => known.reference === reference && isLive(known))
    const winners = opened.filter((payment) => payment?.reference === reference)
    expect([reference, winners.length]).toEqual([reference, isTaken ? 0 : 1])
  }
  for (const [index, payment] of opened.entries()) {
    const { wanted, idempotency } = asked[index] as (typeof asked)[number]
    if (!payment) continue
    if (idempotency) world.keys.add(idempotency.key)
    const lockExpiresAt = new Date(world.nowMs + wanted.lockSeconds * 1_000)
    expect(payment).toMatchObject({
      stage: 'locked',
      opened_at: new Date(world.nowMs),
      lock_expires_at: lockExpiresAt,
    })
    world.payments.push({
      paymentId: payment.payment_id,
      reference: wanted.reference,
      stage: 'locked',
      failReason: null,
      amount: AMOUNT,
      lockExpiresAt,
      moves: [],
    })
  }
}

type Done = { change: Change; result: TransitionResult }

/** Moves as asked from both sides. */
const moveAll = async (world: World, changes: Change[]): Promise<void> => {
  if (world.payments.length === 0) return
  const done = await Promise.all(
    changes.map(async (wanted): Promise<Done & { payment: Modelled }> => {
      const payment = world.payments[wanted.pick % world.payments.length] as Modelled
      // Only channels send keys.
      const idempotency = keyOf(world, wanted.key && wanted.by !== 'platform')
      const { paymentId } = payment
      const result = await sideOf(wanted.side).move({
        partnerId: world.partnerId,
        paymentId: wanted.isShouted ? paymentId.toUpperCase() : paymentId,
        cause: wanted.cause,
        channelId: { 'own channel': OWN_CHANNEL, 'other channel': OTHER_CHANNEL, platform: null }[
          wanted.by
        ],
        amount: wanted.amount,
        idempotency,
      })
      if (idempotency && result.found && result.decision === 'made') world.keys.add(idempotency.key)
      return { change: wanted, result, payment }
    }),
  )
  for (const [payment, ofPayment] of Map.groupBy(done, (entry) => entry.payment)) {
    const bySide = [0, 1].map((side) => ofPayment.filter(({ change: { side: of } }) => of === side))
    const after = explain(world, payment, bySide[0] ?? [], bySide[1] ?? [])
    // When no order explains what was answered, this shows what it was.
    if (!after) expect(ofPayment.map(described)).toEqual(`explained from ${described(payment)}`)
    else Object.assign(payment, after)
  }
}

const described = (value: unknown): string => JSON.stringify(value)

/**
 * The payment after what was done to it from two sides, in some order that keeps the order of each
 * side and explains every answer; null when there is no such order.
 */
const explain = (world: World, payment: Modelled, left: Done[], right: Done[]): Modelled | null => {
  if (left.length === 0 && right.length === 0) return payment
  for (const [[next, ...rest], other] of [
    [left, right],
    [right, left],
  ] as const) {
    if (!next) continue
    const after = step(world, payment, next)
    const end = after && explain(world, after, rest, other)
    if (end) return end
  }
  return null
}

/** The payment after one change, or null when the rules would have answered otherwise. */
const step = (
  world: World,
  payment: Modelled,
  { change: wanted, result }: Done,
): Modelled | null => {
  if (wanted.by === 'other channel') return result.found ? null : payment
  if (!result.found || result.at.getTime() !== world.nowMs) return null
  const decision = decide(payment, wanted.cause, result.at, wanted.amount)
  if (decision !== result.decision) return null
  const after = decision === 'made' ? moved(world, payment, wanted.cause) : payment
  return isAs(result.payment, after) ? after : null
}

const moved = (world: World, payment: Modelled, cause: Cause): Modelled => {
  const { to, failReason } = TRANSITIONS[cause]
  // A lapsed lock was released when it lapsed, whenever that is noticed (D7).
  const atMs = cause === 'expire' ? payment.lockExpiresAt.getTime() : world.nowMs
  return { ...payment, stage: to, failReason, moves: [...payment.moves, { cause, atMs }] }
}

/** Whether a row says what the rules say, with every time. */
const isAs = (row: PaymentRow, payment: Modelled): boolean => {
  const timeOf = (...causes: Cause[]): number | undefined =>
    payment.moves.find(({ cause }) => causes.includes(cause))?.atMs
  return (
    row.payment_id === payment.paymentId &&
    row.stage === payment.stage &&
    row.fail_reason === payment.failReason &&
    row.paid_at?.getTime() === timeOf('confirm') &&
    row.released_at?.getTime() === timeOf('cancel', 'fail', 'expire')
  )
}

const play = async (rounds: Round[], startMs: number): Promise<World> => {
  const { rows } = await pool.query<{ partner_id: number }>(
    `insert into partners (name, api_url) values ('Shop', 'https://shop.example')
    returning partner_id`,
  )
  const world: World = {
    partnerId: rows[0]?.partner_id ?? 0,
    nowMs: startMs,
    payments: [],
    keys: new Set(),
    keysUsed: 0,
  }
  for (const { afterMs, openings, changes } of rounds) {
    world.nowMs += afterMs
    await pool.query('update stopped_clock set at = $1', [new Date(world.nowMs)])
    await openAll(world, openings)
    await moveAll(world, changes)
  }
  await expectStored(world)
  return world
}

/** The tables hold what the rules say and nothing else. */
const expectStored = async ({ partnerId, payments, keys }: World): Promise<void> => {
  const { rows } = await pool.query<PaymentRow & { causes: string[] }>(
    `select payments.*, (
      select array_agg(cause order by sequence)
      from payment_transitions
      where partner_id = payments.partner_id and payment_id = payments.payment_id
    ) as causes
    from payments
    where partner_id = $1`,
    [partnerId],
  )
  const stored = new Map(rows.map((row) => [row.payment_id, row]))
  expect(stored.size).toBe(payments.length)
  for (const payment of payments) {
    const row = stored.get(payment.paymentId)
    expect(row && isAs(row, payment)).toBe(true)
    expect(row?.causes).toEqual(['open', ...payment.moves.map(({ cause }) => cause)])
  }
  const kept = await pool.query<{ key: string }>(
    'select key from idempotency_keys where partner_id = $1',
    [partnerId],
  )
  expect(new Set(kept.rows.map(({ key }) => key))).toEqual(keys)
}

describe('the statements that open and move payments', () => {
  test('do as the rules say, through thousands of random operations from two sides', async () => {
    let startMs = Date.parse('2026-11-21T09:00:00.000Z')
    let operations = 0
    const reached = new Set<string>()
    await fc.assert(
      fc.asyncProperty(
        fc.array(round, { minLength: 1, maxLength: 40, size: 'max' }),
        async (rounds) => {
          startMs += 3_600_000
          const world = await play(rounds, startMs)
          operations += rounds.flatMap(({ openings, changes }) => [...openings, ...changes]).length
          for (const { moves } of world.payments)
            reached.add(moves.map(({ cause }) => cause).join())
        },
      ),
      // Each run that fails is tried again smaller; that is bounded, because each takes its time.
      { numRuns: 100, interruptAfterTimeLimit: 800_000, markInterruptAsFailure: true },
    )
    expect(operations).toBeGreaterThan(8_000)
    expect(reached).toEqual(new Set(['', 'confirm', 'cancel', 'fail', 'expire']))
    expect(await checkInvariants(pool)).toEqual([])
  })
})
