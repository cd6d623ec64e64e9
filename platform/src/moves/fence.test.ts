import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type pg from 'pg'
import { inTheMiddleOf } from '../../test/support/paused-statement.ts'
import { connectTo, createTestDatabase, type TestDatabase } from '../../test/support/database.ts'
import { errorCodeOf, SQL_STATE } from '../base/database/errors.ts'
import { makePartitions } from '../operations/retention/make-partitions.ts'
import * as fence from './fence.ts'
import type { Move, MoveCell } from './move.ts'
import { openMoveCell } from './open-cells.ts'
import { partnerTables } from './tables.ts'

const MOVED = 1001
const OTHER = 1002
const MOVE: Move = {
  partnerId: MOVED,
  moveId: 1,
  source: 'north',
  target: 'south',
  epoch: 1,
  step: 'cut over',
}
const MOVER = randomUUID()

let database: TestDatabase
let cell: MoveCell
let pool: pg.Pool

beforeAll(async () => {
  database = await createTestDatabase()
  cell = openMoveCell('north', database.url)
  pool = cell.pool
})

afterAll(async () => {
  await pool.end()
  await database.drop()
})

beforeEach(async () => {
  await pool.query('truncate partner_fences, test_calls')
  await fence.raiseFence(cell, MOVE, false)
  await fence.refreshTriggers(cell)
})

const note = (
  db: pg.Pool | pg.ClientBase,
  partnerId: number,
  testId: string = randomUUID(),
): Promise<pg.QueryResult> =>
  db.query('insert into test_calls (partner_id, test_id, at) values ($1, $2, now())', [
    partnerId,
    testId,
  ])

/** Two rows of the moved partner; the second is written last, whichever way the table is read. */
const FIRST = '00000000-0000-4000-8000-000000000001'
const SECOND = '00000000-0000-4000-8000-000000000002'

const noteTwo = async (): Promise<void> => {
  await note(pool, MOVED, FIRST)
  await note(pool, MOVED, SECOND)
}

const connectOverAllPartners = (): Promise<pg.Client> =>
  connectTo(database.url, { options: '-c wasl.fenced=skip' })

const partnersOf = ({ rows }: pg.QueryResult): unknown[] => [
  ...new Set(rows.map(({ partner_id }) => partner_id)),
]

const rowsOfMoved = async (): Promise<unknown[]> =>
  (await pool.query('select * from test_calls where partner_id = $1 order by test_id', [MOVED]))
    .rows

/** A statement over the two rows of the moved partner, and what happens between them. */
const betweenRows = (session: pg.Client, run: () => Promise<unknown>): Promise<pg.QueryResult> =>
  inTheMiddleOf(
    database.url,
    (latch) =>
      session.query(
        `update test_calls set at = now()
        where partner_id = $1
          and case test_id when $2 then pg_advisory_lock_shared($3) is not null else true end`,
        [MOVED, SECOND, latch],
      ),
    run,
  )

const codeOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'accepted',
    (error: unknown) => errorCodeOf(error),
  )

const relationsWithFence = async (): Promise<{ name: string; triggers: number }[]> =>
  (
    await pool.query<{ name: string; triggers: number }>(
      `select relname::text as name, (
        select count(*)::int from pg_trigger
        where tgrelid = pg_class.oid and tgname in ('fence_insert', 'fence_change')
      ) as triggers
      from pg_class
      where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')`,
    )
  ).rows

test('a transfer that comes by replication is stamped in every partition, and no other is', async () => {
  await makePartitions(pool)
  const { rows } = await pool.query<{ enabled: string; count: number }>(
    `select tgenabled as enabled, count(*)::int from pg_trigger where tgname = 'copied' group by 1`,
  )
  expect(rows).toEqual([{ enabled: 'R', count: 5 }])
})

describe('the fence of a cell', () => {
  test('stands on every table of a partner and each of its partitions, also later ones', async () => {
    await makePartitions(pool)
    const tables = new Set((await partnerTables(pool)).map(({ name }) => name))
    const { rows } = await pool.query<{ name: string; root: string }>(
      `select relname::text as name, pg_partition_root(oid)::regclass::text as root
      from pg_class where relispartition and relkind = 'r' and relnamespace = 'public'::regnamespace`,
    )
    expect(rows.length).toBeGreaterThan(tables.size)
    for (const { name, root } of rows) if (tables.has(root)) tables.add(name)
    const fenced = (await relationsWithFence()).filter(({ triggers }) => triggers === 2)
    expect(fenced.map(({ name }) => name).toSorted()).toEqual([...tables].toSorted())
  })

  test('lets everybody write while it is open, and refuses the partner alone when it is closed', async () => {
    expect(await codeOf(note(pool, MOVED))).toBe('accepted')
    await fence.closeFence(cell, MOVE, MOVER)
    expect(await codeOf(note(pool, MOVED))).toBe(SQL_STATE.partnerMoved)
    expect(await codeOf(note(pool, OTHER))).toBe('accepted')
    await fence.reopenFence(cell, MOVE, MOVER)
    expect(await codeOf(note(pool, MOVED))).toBe('accepted')
  })

  test('refuses a statement that began its transaction before it closed', async () => {
    const writer = await connectTo(database.url)
    await writer.query('begin')
    await note(writer, OTHER)
    await fence.closeFence(cell, MOVE, MOVER)
    expect(await codeOf(note(writer, MOVED))).toBe(SQL_STATE.partnerMoved)
    await writer.end()
  })

  test('refuses a transaction whose snapshot cannot show it', async () => {
    const writer = await connectTo(database.url)
    await writer.query('begin isolation level repeatable read')
    await writer.query('select from partners')
    expect(await codeOf(note(writer, MOVED))).toBe(SQL_STATE.serializationFailure)
    await writer.end()
  })

  test('refuses to delete rows, as it refuses to write them', async () => {
    await note(pool, MOVED)
    await fence.closeFence(cell, MOVE, MOVER)
    const removal = pool.query('delete from test_calls where partner_id = $1', [MOVED])
    expect(await codeOf(removal)).toBe(SQL_STATE.partnerMoved)
  })

  test('leaves the rows out of work over all partners', async () => {
    await Promise.all([note(pool, MOVED), note(pool, OTHER)])
    await fence.closeFence(cell, MOVE, MOVER)
    const worker = await connectOverAllPartners()
    const touched = await worker.query('update test_calls set at = now() returning partner_id')
    expect(partnersOf(touched)).toEqual([OTHER])
    const removed = await worker.query('delete from test_calls returning partner_id')
    expect(partnersOf(removed)).toEqual([OTHER])
    await worker.end()
  })

  test('closes between two rows of a statement, and the statement does nothing', async () => {
    await noteTwo()
    const rowsBefore = await rowsOfMoved()
    for (const session of [await connectTo(database.url), await connectOverAllPartners()]) {
      await fence.reopenFence(cell, MOVE, MOVER)
      const statement = betweenRows(session, () => fence.closeFence(cell, MOVE, MOVER))
      expect(await codeOf(statement)).toBe(SQL_STATE.partnerMoved)
      expect(await rowsOfMoved()).toEqual(rowsBefore)
      await session.end()
    }
  })

  test('opens between two rows of work over all partners, which leaves both out', async () => {
    await noteTwo()
    await fence.closeFence(cell, MOVE, MOVER)
    const worker = await connectOverAllPartners()
    const { rowCount } = await betweenRows(worker, () => fence.reopenFence(cell, MOVE, MOVER))
    expect(rowCount).toBe(0)
    await worker.end()
  })

  test('knows the writers that may have passed it, and no readers', async () => {
    const tables = (await partnerTables(pool)).map(({ name }) => name)
    const [writer, reader] = [await connectTo(database.url), await connectTo(database.url)]
    await reader.query('begin')
    await reader.query('select from payments')
    await writer.query('begin')
    await note(writer, MOVED)
    await fence.closeFence(cell, MOVE, MOVER)
    const writers = await fence.writersInProgress(cell, tables)
    expect(writers).toHaveLength(1)
    expect(await fence.stillRunning(cell, writers)).toEqual(writers)
    await writer.query('commit')
    expect(await fence.stillRunning(cell, writers)).toEqual([])
    await Promise.all([writer.end(), reader.end()])
  })

  test('is opened again only by the mover that closed it last', async () => {
    const later = randomUUID()
    await fence.closeFence(cell, MOVE, MOVER)
    await fence.closeFence(cell, MOVE, later)
    expect(await fence.reopenFence(cell, MOVE, MOVER)).toBe(false)
    expect(await codeOf(note(pool, MOVED))).toBe(SQL_STATE.partnerMoved)
    expect(await fence.reopenFence(cell, MOVE, later)).toBe(true)
  })

  test('obeys no late command of a move that was undone, and none of an older move', async () => {
    await fence.liftFence(cell, MOVE)
    expect(await fence.closeFence(cell, MOVE, MOVER)).toBe(false)
    const next = { ...MOVE, moveId: 2 }
    await fence.raiseFence(cell, next, true)
    await fence.raiseFence(cell, MOVE, false)
    expect(await fence.liftFence(cell, MOVE)).toBe(false)
    await fence.refreshTriggers(cell)
    expect(await codeOf(note(pool, MOVED))).toBe(SQL_STATE.partnerMoved)
  })

  test('leaves no trigger behind when it is lifted', async () => {
    await fence.liftFence(cell, MOVE)
    await fence.refreshTriggers(cell)
    expect((await relationsWithFence()).filter(({ triggers }) => triggers > 0)).toEqual([])
  })
})
