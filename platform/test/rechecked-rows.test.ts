/**
 * Rows that another session changes while a statement runs, so that PostgreSQL reads them again. Its
 * executor then loses rows of partitions that it chose by bounds (W280). None may stay undone.
 */
import pg from 'pg'
import { beforeAll, expect, test } from 'vitest'
import { createPipeline, type Pipeline } from '../src/base/database/pipeline.ts'
import { ANY_ID } from '../src/base/database/id-range.ts'
import { claimDeliveries } from '../src/delivery/webhooks/queue/claim.ts'
import { createRecordResult } from '../src/delivery/webhooks/queue/record.ts'
import { makePartitions } from '../src/operations/retention/make-partitions.ts'
import { createLockReference } from '../src/payments/lock.ts'
import { createMakeTransition } from '../src/payments/transition.ts'
import { connectTo, createTestDatabase, type TestDatabase } from './support/database.ts'
import { inTheMiddleOf, LATCH } from './support/paused-statement.ts'

const CHANNEL = 1

let database: TestDatabase
/** Of a session that is not the platform's. */
let stranger: pg.Client
/** As a lane of these statements. */
let connection: Pipeline
let partnerId: number

beforeAll(async () => {
  database = await createTestDatabase()
  stranger = await connectTo(database.url)
  // Without a lock timeout, and with the plans of large tables.
  const large = { enable_material: 'off', cpu_tuple_cost: '10' }
  connection = createPipeline({ url: database.url, name: 'rechecked', settings: large })
  const { rows } = await stranger.query(
    `insert into partners (name, api_url) values ('Shop', 'https://shop.example')
    returning partner_id`,
  )
  partnerId = rows[0].partner_id
  // Partitions before that of today, which the bounds leave out.
  await setClock(`begin return clock_timestamp() - interval '60 days'; end`)
  const pool = new pg.Pool({ connectionString: database.url, max: 1 })
  await makePartitions(pool)
  await pool.end()
  await setClock(`begin return clock_timestamp(); end`)
  // So many that a plan looks each delivery up.
  await stranger.query(
    `insert into webhook_deliveries (partner_id, event_id, delivered_at)
    select $1, event_id_of(new_id($1), 1), clock_timestamp()
    from generate_series(1, 5000)`,
    [partnerId],
  )
  await stranger.query('analyze webhook_deliveries')
  // A statement that reads the time waits there while the latch is held.
  await setClock(`
    begin
      perform pg_advisory_lock_shared(${LATCH});
      perform pg_advisory_unlock_shared(${LATCH});
      return clock_timestamp();
    end`)
  return async () => {
    await connection.close()
    await stranger.end()
    await database.drop()
  }
})

const setClock = (body: string): Promise<unknown> =>
  stranger.query(
    `create or replace function wasl_clock() returns timestamptz language plpgsql as $$ ${body} $$`,
  )

/** Runs the statement, and commits a change of these rows after it has begun and before it reads them. */
const changedMeanwhile = <Result>(
  table: 'payments' | 'webhook_deliveries',
  ids: string[],
  start: () => Promise<Result>,
): Promise<Result> =>
  inTheMiddleOf(database.url, start, () =>
    table === 'payments'
      ? stranger.query('update payments set reference = reference where payment_id = any($1)', [
          ids,
        ])
      : stranger.query('update webhook_deliveries set due_at = due_at where event_id = any($1)', [
          ids,
        ]),
  )

const openTwo = async (): Promise<[string, string]> => {
  const lock = createLockReference(connection)
  const invoice = crypto.randomUUID()
  // In the order of their references, in which they are opened and found.
  const opened = await Promise.all(
    [`${invoice}/1`, `${invoice}/2`].map((reference) =>
      lock({
        partnerId,
        reference,
        channelId: CHANNEL,
        channelKind: 'AGENCY',
        amount: 100,
        currency: 'DZD',
        amountDetail: [],
        details: [],
        lockSeconds: 900,
      }),
    ),
  )
  return opened.map((payment) => payment?.payment_id) as [string, string]
}

/** Two events whose first attempts are due, or under way. */
const addTwo = async (isClaimed: boolean): Promise<[string, string]> => {
  const { rows } = await stranger.query(
    `with events as (
      insert into webhook_events (partner_id, event_id, kind, body, created_at)
      select $1, event_id_of(new_id($1), 1), 'payment.initialized', '{}', clock_timestamp()
      from generate_series(1, 2)
      returning event_id, created_at
    )
    insert into webhook_deliveries (partner_id, event_id, due_at, leased_until, attempts)
    select $1, event_id, created_at, case when $2 then created_at + interval '30 s' end,
      case when $2 then 1 else 0 end
    from events
    returning event_id`,
    [partnerId, isClaimed],
  )
  return rows.map(({ event_id }) => event_id) as [string, string]
}

const PAID = { stage: 'paid', made: 2 }

/** The stages of these payments, and how many transitions are on record. */
const madeOf = async (paymentIds: string[]) => {
  const { rows } = await stranger.query(
    `select stage, (
      select count(*)::int from payment_transitions made where made.payment_id = payments.payment_id
    ) as made
    from payments
    where payment_id = any($1)`,
    [paymentIds],
  )
  return rows
}

test('payments are confirmed, each once', async () => {
  const move = createMakeTransition(connection)
  const [first, second] = await openTwo()
  // The time is read when the first row is locked: the second one changes after the statement began.
  const results = await changedMeanwhile('payments', [second], () =>
    Promise.all(
      [first, second].map((paymentId) =>
        move({ partnerId, paymentId, cause: 'confirm', channelId: CHANNEL }),
      ),
    ),
  )
  expect(results).toMatchObject([{ decision: 'made' }, { decision: 'made' }])
  expect(await madeOf([first, second])).toEqual([PAID, PAID])
})

test('a payment that the database left as it was is confirmed again', async () => {
  const [first, second] = await openTwo()
  // The first change of the second payment is not made, and no error says so.
  await stranger.query(`
    create table left_out as select '${second}'::uuid as payment_id;
    create function leave_out() returns trigger language plpgsql as $$ begin
      delete from left_out where payment_id = old.payment_id;
      if found then return null; end if;
      return new;
    end $$;
    create trigger leave_out before update on payments for each row execute function leave_out()`)
  const move = createMakeTransition(connection)
  const results = await Promise.all(
    [first, second].map((paymentId) =>
      move({ partnerId, paymentId, cause: 'confirm', channelId: CHANNEL }),
    ),
  )
  expect(results).toMatchObject([{ decision: 'made' }, { decision: 'made' }])
  expect(await madeOf([first, second])).toEqual([PAID, PAID])
  expect((await stranger.query('select from left_out')).rows).toEqual([])
  await stranger.query('drop trigger leave_out on payments')
})

test('acknowledgements are recorded, each once', async () => {
  const record = createRecordResult(connection)
  const ids = await addTwo(true)
  await changedMeanwhile('webhook_deliveries', ids, () =>
    Promise.all(
      ids.map((eventId) =>
        record({
          partnerId,
          eventId,
          attempt: 1,
          outcome: 'acknowledged',
          status: 200,
          durationMs: 5,
          responseBody: null,
          error: null,
          bodySha256: null,
          sent: null,
          nextDelayMs: null,
          retryAfterMs: null,
          isPartnerInTrouble: false,
        }),
      ),
    ),
  )
  const { rows } = await stranger.query(
    `select delivered_at is not null as delivered, step, (
      select count(*)::int from webhook_attempt_results result
      where result.event_id = delivery.event_id
    ) as results
    from webhook_deliveries delivery
    where event_id = any($1)`,
    [ids],
  )
  expect(rows).toEqual([
    { delivered: true, step: 1, results: 1 },
    { delivered: true, step: 1, results: 1 },
  ])
})

test('due deliveries are claimed', async () => {
  await stranger.query('delete from webhook_deliveries')
  const ids = await addTwo(false)
  const { deliveries } = await changedMeanwhile('webhook_deliveries', ids, () =>
    claimDeliveries(connection, {
      limit: 10,
      afterPartner: 0,
      partnerLimit: 10,
      free: new Map(),
      ids: [ids.toSorted()[0] as string, ANY_ID[1]],
      idsEndAt: new Date(),
    }),
  )
  expect(deliveries.map(({ event_id }) => event_id).toSorted()).toEqual(ids.toSorted())
})
