/**
 * How many monthly partitions the statements of a payment open. A prepared statement opens all of them,
 * unless a parameter bounds the ids (W274). `auto_explain` reports the plan of every statement.
 */
import pg from 'pg'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { ANY_ID, isId } from '../src/base/database/id-range.ts'
import { createPipeline } from '../src/base/database/pipeline.ts'
import { after, boundsOf, partitionName, periodAt } from '../src/base/database/period.ts'
import { connectTo } from './support/database.ts'
import { startPartner, type PartnerServer } from './support/partner.ts'
import { newReference } from './support/node.ts'
import { startTestPlatform } from './support/platform.ts'
import type { TestChannel, TestPartner } from './support/node.ts'
import type { TestPlatform } from './support/platform.ts'
import { callSet, makeQrCode, payCode, scanCode } from './support/qr.ts'
import { until } from './support/wait.ts'

/** The present month has partitions of later months beside it, as in every database. */
const MONTHS_BEFORE = 8

const MONTHLY = [
  'payments',
  'payment_transitions',
  'payment_refusals',
  'refunds',
  'refund_transitions',
  'webhook_events',
  'webhook_deliveries',
]

const EXPLAINED = [
  'session_preload_libraries=auto_explain',
  'auto_explain.log_min_duration=0',
  'auto_explain.log_format=json',
  'client_min_messages=log',
]

/** The statements of a payment, by name. */
const HOT = [
  'claim-deliveries',
  'find-live-payment',
  'find-payment',
  'find-prior-answer',
  'lock-qr-payments',
  'lock-references',
  'make-transitions',
  'read-qr-code',
  'read-statuses',
  'record-results',
]

type Explained = { 'Query Text': string; 'Query Parameters'?: string; Plan: PlanNode }

type PlanNode = { 'Relation Name'?: string; Plans?: PlanNode[] }

let platform: TestPlatform
let server: PartnerServer
let partner: TestPartner
let channel: TestChannel

/** By the name of the statement, the largest number of partitions of one table that a plan of it opened. */
const opened = new Map<string, Record<string, number>>()

/** The names of prepared statements by their text. */
const names = new Map<string, string>()

const note = (message: string): void => {
  const json = /plan:\n(?<json>\{.*\})/su.exec(message)?.groups?.['json']
  if (json === undefined) return
  const explained = JSON.parse(json) as Explained
  const { 'Query Text': text, 'Query Parameters': parameters, Plan: plan } = explained
  const name = names.get(text.trim()) ?? ''
  // Each second, one claim looks for events of any age.
  if (!HOT.includes(name) || parameters?.includes(`'${ANY_ID[0]}'`)) return
  const most = opened.get(name) ?? {}
  for (const [table, partitions] of Object.entries(partitionsIn(plan))) {
    most[table] = Math.max(most[table] ?? 0, partitions.size)
  }
  opened.set(name, most)
}

const partitionsIn = (plan: PlanNode): Record<string, Set<string>> => {
  const found: Record<string, Set<string>> = {}
  const visit = ({ 'Relation Name': relation = '', Plans = [] }: PlanNode): void => {
    const table = /^(?<table>\w+)_(?:\d{6}|other)$/u.exec(relation)?.groups?.['table']
    if (table !== undefined && MONTHLY.includes(table)) (found[table] ??= new Set()).add(relation)
    for (const child of Plans) visit(child)
  }
  visit(plan)
  return found
}

beforeAll(async () => {
  const { emit, query } = pg.Client.prototype
  vi.spyOn(pg.Client.prototype, 'emit').mockImplementation(function (
    this: pg.Client,
    event: string | symbol,
    ...args: unknown[]
  ) {
    if (event === 'notice') note((args[0] as { message: string }).message)
    return emit.call(this, event, ...args)
  })
  vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (
    this: pg.Client,
    ...args: unknown[]
  ) {
    const { name, text } = (args[0] ?? {}) as { name?: string; text?: string }
    if (name !== undefined && text !== undefined) names.set(text.trim(), name)
    return Reflect.apply(query, this, args) as unknown
  })
  platform = await startTestPlatform({
    databaseWay: async (url) => {
      await makePastMonths(url)
      return `${url}?options=${encodeURIComponent(EXPLAINED.map((one) => `-c ${one}`).join(' '))}`
    },
  })
  server = await startPartner()
  partner = await platform.createPartner(server)
  channel = await platform.createChannel('AGENCY')
})

afterAll(async () => {
  vi.restoreAllMocks()
  await platform.stop()
  await server.close()
})

const makePastMonths = async (url: string): Promise<void> => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const present = periodAt(new Date(), 'month')
  for (const table of MONTHLY) {
    for (let count = -MONTHS_BEFORE; count <= 2; count += 1) {
      const month = after(present, count)
      const [from, to] = boundsOf(month)
      await client.query(
        `create table if not exists ${partitionName(table, month)} partition of ${table}
        for values from ('${from}') to ('${to}')`,
      )
    }
  }
  await client.end()
}

/** Opens, repeats, cancels, opens again and confirms a payment, and reads it. */
const pay = async (reference: string): Promise<void> => {
  const key = { 'idempotency-key': reference }
  const first = await platform.open(channel, partner, reference, key)
  const again = await platform.open(channel, partner, reference, key)
  expect([first.status, again.body.paymentId]).toEqual([201, first.body.paymentId])
  expect((await platform.change(channel, 'cancel', first.body.paymentId)).status).toBe(200)
  const { paymentId } = await platform.opened(channel, partner, reference)
  expect((await platform.open(channel, partner, reference)).status).toBe(409)
  expect((await platform.change(channel, 'confirm', paymentId)).status).toBe(200)
  expect((await platform.payment(channel, paymentId)).body.stage).toBe('paid')
  expect((await platform.status(partner, reference)).body.stage).toBe('paid')
}

/** Pays a code that can be used once, after a first payer who cancels. */
const payByCode = async (): Promise<void> => {
  const token = await makeQrCode(platform.pool, partner)
  const set = await callSet(platform, partner, {
    qrCodeToken: token,
    amounts: [500],
    singleUse: true,
  })
  expect(set.status).toBe(200)
  for (const cause of ['cancel', 'confirm'] as const) {
    expect((await scanCode(platform, channel, token)).status).toBe(200)
    const { status, body } = await payCode(platform, channel, token)
    expect(status).toBe(201)
    expect((await platform.change(channel, cause, body.paymentId)).status).toBe(200)
  }
  await scanCode(platform, channel, token)
}

test('no statement of a payment opens more than two monthly partitions of a table', async () => {
  await pay(newReference())
  await payByCode()
  await platform.settled()
  const tooMany = [...opened].filter(([, tables]) =>
    Object.values(tables).some((count) => count > 2),
  )
  expect(Object.fromEntries(tooMany)).toEqual({})
  expect([...opened.keys()].toSorted()).toEqual(HOT)
})

test('a statement with a range changes every row, also beside another session (W275)', async () => {
  const other = await connectTo(platform.databaseUrl)
  const hot = createPipeline({ url: platform.databaseUrl, name: 'changes' })
  onTestFinished(async () => void (await Promise.all([hot.close(), other.end()])))
  const ids = ['01', '02', '03'].map((end) => `20000000-0000-7000-8000-0000000000${end}`)
  await other.query(
    `create table numbers (owner int, id uuid, number int, primary key (owner, id))
      partition by range (id);
    create table numbers_1 partition of numbers for values from (minvalue) to ('${ids[0]}');
    create table numbers_2 partition of numbers for values from ('${ids[0]}') to (maxvalue);
    insert into numbers select 1, id, 0 from unnest('{${ids.join()}}'::uuid[]) as id`,
  )
  await other.query('begin')
  await other.query('update numbers set number = 10 where id = $1', [ids[1]])
  const changed = hot.query<{ number: number }>({
    name: 'change-numbers',
    text: `
      with asked as materialized (select 1 as owner, id from unnest($1::uuid[]) as id)
      update numbers set number = numbers.number + 1
      from asked
      where numbers.owner = asked.owner and ${isId('numbers.id', 'asked.id')}
        and numbers.id between $2 and $3
      returning number`,
    values: [ids, ids[0], ids[2]],
  })
  await until('the statement to wait', async () => {
    const { rowCount } = await platform.pool.query(
      `select from pg_stat_activity where application_name = 'changes' and wait_event_type = 'Lock'`,
    )
    return rowCount === 1
  })
  await other.query('commit')
  expect((await changed).map(({ number }) => number)).toEqual([1, 11, 1])
})
