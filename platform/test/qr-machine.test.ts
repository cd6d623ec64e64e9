import { randomBytes, randomUUID } from 'node:crypto'
import type { QrConfigKind } from '@wasl/protocol'
import fc from 'fast-check'
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createChannelLimits } from '../src/parties/channels/limits.ts'
import { createAdmitAgent } from '../src/parties/agents/admit.ts'
import { createDatabase, type Database } from '../src/base/database/database.ts'
import { createMakeTransition, type MakeTransition } from '../src/payments/transition.ts'
import {
  stateOf,
  changeRefusal,
  changeTime,
  isExpiryAllowed,
  isInUse,
  isPayable,
  isSame,
  qrConfigOf,
  type Code,
  type Amounts,
} from '../src/payments/qr-codes/configuration.ts'
import { createLockQrPayment } from '../src/payments/qr-codes/lock-payment.ts'
import { decidePayment, type LastScan } from '../src/payments/qr-codes/payment-decision.ts'
import { payQrCode, type PayDeps } from '../src/payments/qr-codes/pay.ts'
import { scanQrCode } from '../src/payments/qr-codes/scan.ts'
import { setQrConfig } from '../src/payments/qr-codes/set.ts'
import { unsetQrConfig } from '../src/payments/qr-codes/unset.ts'
import { updateQrCode } from '../src/payments/qr-codes/update.ts'
import { requestRefund } from '../src/payments/refunds/request.ts'
import { createTestDatabase, openPool, type TestDatabase } from './support/database.ts'
import { checkInvariants } from './support/invariants.ts'
import { makeQrCode } from './support/qr.ts'

/**
 * The real statements, one random operation after another, beside a model that has nothing but the
 * pure rules: what it says must be what is answered, to the millisecond, because time stands still
 * between two operations.
 */
let database: TestDatabase
let pool: pg.Pool
let db: Database
let makeTransition: MakeTransition
let deps: PayDeps

const LOCK_SECONDS = 2

beforeAll(async () => {
  database = await createTestDatabase()
  pool = openPool(database.url, 2)
  await pool.query(`
    create table stopped_clock (at timestamptz not null);
    insert into stopped_clock values ('2026-11-21T09:00:00Z');
    create or replace function wasl_clock() returns timestamptz
    language sql volatile parallel safe as $$ select at from stopped_clock $$`)
  db = createDatabase(database.url)
  makeTransition = createMakeTransition(db.moves)
  deps = {
    hot: db.hot,
    notes: db.notes,
    makeTransition,
    lockQrPayment: createLockQrPayment(db.opens),
    admitAgent: createAdmitAgent(db),
    lockSecondsFor: () => Promise.resolve(LOCK_SECONDS),
    limits: createChannelLimits(db.hot),
    wake: () => undefined,
  }
})

afterAll(async () => {
  await db.close()
  await pool.end()
  await database.drop()
})

const BY = { id: null, name: 'test', requestId: null }

type Operation =
  | { does: 'wait'; ms: number }
  | { does: 'set'; kind: QrConfigKind; amounts: number[]; lastsMs: number }
  | { does: 'unset' }
  | { does: 'status'; status: 'active' | 'disabled' }
  | { does: 'scan'; channel: number }
  | { does: 'pay'; channel: number; amount: number | null; tellsTime: boolean }
  | { does: 'confirm' | 'cancel' | 'expire' | 'refund'; pick: number }

const channel = fc.integer({ min: 1, max: 2 })
const amount = fc.constantFrom(500, 600, 700)
const pick = fc.nat({ max: 1_000 })

const operation: fc.Arbitrary<Operation> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      does: fc.constant('wait' as const),
      ms: fc.constantFrom(1, 499, 500, 1_000, 1_999, 2_000),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      does: fc.constant('set' as const),
      kind: fc.constantFrom<QrConfigKind>('PERMANENT', 'TIME_LIMITED', 'SINGLE_USE', 'SINGLE_USE'),
      amounts: fc.uniqueArray(amount, { minLength: 1, maxLength: 3 }),
      // Zero is not in the future.
      lastsMs: fc.constantFrom(0, 1, 500, 1_000, 2_000),
    }),
  },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('unset' as const) }) },
  {
    weight: 1,
    arbitrary: fc.record({
      does: fc.constant('status' as const),
      status: fc.constantFrom('active' as const, 'active' as const, 'disabled' as const),
    }),
  },
  { weight: 3, arbitrary: fc.record({ does: fc.constant('scan' as const), channel }) },
  {
    weight: 6,
    arbitrary: fc.record({
      does: fc.constant('pay' as const),
      channel,
      amount: fc.option(amount),
      tellsTime: fc.boolean(),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      does: fc.constantFrom(
        'confirm' as const,
        'confirm' as const,
        'cancel' as const,
        'expire' as const,
        'refund' as const,
      ),
      pick,
    }),
  },
)

type Modelled = {
  paymentId: string
  stage: 'locked' | 'paid' | 'released' | 'refunded'
  lockExpiresAt: Date
}

type World = {
  partnerId: number
  token: string
  now: Date
  code: Code
  shown: Map<number, LastScan>
  /** `updatedAt` of each channel's last scan. */
  seenAt: Map<number, Date>
  payments: Modelled[]
  /** What became of the operations, to see that all of it was reached. */
  outcomes: Set<string>
}

/** Releases lapsed locks, as every statement on the code does. */
const releaseLapsed = (world: World): void => {
  const use = world.code.newest?.use
  if (use?.stage !== 'locked' || use.lockExpiresAt > world.now) return
  const payment = world.payments.find(({ paymentId }) => paymentId === use.paymentId)
  Object.assign(payment as Modelled, { stage: 'released' })
  Object.assign(world.code.newest ?? {}, { use: null })
}

const configOf = ({ token, code, now }: World) => qrConfigOf(token, stateOf(code, now))

const change = async (world: World, wanted: Amounts | null): Promise<string> => {
  const { token, partnerId, now, code } = world
  const changing = { pool: db.pool, hot: db.hot, makeTransition }
  const result = wanted
    ? await setQrConfig(changing, { partnerId, token, wanted, setBy: 'partner test' })
    : await unsetQrConfig(changing, { partnerId, token, unsetBy: 'partner test' })
  if (wanted?.expiresAt && !isExpiryAllowed(wanted.expiresAt, now)) {
    expect(result).toMatchObject({ ok: false, code: 'VALIDATION400' })
    return 'VALIDATION400'
  }
  releaseLapsed(world)
  const refusal = changeRefusal(code, now)
  if (refusal) {
    expect(result).toEqual({ ok: false, code: refusal })
    return refusal
  }
  const inForce = stateOf(code, now).configuration
  const at = changeTime(code, now)
  if (wanted?.expiresAt && !(inForce && isSame(inForce, wanted)) && wanted.expiresAt <= at) {
    expect(result).toMatchObject({ ok: false, code: 'VALIDATION400' })
    return 'VALIDATION400'
  }
  if (wanted && !(inForce && isSame(inForce, wanted))) {
    world.code.newest = {
      ...wanted,
      configurationId: await newestId(token),
      setAt: at,
      endedAt: null,
      endedBy: null,
      use: null,
    }
  }
  if (!wanted && inForce) Object.assign(inForce, { endedAt: at, endedBy: 'unset' })
  expect(result).toEqual({ ok: true, config: configOf(world) })
  return 'changed'
}

const newestId = async (token: string): Promise<string> => {
  const { rows } = await pool.query<{ configuration_id: string }>(
    'select configuration_id from qr_configurations where token = $1 and ended_at is null',
    [token],
  )
  return rows[0]?.configuration_id ?? ''
}

const scan = async (world: World, channelId: number): Promise<string> => {
  const result = await scanQrCode(deps, { channelId, agentId: null, isTest: false }, world.token)
  releaseLapsed(world)
  if (!isPayable(world.code)) {
    expect(result).toMatchObject({ ok: false, code: 'QR_CODE400_INVALID_STATUS' })
    return 'QR_CODE400_INVALID_STATUS'
  }
  const asked = stateOf(world.code, world.now)
  const inUse = isInUse(asked)
  expect(result).toMatchObject({ ok: true, scanned: { ...configOf(world), inUse } })
  world.shown.set(channelId, { configurationId: asked.configuration?.configurationId ?? null })
  world.seenAt.set(channelId, asked.updatedAt)
  return `scanned ${asked.mode}`
}

const pay = async (
  world: World,
  { channel: channelId, amount: named, tellsTime }: Extract<Operation, { does: 'pay' }>,
): Promise<string> => {
  const updatedAt = tellsTime ? (world.seenAt.get(channelId) ?? null) : null
  const result = await payQrCode(deps, {
    channel: { channelId, kind: 'AGENCY', isTest: false },
    token: world.token,
    amount: named,
    updatedAt,
    agentId: null,
    requestId: randomUUID(),
    idempotency: null,
  })
  releaseLapsed(world)
  const decided = decidePayment(
    { ...world.code, partnerStatus: 'active', partnerState: 'live' },
    { isTest: false, amount: named, updatedAt, shown: world.shown.get(channelId) ?? null },
    world.now,
  )
  if (decided.decision === 'refuse') {
    expect(result).toMatchObject({ ok: false, code: decided.code })
    return decided.code
  }
  const lockExpiresAt = new Date(world.now.getTime() + LOCK_SECONDS * 1_000)
  if (!result.ok) expect(result).toEqual(decided)
  else {
    expect(result.payment).toMatchObject({
      amount: decided.amount,
      qr_token: world.token,
      opened_at: world.now,
      lock_expires_at: lockExpiresAt,
    })
    const { payment_id: paymentId } = result.payment
    world.payments.push({ paymentId, stage: 'locked', lockExpiresAt })
    if (decided.configuration?.kind === 'SINGLE_USE') {
      Object.assign(decided.configuration, {
        use: { paymentId, stage: 'locked', lockExpiresAt, paidAt: null },
      })
    }
  }
  return `opened ${decided.configuration?.kind ?? 'OPEN'}`
}

const FROM = { confirm: 'locked', cancel: 'locked', expire: 'locked', refund: 'paid' } as const
const TO = { confirm: 'paid', cancel: 'released', expire: 'released', refund: 'refunded' } as const

const transition = async (
  { partnerId }: World,
  cause: 'confirm' | 'cancel' | 'expire',
  paymentId: string,
): Promise<boolean> => {
  const result = await makeTransition({ partnerId, paymentId, cause, channelId: null })
  return result.found && result.decision === 'made'
}

const refund = async (paymentId: string): Promise<boolean> => {
  const result = await requestRefund(
    { hot: db.hot, pool, approvalAbove: null, onMade: () => undefined },
    {
      paymentId,
      amount: null,
      reason: 'Paid twice',
      operator: { operatorKeyId: 1 },
      by: { ...BY, holder: 'Amina' },
      idempotency: { key: randomUUID(), fingerprint: randomBytes(32) },
    },
  )
  return result.ok && result.made !== undefined
}

const move = async (
  world: World,
  { does, pick: index }: Extract<Operation, { pick: number }>,
): Promise<string> => {
  const payment = world.payments[index % Math.max(1, world.payments.length)]
  if (!payment) return 'nothing to move'
  const { paymentId } = payment
  const isMade =
    does === 'refund' ? await refund(paymentId) : await transition(world, does, paymentId)
  const hasLapsed = payment.lockExpiresAt <= world.now
  const moves =
    payment.stage === FROM[does] && (does === 'refund' || hasLapsed === (does === 'expire'))
  expect(isMade).toBe(moves)
  if (!moves) return `left at ${does}`
  payment.stage = TO[does]
  const newest = world.code.newest
  if (newest?.use?.paymentId === paymentId) {
    const paidAt = does === 'confirm' ? world.now : newest.use.paidAt
    newest.use =
      payment.stage === 'released' ? null : { ...newest.use, stage: payment.stage, paidAt }
  }
  return does
}

const perform = async (world: World, next: Operation): Promise<string> => {
  switch (next.does) {
    case 'wait':
      world.now = new Date(world.now.getTime() + next.ms)
      await pool.query('update stopped_clock set at = $1', [world.now])
      return 'waited'
    case 'set': {
      const isLimited = next.kind === 'TIME_LIMITED'
      const expiresAt = isLimited ? new Date(world.now.getTime() + next.lastsMs) : null
      return `set ${await change(world, { kind: next.kind, amounts: next.amounts, expiresAt })}`
    }
    case 'unset':
      return `unset ${await change(world, null)}`
    case 'status':
      await updateQrCode(pool, world.token, { status: next.status }, BY)
      world.code.status = next.status
      return next.status
    case 'scan':
      return scan(world, next.channel)
    case 'pay':
      return pay(world, next)
    case 'confirm':
    case 'cancel':
    case 'expire':
    case 'refund':
      return move(world, next)
    default:
      return next satisfies never
  }
}

const play = async (operations: Operation[], start: Date): Promise<World> => {
  await pool.query('update stopped_clock set at = $1', [start])
  const { rows } = await pool.query<{ partner_id: number }>(
    `insert into partners (name, api_url) values ('Shop', 'https://shop.example')
    returning partner_id`,
  )
  const partnerId = rows[0]?.partner_id ?? 0
  const token = await makeQrCode(pool, { number: partnerId })
  const world: World = {
    partnerId,
    token,
    now: start,
    code: { kind: 'static', status: 'active', createdAt: start, newest: null },
    shown: new Map(),
    seenAt: new Map(),
    payments: [],
    outcomes: new Set(),
  }
  for (const next of operations) world.outcomes.add(await perform(world, next))
  return world
}

const EVERY_OUTCOME = [
  'set changed',
  'set VALIDATION400',
  'set QR_CODE400_CANNOT_BE_MODIFIED',
  'set QR_CODE400_INVALID_STATUS',
  'unset changed',
  'unset QR_CODE400_CANNOT_BE_MODIFIED',
  'unset QR_CODE400_INVALID_STATUS',
  'scanned SINGLE_AMOUNT',
  'scanned MULTI_AMOUNT',
  'scanned OPEN_AMOUNT',
  'opened PERMANENT',
  'opened TIME_LIMITED',
  'opened SINGLE_USE',
  'opened OPEN',
  'QR_CODE409_AMOUNT_CHANGED',
  'QR_CODE409_IN_USE',
  'QR_CODE400_INVALID_STATUS',
  'VALIDATION400',
  'confirm',
  'cancel',
  'expire',
  'refund',
]

describe('set, unset, scan, pay, confirm, cancel, expire and refund', () => {
  test('answer as the rules say, through more than a thousand random operations', async () => {
    let startMs = Date.parse('2026-11-21T09:00:00.000Z')
    let count = 0
    const outcomes = new Set<string>()
    await fc.assert(
      fc.asyncProperty(
        fc.array(operation, { minLength: 1, maxLength: 60, size: 'max' }),
        async (operations) => {
          startMs += 3_600_000
          const world = await play(operations, new Date(startMs))
          count += operations.length
          for (const outcome of world.outcomes) outcomes.add(outcome)
        },
      ),
      { numRuns: 60, interruptAfterTimeLimit: 800_000, markInterruptAsFailure: true },
    )
    expect(count).toBeGreaterThan(1_000)
    for (const outcome of EVERY_OUTCOME) expect(outcomes).toContain(outcome)
    expect(await checkInvariants(pool)).toEqual([])
  })
})
