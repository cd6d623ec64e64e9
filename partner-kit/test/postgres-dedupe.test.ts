/** The README's dedupe store on a real PostgreSQL: what was seen and what was done are one commit. */
import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest'
import { postgresDedupe } from '../examples/postgres-dedupe.ts'
import { createPartner } from '../src/partner.ts'
import { API_SECRET, HMAC_SECRET, NOW_SECONDS, successEvent, webhookRequest } from './support.ts'

const schema = `kit_${randomBytes(6).toString('hex')}`
let pool: pg.Pool
let failures: number

/** Two processes of one partner: they share the database and nothing else. */
function partnerProcess() {
  return createPartner({
    apiSecret: API_SECRET,
    hmacSecret: HMAC_SECRET,
    lookup: () => ({ status: 'not_found' }),
    dedupe: postgresDedupe(pool),
    on: {
      'payment.success': async (data, { transaction }) => {
        await transaction.query('insert into parcels (reference) values ($1)', [data.reference])
        await transaction.query('select pg_sleep(0.02)')
        failures -= 1
        if (failures >= 0) throw new Error('the printer is out of paper')
      },
    },
    now: () => NOW_SECONDS * 1000,
  })
}

beforeAll(async () => {
  pool = new pg.Pool({
    connectionString: inject('databaseServerUrl'),
    options: `-c search_path=${schema}`,
    max: 20,
  })
  await pool.query(`create schema ${schema}`)
  await pool.query(
    'create table handled_events (key text primary key, handled_at timestamptz default now())',
  )
  await pool.query('create table parcels (reference text)')
})

afterAll(async () => {
  await pool.query(`drop schema ${schema} cascade`)
  await pool.end()
})

beforeEach(async () => {
  failures = 0
  await pool.query('truncate handled_events, parcels')
})

async function parcels(): Promise<number> {
  return (await pool.query('select from parcels')).rowCount ?? 0
}

describe('a dedupe store in PostgreSQL', () => {
  test('sixteen copies over two processes send one parcel', async () => {
    const partners = [partnerProcess(), partnerProcess()]
    const copies = partners.flatMap((partner) =>
      Array.from({ length: 8 }, () => partner.fetch(webhookRequest(successEvent()))),
    )
    for (const { status } of await Promise.all(copies)) expect(status).toBe(200)
    expect(await parcels()).toBe(1)
  })

  test('a handler that fails leaves neither a parcel nor a record, and a waiting copy runs', async () => {
    failures = 1
    const partners = [partnerProcess(), partnerProcess()]
    const responses = await Promise.all(
      partners.map((partner) => partner.fetch(webhookRequest(successEvent()))),
    )
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200, 500]))
    expect(await parcels()).toBe(1)
  })

  test('an event that fails every time is never recorded, and leaves no connection behind', async () => {
    failures = 30
    const partner = partnerProcess()
    for (let attempt = 0; attempt < 30; attempt += 1) {
      expect((await partner.fetch(webhookRequest(successEvent()))).status).toBe(500)
    }
    expect(await parcels()).toBe(0)
    expect((await pool.query('select from handled_events')).rowCount).toBe(0)
    expect(pool.waitingCount).toBe(0)
  })
})
