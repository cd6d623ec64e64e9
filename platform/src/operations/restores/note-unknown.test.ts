import type { Logger } from 'pino'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../test/support/database.ts'
import { createDatabase, type Database } from '../../base/database/database.ts'
import { onlyCell } from '../../cells/every-cell.ts'
import { ensureTimeZone } from '../../ledger/time-zone.ts'
import { readGaps } from './gap.ts'
import { createGaps } from './gaps-of.ts'
import { createNoteUnknown } from './note-unknown.ts'

let database: TestDatabase
let db: Database

beforeAll(async () => {
  database = await createTestDatabase()
  db = createDatabase(database.url)
  await ensureTimeZone(db.pool, 'Africa/Algiers')
})

afterAll(async () => {
  await db.close()
  await database.drop()
})

test('ids with made-up partners open 1000 follow-ups at most', async () => {
  await db.pool.query(
    `insert into restores (restored_to, repaired_at, lock_hours, finished_at)
    values (wasl_now() - interval '1 minute', wasl_now() + interval '1 minute', 12, wasl_now())`,
  )
  await db.pool.query(
    `insert into follow_ups (partner_id, follow_up_id, kind, subject, due_on, opened_by, opener, opened_at)
    select 0, gen_random_uuid(), 'restore', gen_random_uuid(), current_date, 'a', 'a', wasl_now()
    from generate_series(1, 999)`,
  )
  const log = { warn: vi.fn(), error: vi.fn() }
  const note = createNoteUnknown(onlyCell(db), createGaps(), log as unknown as Logger)
  for (const partnerId of [700, 701]) {
    const { rows } = await db.pool.query<{ id: string }>('select new_id($1) as id', [partnerId])
    const [{ id } = { id: '' }] = rows
    await note({ kind: 'paymentId', id, wanted: 'POST confirm', by: 'chn_1', facts: {} })
  }
  const { rows } = await db.pool.query('select count(*)::int as count from follow_ups')
  expect(rows).toEqual([{ count: 1_000 }])
  expect(log.warn).toHaveBeenCalledOnce()
  expect(log.error).not.toHaveBeenCalled()
})

test('a restore explains unknown ids for 60 days, and what is named without a time for 14', async () => {
  await db.pool.query('delete from restores')
  await db.pool.query(
    `insert into restores (restored_to, repaired_at, lock_hours, finished_at)
    select at, at, 12, at
    from (select wasl_now() - make_interval(days => unnest('{61,59,15,13}'::int[])) as at) as earlier`,
  )
  expect((await readGaps(db.pool)).map(({ isRecent }) => isRecent)).toEqual([false, false, true])
})
