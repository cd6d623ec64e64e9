import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createChannelLimits } from '../src/parties/channels/limits.ts'
import { createAdmitAgent } from '../src/parties/agents/admit.ts'
import { createDatabase, type Database } from '../src/base/database/database.ts'
import type { PaymentRow } from '../src/payments/payment-row.ts'
import { createMakeTransition } from '../src/payments/transition.ts'
import { listQrConfigurations } from '../src/payments/qr-codes/list-configurations.ts'
import { createLockQrPayment, type QrLockRequest } from '../src/payments/qr-codes/lock-payment.ts'
import { payQrCode, type PayDeps } from '../src/payments/qr-codes/pay.ts'
import { readQrCode } from '../src/payments/qr-codes/read-facts.ts'
import { setQrConfig } from '../src/payments/qr-codes/set.ts'
import { newQrReference } from '../src/payments/qr-codes/token.ts'
import { unsetQrConfig } from '../src/payments/qr-codes/unset.ts'
import { updateQrCode } from '../src/payments/qr-codes/update.ts'
import { clockOf, type Clock } from './support/clock.ts'
import { createTestDatabase, openPool, type TestDatabase } from './support/database.ts'
import { makeQrCode } from './support/qr.ts'

/** What may happen between the moment when a payment was decided on and the one when it is opened. */
let database: TestDatabase
let pool: pg.Pool
let db: Database
let deps: PayDeps
let token: string
let clock: Clock

const BY = { id: null, name: 'test', requestId: null }
const PARTNER = { number: 1001 }

beforeAll(async () => {
  database = await createTestDatabase()
  pool = openPool(database.url, 3)
  await pool.query(`insert into partners (name, api_url) values ('Shop', 'https://shop.example')`)
  clock = clockOf(pool)
  db = createDatabase(database.url)
  deps = {
    hot: db.hot,
    notes: db.notes,
    makeTransition: createMakeTransition(db.moves),
    lockQrPayment: createLockQrPayment(db.opens),
    admitAgent: createAdmitAgent(db),
    lockSecondsFor: () => Promise.resolve(900),
    limits: createChannelLimits(db.hot),
    wake: () => undefined,
  }
})

const setPartnerStatus = (status: 'active' | 'inactive') =>
  pool.query('update partners set status = $2 where partner_id = $1', [PARTNER.number, status])

beforeEach(async () => {
  await setPartnerStatus('active')
  token = await makeQrCode(pool, PARTNER)
})

afterAll(async () => {
  await db.close()
  await pool.end()
  await database.drop()
})

const set = (amounts: number[], fields: { isSingle?: boolean; expiresAt?: Date } = {}) => {
  const { isSingle = false, expiresAt = null } = fields
  const limited = expiresAt ? 'TIME_LIMITED' : 'PERMANENT'
  return setQrConfig(
    { ...deps, pool: db.pool },
    {
      partnerId: PARTNER.number,
      token,
      wanted: { kind: isSingle ? 'SINGLE_USE' : limited, amounts, expiresAt },
      setBy: 'partner test',
    },
  )
}

const unset = () =>
  unsetQrConfig(
    { ...deps, pool: db.pool },
    { partnerId: PARTNER.number, token, unsetBy: 'partner other' },
  )

/** Decides on a payment now; what is returned opens it. */
const decide = async (): Promise<() => Promise<PaymentRow | null>> => {
  const code = await readQrCode((statement) => db.hot.query(statement), token)
  if (!code) throw new Error('the code was not found')
  const request: QrLockRequest = {
    partnerId: PARTNER.number,
    token,
    revision: code.revision,
    configuration: code.newest && {
      configurationId: code.newest.configurationId,
      kind: code.newest.kind,
      expiresAt: code.newest.expiresAt,
    },
    reference: newQrReference(),
    channelId: 1,
    channelKind: 'AGENCY',
    amount: 500,
    lockSeconds: 900,
    idempotency: null,
  }
  return () => deps.lockQrPayment(request)
}

const disable = () => updateQrCode(pool, token, { status: 'disabled' }, BY)

describe('a payment whose decision is older than the code', () => {
  test('is opened when nothing has changed', async () => {
    await set([500])
    expect(await (await decide())()).toMatchObject({ stage: 'locked', qr_token: token })
  })

  test.each([
    ['amounts are set', () => set([600])],
    ['the code is disabled', disable],
    ['the partner is made inactive', () => setPartnerStatus('inactive')],
    [
      'the code is disabled and enabled',
      async () => {
        await disable()
        await updateQrCode(pool, token, { status: 'active' }, BY)
      },
    ],
  ])('is not opened when %s in the meantime', async (_, happen) => {
    await set([500])
    const open = await decide()
    await happen()
    expect(await open()).toBeNull()
  })

  test('is opened when the code has another label in the meantime', async () => {
    const open = await decide()
    await updateQrCode(pool, token, { label: 'Till 2' }, BY)
    expect(await open()).not.toBeNull()
  })

  test('is not opened when its configuration has expired in the meantime', async () => {
    const expiresAt = new Date((await clock.now()).getTime() + 60_000)
    await set([500], { expiresAt })
    const [before, after] = [await decide(), await decide()]
    expect(await before()).not.toBeNull()
    await clock.advanceTo(expiresAt)
    expect(await after()).toBeNull()
  })

  test('is not opened when another one has the single use', async () => {
    await set([500], { isSingle: true })
    const opens = await Promise.all([decide(), decide(), decide()])
    const opened = await Promise.all(opens.map((open) => open()))
    expect(opened.filter((payment) => payment !== null)).toHaveLength(1)
  })

  test('neither waits for a change of its code nor opens during it', async () => {
    await set([500])
    const open = await decide()
    const other = await makeQrCode(pool, PARTNER)
    const changing = await pool.connect()
    await changing.query('begin')
    await changing.query('select from qr_codes where token = $1 for update', [token])
    const opened = await Promise.race([open(), timeout(60_000)])
    expect(opened).toBeNull()
    // A payment of another code does not wait meanwhile.
    token = other
    expect(await Promise.race([(await decide())(), timeout(60_000)])).toMatchObject({
      qr_token: other,
    })
    await changing.query('rollback')
    changing.release()
  })
})

const timeout = (ms: number): Promise<string> =>
  new Promise((resolve) => setTimeout(() => resolve(`nothing within ${ms} ms`), ms).unref())

describe('a payer who came while a code had amounts', () => {
  const wish = {
    channel: { channelId: 9, kind: 'AGENCY' as const, isTest: false },
    idempotency: null,
  }

  /** Pays; the code is changed just before the payment would be opened. */
  const payWhile = (amount: number | null, change: () => Promise<unknown>) => {
    let isFirst = true
    return payQrCode(
      {
        ...deps,
        async lockQrPayment(request) {
          if (isFirst) await change()
          isFirst = false
          return deps.lockQrPayment(request)
        },
      },
      { ...wish, token, amount, updatedAt: null, agentId: null, requestId: randomUUID() },
    )
  }

  test.each([
    ['leaves the amount out is not charged another one', null, () => set([600])],
    ['names it does not type it into a code that asks for nothing', 500, unset],
  ])('and who %s', async (_, amount, change) => {
    await set([500])
    expect(await payWhile(amount, change)).toMatchObject({
      ok: false,
      code: 'QR_CODE409_AMOUNT_CHANGED',
    })
  })

  test('is charged the amount that the channel names, if the code still has it', async () => {
    await set([500])
    const result = await payWhile(500, () => set([400, 500]))
    expect(result).toMatchObject({ ok: true, payment: { amount: 500 } })
  })
})

describe('the history of a code', () => {
  test('tells who set what, when, until when, and how it ended', async () => {
    const expiresAt = new Date((await clock.now()).getTime() + 60_000)
    await set([100, 200])
    await set([300], { expiresAt })
    await clock.advanceTo(expiresAt)
    await set([500], { isSingle: true })
    const paid = await (await decide())()
    await deps.makeTransition({
      partnerId: PARTNER.number,
      paymentId: paid?.payment_id ?? '',
      cause: 'confirm',
      channelId: 1,
    })
    await set([700])
    await unset()
    await set([700])
    const records = await listQrConfigurations(pool, token, { limit: 10, beforeId: null })
    expect(records).toMatchObject([
      { kind: 'PERMANENT', amounts: [7], endedAt: null, endedBy: null, setBy: 'partner test' },
      { amounts: [7], setBy: 'partner test', endedBy: 'unset', unsetBy: 'partner other' },
      { kind: 'SINGLE_USE', amounts: [5], singleUse: true, endedBy: 'used', unsetBy: null },
      { kind: 'TIME_LIMITED', endedAt: expiresAt.toISOString(), endedBy: 'expired' },
      {
        kind: 'PERMANENT',
        amounts: [1, 2],
        endedBy: 'replaced',
        endedAt: records[3]?.setAt,
        unsetBy: null,
      },
    ])
    const [, second] = records
    const page = { limit: 1, beforeId: records[0]?.configurationId ?? null }
    expect(await listQrConfigurations(pool, token, page)).toEqual([second])
    expect(await listQrConfigurations(pool, 'unknown', { limit: 10, beforeId: null })).toEqual([])
  })

  test.each([
    ['delete from qr_configurations where token = $1'],
    [`update qr_configurations set amounts = '{1}' where token = $1`],
    [`update qr_configurations set set_by = 'nobody' where token = $1`],
    [`update qr_configurations set expires_at = now() where token = $1`],
    ['update qr_configurations set ended_at = null, ended_by = null where token = $1'],
  ])('cannot be rewritten: %s', async (sql) => {
    await set([500])
    await set([600])
    await expect(pool.query(sql, [token])).rejects.toThrow(/stays as it is/)
  })

  test('cannot be emptied', async () => {
    await expect(pool.query('truncate qr_configurations')).rejects.toThrow(/append-only/)
  })
})
