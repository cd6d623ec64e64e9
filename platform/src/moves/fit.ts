import type pg from 'pg'
import { rollUp } from '../ledger/roll-up.ts'
import { pause } from '../base/chance.ts'
import { commandCall } from '../base/command-call.ts'
import { MoveProblem, type MoveCell, type MoveCells } from './move.ts'

type Books = {
  wal_level: string
  migrations: string
  time_zone: string
  open_day: string | null
  archived: string
  rolled_up: boolean
  is_superuser: boolean
}

const BOOKS = `
  select current_setting('wal_level') as wal_level,
    (select string_agg(name, ', ' order by name) from migrations) as migrations,
    time_zone, open_day::text,
    coalesce((
      select string_agg(period, ', ' order by period) from ledger_archives where archived_at is not null
    ), 'none') as archived,
    ledger_rolled_up_to() <> '0' as rolled_up,
    (select rolsuper from pg_roles where rolname = current_user) as is_superuser
  from ledger_state`

const readBooks = async (pool: pg.Pool): Promise<Books> =>
  (await pool.query<Books>(BOOKS)).rows[0] as Books

const ROLL_UP_TRIES = 40
const ROLL_UP_PAUSE_MS = 250

/**
 * Checks what a move would otherwise fail on later.
 *
 * @throws MoveProblem with what to do about it.
 */
export const expectFit = async ({ source, target }: MoveCells): Promise<void> => {
  await rollUpOnce(target)
  const [here, there] = [await readBooks(source.pool), await readBooks(target.pool)]
  if (here.wal_level !== 'logical') {
    throw new MoveProblem(
      `the server of ${source.name} has wal_level = ${here.wal_level}, and a move needs logical: set it in ` +
        'postgresql.conf and restart that server',
    )
  }
  for (const [cell, books] of [[source, here] as const, [target, there] as const]) {
    if (books.is_superuser) continue
    throw new MoveProblem(
      `the user of ${cell.name} is not a superuser, and a move needs one for the subscription ` +
        'and to remove rows that are otherwise append-only: name one in WASL_CELLS for this ' +
        'command',
    )
  }
  if (here.migrations !== there.migrations) {
    throw new MoveProblem(
      `${source.name} and ${target.name} do not have the same migrations: start one process of the latest ` +
        'release, which brings both up to date',
    )
  }
  if (!there.rolled_up) {
    throw new MoveProblem(
      `the ledger of ${target.name} was not rolled up yet: try again in a minute`,
    )
  }
  if (here.time_zone !== there.time_zone) {
    throw new MoveProblem(
      `the business days of ${source.name} are in ${here.time_zone} and those of ${target.name} in ` +
        `${there.time_zone}: a partner moves only between cells of one time zone`,
    )
  }
  expectSameArchives(source, here, target, there)
}

const expectSameArchives = (source: MoveCell, here: Books, target: MoveCell, there: Books) => {
  if (here.archived === there.archived) return
  throw new MoveProblem(
    `${source.name} has archived the books of the months ${here.archived}, and ${target.name} those of ` +
      `${there.archived}: run "${commandCall('retain')}" on both with the same settings`,
  )
}

/** A roll-up that never ran would read the copied transfers with its first run. */
const rollUpOnce = async ({ pool }: MoveCell): Promise<void> => {
  for (let tries = 1; tries <= ROLL_UP_TRIES; tries += 1) {
    if ((await readBooks(pool)).rolled_up) return
    await rollUp(pool)
    await pause(ROLL_UP_PAUSE_MS)
  }
}

/**
 * Whether the calendars allow the switch now: the target has opened the day that the source has, so it
 * writes nothing to a day of which the source may have made a statement; and both have archived the same
 * months. After midnight the two differ for some seconds.
 */
export const mayCutOver = async ({ source, target }: MoveCells): Promise<boolean> => {
  const here = await readBooks(source.pool)
  const there = await readBooks(target.pool)
  expectSameArchives(source, here, target, there)
  return here.open_day === null || (there.open_day !== null && there.open_day >= here.open_day)
}
