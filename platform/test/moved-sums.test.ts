/** The sums of closed dates in both cells of a move, when one cell closed a day first. */
import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { rollUpChannelDays } from '../src/money/settlement/statements/channel-days.ts'
import { clearPartner } from '../src/moves/clear.ts'
import type { Move, MoveCell } from '../src/moves/move.ts'
import { openTarget } from '../src/moves/sums.ts'
import { MONEY_DAYS, sumNextDay } from '../src/operations/figures/sum-days.ts'
import { createTestDatabase, openPool } from './support/database.ts'
import { openSettlementHouse, type SettlementHouse } from './support/settlement-house.ts'
import { until } from './support/wait.ts'
import { isWaiting } from './support/waiting.ts'

const MOVE: Move = {
  partnerId: 1001,
  moveId: 1,
  source: 'north',
  target: 'south',
  epoch: 1,
  step: 'open',
}

const TABLES = ['channel_days', 'money_days']

const closers: (() => Promise<unknown>)[] = []
let source: MoveCell
let target: MoveCell

/** A cell with transfers of three partners. */
let house: SettlementHouse
let channel: number

const openCell = async (name: string): Promise<MoveCell> => {
  const database = await createTestDatabase()
  const pool = openPool(database.url, 2)
  closers.push(async () => {
    await pool.end()
    await database.drop()
  })
  return { name, url: database.url, pool }
}

beforeAll(async () => {
  source = await openCell('north')
  target = await openCell('south')
  house = await openSettlementHouse()
  for (let partner = 0; partner < 3; partner += 1) await house.createPayee()
  channel = (await house.createChannel()).number
})

afterAll(async () => {
  for (const close of closers) await close()
  await house.stop()
})

/** The cell has summed up these dates; the partner of the move has business on each of them, if any. */
const sumUp = async ({ pool }: MoveCell, dates: string[], partners: number[]): Promise<void> => {
  await pool.query(
    `insert into channel_days (partner_id, channel_id, business_date, collected, covered)
    select partner_id, sign(partner_id)::int, day, 100, 0
    from unnest($1::date[]) as day, unnest($2::int[]) as partner_id`,
    [dates, partners],
  )
  await pool.query(
    `insert into money_days (${MONEY_DAYS})
    select partner_id, day, '', 100, 1, 0, 0
    from unnest($1::date[]) as day, unnest($2::int[]) as partner_id`,
    [dates, partners],
  )
  await pool.query('update ledger_state set open_day = $1::date + 1, sealed_through = $1', [
    dates.at(-1),
  ])
}

const datesOf = async (
  pool: pg.Pool,
  table: string,
  partnerId = MOVE.partnerId,
): Promise<string[]> => {
  const { rows } = await pool.query<{ day: string }>(
    `select business_date::text as day from ${table} where partner_id = $1 order by day`,
    [partnerId],
  )
  return rows.map(({ day }) => day)
}

/** A cash payment of this date in the house, in its ledger and rolled up. */
const collect = async (partnerId: number, date: string): Promise<void> => {
  const { pool } = house.db
  await pool.query(
    `insert into ledger_transfers (partner_id, source_id, code, debit_kind, debit_owner, credit_kind,
      credit_owner, amount, actor, at, business_date)
    values ($1, $2, 'COLLECT', 'cash', $3, 'partner_payable', $4, 100, 'test', wasl_now(), $5)`,
    [partnerId, randomUUID(), `chn_${channel}`, `prt_${partnerId}`, date],
  )
  await pool.query(
    `insert into ledger_days (partner_id, kind, owner, business_date, debits, credits)
    values ($1, 'partner_payable', $2, $3, 0, 100)
    on conflict do nothing`,
    [partnerId, `prt_${partnerId}`, date],
  )
}

const fence = async (pool: pg.Pool, { partnerId, moveId }: Move): Promise<void> => {
  await pool.query(
    'insert into partner_fences (partner_id, move_id, is_closed) values ($1, $2, true)',
    [partnerId, moveId],
  )
}

test.each(TABLES)(
  'the target leaves dates of %s that it has not summed up itself to its own summing',
  async (table) => {
    for (const { pool } of [source, target]) {
      await pool.query('truncate channel_days, money_days, partner_fences')
    }
    await sumUp(source, ['2026-11-28', '2026-11-29', '2026-11-30'], [0, MOVE.partnerId])
    await sumUp(target, ['2026-11-29'], [0])
    await fence(target.pool, MOVE)
    await openTarget({ control: source, source, target }, MOVE, null)
    expect(await datesOf(target.pool, table)).toEqual(['2026-11-28', '2026-11-29'])
  },
)

test('the target sums up what it has summed of its other partners, and the source has not', async () => {
  const move = { ...MOVE, partnerId: 1002 }
  const south = { name: 'south', url: '', pool: house.db.pool }
  for (const date of ['2026-11-28', '2026-11-29', '2026-11-30']) await collect(1002, date)
  await source.pool.query('truncate channel_days, money_days')
  await sumUp(source, ['2026-11-28'], [0, 1002])
  await sumUp(south, ['2026-11-29'], [0])
  await fence(south.pool, move)
  await openTarget({ control: source, source, target: south }, move, null)
  for (const table of TABLES) {
    expect(await datesOf(south.pool, table, 1002)).toEqual(['2026-11-28', '2026-11-29'])
  }
})

test.each([
  ['channel_days', 1001, rollUpChannelDays, 'roll_up_channel_days'],
  ['money_days', 1003, sumNextDay, 'ledger_roll_up'],
] as const)(
  'while a partner is removed, nothing is added to %s',
  async (table, partnerId, add, statement) => {
    const move = { ...MOVE, partnerId }
    const { pool } = house.db
    await pool.query('truncate channel_days, money_days')
    await collect(partnerId, '2026-11-30')
    await pool.query(
      `update ledger_state set open_day = '2026-12-01', sealed_through = '2026-11-30'`,
    )
    await fence(pool, move)
    const hurdle = await pool.connect()
    try {
      await hurdle.query('begin; lock table ledger_archive_sums in share mode')
      const cleared = clearPartner({ name: 'north', url: '', pool }, move, () => {})
      await until('the removal', () => isWaiting(house.db, 'delete from ledger_archive_sums'))
      let isAdded = false
      const added = add(pool).then(() => (isAdded = true))
      await until('the sums', async () => isAdded || (await isWaiting(house.db, statement)))
      await hurdle.query('commit')
      await Promise.all([cleared, added])
    } finally {
      // Closed, so that what waits for it goes on also when the test fails.
      hurdle.release(true)
    }
    expect(await datesOf(pool, table, partnerId)).toEqual([])
  },
)
