import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../test/support/database.ts'
import { createDatabase, type Database } from '../base/database/database.ts'
import { keepAnswer, refuseUnderKey } from './idempotency.ts'
import { createLockReference } from './lock.ts'

const PARTNER = 1001
const CHANNEL = 1

let database: TestDatabase
let db: Database

beforeAll(async () => {
  database = await createTestDatabase()
  db = createDatabase(database.url)
  await db.pool.query(
    `insert into partners (partner_id, name, api_url) overriding system value
    values (${PARTNER}, 'Shop', 'https://shop.example')`,
  )
  await db.pool.query(`insert into channels (name, kind) values ('Till', 'AGENCY')`)
})

afterAll(async () => {
  await db.close()
  await database.drop()
})

const newKey = () => ({ key: randomBytes(8).toString('hex'), fingerprint: randomBytes(32) })

const open = (idempotency: ReturnType<typeof newKey>) =>
  createLockReference(db.opens)({
    partnerId: PARTNER,
    reference: idempotency.key,
    channelId: CHANNEL,
    channelKind: 'AGENCY',
    amount: 500,
    currency: 'DZD',
    amountDetail: [],
    details: [],
    lockSeconds: 900,
    idempotency,
  })

const REFUSED = {
  partnerId: PARTNER,
  channelId: CHANNEL,
  paymentId: null,
  cause: 'open',
  code: 'REFERENCE404_NOT_FOUND',
  extra: {},
} as const

test('the first answer to a key is kept, and replaces a later one of the same request', async () => {
  const idempotency = newKey()
  const payment = await open(idempotency)
  expect(await keepAnswer(db.notes, idempotency, REFUSED)).toMatchObject({
    ok: true,
    cause: 'open',
    payment: { payment_id: payment?.payment_id },
  })
})

test('a refusal that comes first is kept', async () => {
  const idempotency = newKey()
  expect(await keepAnswer(db.notes, idempotency, REFUSED)).toBe(null)
  expect(
    await keepAnswer(db.notes, idempotency, { ...REFUSED, code: 'PARTNER403_INACTIVE' }),
  ).toEqual({ ok: false, code: 'REFERENCE404_NOT_FOUND', extra: {} })
})

test('a key of another request is refused', async () => {
  const idempotency = newKey()
  await open(idempotency)
  const other = { ...idempotency, fingerprint: randomBytes(32) }
  expect(await keepAnswer(db.notes, other, REFUSED)).toMatchObject({
    code: 'IDEMPOTENCY422_KEY_REUSED',
  })
})

test('a concurrent opening and refusal of one request give one answer', async () => {
  for (let round = 0; round < 20; round += 1) {
    const idempotency = newKey()
    const refusal = { ok: false, code: 'REFERENCE404_NOT_FOUND' } as const
    const by = { partnerId: PARTNER, channelId: CHANNEL }
    const [opened, refused] = await Promise.allSettled([
      open(idempotency),
      refuseUnderKey(db.notes, by, idempotency, refusal),
    ])
    const isOpen = opened.status === 'fulfilled'
    expect(refused).toMatchObject({ status: 'fulfilled', value: { ok: isOpen } })
  }
})
