import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { checkInvariants } from '../support/invariants.ts'
import { closeThrough } from '../support/ledger.ts'
import { AFTER_LOST_MS, isLookupLost } from '../support/node.ts'
import { CLOSING_PATIENCE_MS, until } from '../support/wait.ts'
import type { PlatformProcess } from '../support/platform-process.ts'
import { openStorm, type Storm } from './support/storm.ts'
import { expectKept, nothingTold } from './support/told.ts'

const DAYS = 4
const TILLS = 8

/** Confirms go on from so long before midnight until the day is closed. */
const BEFORE_MIDNIGHT_MS = 700

/** How far a process's own clock is behind: less than partners tolerate, and midnight is far off. */
const APART_MS = 200_000

/** The environment of a process whose machine has another time. */
const clockApart = (): Record<string, string> => {
  const code = `const Real = Date; globalThis.Date = class extends Real {
    constructor(...given) { super(...(given.length > 0 ? given : [Real.now() - ${APART_MS}])) }
    static now() { return Real.now() - ${APART_MS} }
  }`
  const preload = `--import data:text/javascript,${encodeURIComponent(code)}`
  return { NODE_OPTIONS: `${process.env['NODE_OPTIONS'] ?? ''} ${preload}` }
}

let storm: Storm

/** The processes that run. */
let nodes: PlatformProcess[]

beforeAll(async () => {
  storm = await openStorm()
  nodes = [storm.platform, await storm.installation.startProcess(clockApart())]
})

afterAll(() => storm.close())

const query = async (sql: string, values: unknown[] = []): Promise<any[]> =>
  (await storm.installation.pool.query(sql, values)).rows

/**
 * Commits that take as long as on a slow disk, so that at midnight many transactions have read the open
 * day and are not committed.
 */
const makeCommitsSlow = (): Promise<unknown> =>
  query(`
    create function wait_before_commit() returns trigger language plpgsql as $$
    begin
      if current_setting('storm.waited', true) is distinct from 'yes' then
        perform set_config('storm.waited', 'yes', true), pg_sleep(0.03);
      end if;
      return null;
    end $$;
    create constraint trigger slow_commit after insert on payment_transitions
    deferrable initially deferred
    for each row when (new.cause = 'confirm') execute function wait_before_commit()`)

const localTime = async (): Promise<{ date: string; untilMidnightMs: number }> => {
  const [row] = await query(`
    select local::date::text as date,
      extract(epoch from local::date + 1 - local)::float8 * 1000 as "untilMidnightMs"
    from (select wasl_now() at time zone time_zone as local from ledger_state) as now`)
  return row
}

describe('confirms while days close', () => {
  const told = nothingTold()
  let isOver = false

  /** Opens and confirms one payment after another. Locks lapse when the clock jumps to the evening. */
  const till = async (node: PlatformProcess, number: number): Promise<void> => {
    for (let turn = 1; !isOver; turn += 1) {
      const reference = `DAY-${number}-${turn}`
      const answer = await node.open(storm.channel, storm.partner, reference)
      const { status, body, text } = answer
      if (isLookupLost(answer)) {
        await pause(AFTER_LOST_MS)
        continue
      }
      if (status !== 201) {
        told.strange.push(text)
        continue
      }
      told.opened.set(reference, body.paymentId)
      const confirmed = await node.change(storm.channel, 'confirm', body.paymentId)
      if (confirmed.status === 200) told.confirmed.add(reference)
      else if (confirmed.body?.error !== 'PAYMENT409_LOCK_LOST') told.strange.push(confirmed.text)
    }
  }

  /** What was in a day when it was sealed. */
  const sums = new Map<string, string>()
  const sumOf = async (day: string): Promise<string> =>
    (
      await query(
        `select count(*) || ' of ' || coalesce(sum(amount), 0) as sum from ledger_transfers
        where business_date = $1`,
        [day],
      )
    )[0].sum

  beforeAll(async () => {
    await makeCommitsSlow()
    const tills = Array.from({ length: TILLS }, (_, number) =>
      till(nodes[number % nodes.length] as PlatformProcess, number),
    )
    try {
      await passDays()
    } catch (error) {
      const { opened, confirmed, strange } = told
      const counts = `${opened.size} opened, ${confirmed.size} confirmed, ${strange.length} refused`
      throw new Error(`${String(error)}; ${counts}, such as ${strange.at(-1)}`, { cause: error })
    } finally {
      isOver = true
      await Promise.all(tills)
    }
  }, DAYS * CLOSING_PATIENCE_MS)

  const passDays = async (): Promise<void> => {
    // An empty ledger closes nothing: its books begin with the first of these.
    await until('confirms on the first day', () => told.confirmed.size > 0)
    for (let day = 0; day < DAYS; day += 1) {
      const before = told.confirmed.size
      const { date, untilMidnightMs } = await localTime()
      await storm.installation.clock.advanceMs(Math.max(0, untilMidnightMs - BEFORE_MIDNIGHT_MS))
      await closeThrough(storm.installation.pool, date)
      sums.set(date, await sumOf(date))
      await until('confirms on the next day', () => told.confirmed.size > before + 2 * TILLS)
    }
  }

  test('are all answered as usual', async () => {
    expect(told.strange).toEqual([])
    await expectKept(storm.installation, told)
  })

  test('enter no day that is closed', async () => {
    expect(sums.size).toBe(DAYS)
    for (const [day, sum] of sums) expect([day, await sumOf(day)]).toEqual([day, sum])
  })

  test('fall on both sides of each midnight, and some are committed on the other side', async () => {
    const rows = await query(
      'select business_date::text as day from ledger_transfers group by business_date',
    )
    expect(rows.length).toBeGreaterThanOrEqual(DAYS)
  })

  test('leave balances that equal the sum of all transfers, and keep every invariant', async () => {
    const { channel } = storm
    const { items } = await (nodes[0] as PlatformProcess).operator(
      `/ledger/balances?kind=cash&owner=${channel.channelId}`,
    )
    const [{ sum }] = await query('select sum(amount)::float8 / 100 as sum from ledger_transfers')
    expect(items[0].balance).toBe(sum)
    await query('drop trigger slow_commit on payment_transitions')
    await until('deliveries under way to end', async () => {
      const rows = await query('select from webhook_deliveries where leased_until is not null')
      return rows.length === 0
    })
    expect(await checkInvariants(storm.installation.pool)).toEqual([])
  })
})

/** Each step of a closing, as the statement that a process is in the middle of. */
const STEPS = [
  ['advance', 'insert on ledger_closings', 'true'],
  ['fence', 'update on ledger_closings', 'old.fence is null and new.fence is not null'],
  ['roll-up', 'update on ledger_roll_up', 'true'],
  ['seal', 'update on ledger_closings', 'new.sealed_at is not null'],
  ['end', 'update on ledger_state', 'new.sealed_through is distinct from old.sealed_through'],
] as const

describe('a process that is killed in the middle of a closing', () => {
  const LOCK = 4711

  beforeAll(async () => {
    await query(`create function wait_for_test() returns trigger language plpgsql as $$
      begin
        perform pg_advisory_xact_lock_shared(${LOCK});
        return new;
      end $$`)
    // The one that is killed is the one in the step.
    await Promise.all(nodes.map((node) => node.stop()))
    nodes = [await storm.installation.startProcess()]
  })

  const confirmOne = async (node: PlatformProcess, reference: string): Promise<void> => {
    const { paymentId } = await node.opened(storm.channel, storm.partner, reference)
    expect((await node.change(storm.channel, 'confirm', paymentId)).status).toBe(200)
  }

  const waiting = async (): Promise<number[]> =>
    (
      await query(
        `select pid from pg_locks where locktype = 'advisory' and objid = ${LOCK} and not granted
          and database = (select oid from pg_database where datname = current_database())`,
      )
    ).map(({ pid }) => pid)

  test.for(STEPS)(
    'during its step %s leaves a day that another one closes, once',
    async ([step, event, condition]) => {
      const { installation } = storm
      const doomed = nodes[0] as PlatformProcess
      await confirmOne(doomed, `KILL-${step}`)
      const [openedAt, { date }] = [await installation.clock.now(), await localTime()]
      const holder = await installation.pool.connect()
      await holder.query(`select pg_advisory_lock(${LOCK})`)
      await query(`create trigger hold_${step.replace('-', '_')} before ${event}
      for each row when (${condition}) execute function wait_for_test()`)
      try {
        await installation.clock.advance(86_400)
        await until(
          'a process to be in the step',
          async () => (await waiting()).length > 0,
          CLOSING_PATIENCE_MS,
        )
        await doomed.kill()
      } finally {
        await holder.query(`select pg_advisory_unlock(${LOCK})`)
        holder.release()
        const table = event.slice(event.indexOf(' on ') + 4)
        await until('the killed session to end', async () => (await waiting()).length === 0)
        await query(`drop trigger hold_${step.replace('-', '_')} on ${table}`)
      }
      nodes = [await installation.startProcess()]
      await closeThrough(installation.pool, date)
      const closings = await query(
        `select through::text, advanced_at from ledger_closings
        where through >= $1 order by through`,
        [date],
      )
      // The times say why, should a closing ever cover more than the one day.
      const told = JSON.stringify({ openedAt, closings })
      expect([closings.map(({ through }) => through), told]).toEqual([[date], told])
    },
  )

  test('keeps every invariant', async () => {
    const { installation } = storm
    await until('deliveries under way to end', async () => {
      const rows = await query('select from webhook_deliveries where leased_until is not null')
      return rows.length === 0
    })
    expect(await checkInvariants(installation.pool)).toEqual([])
  })
})
