import { Gauge, type Registry } from 'prom-client'
import type pg from 'pg'

type Books = { roll_up_seconds: number; unclosed_seconds: number; is_other_system: boolean }

/** Gauges of the ledger, and the function that reads them at each scrape. */
export const ledgerGauges = (registry: Registry, pool: pg.Pool): (() => Promise<void>) => {
  const gauge = (name: string, help: string): Gauge =>
    new Gauge({ name, help, registers: [registry] })
  const age = gauge(
    'wasl_ledger_roll_up_age_seconds',
    'How old the roll-up of the ledger is: it has every transfer of that long ago.',
  )
  const unclosed = gauge(
    'wasl_ledger_unclosed_seconds',
    'How long ago the first business day ended that is not closed yet; 0 when all are.',
  )
  const other = gauge(
    'wasl_ledger_other_system',
    '1 when the ledger comes from another database system, and must be rebuilt.',
  )
  let reading: Promise<Books | null> | null = null
  return async () => {
    reading ??= readBooks(pool)
      .catch(() => null)
      .finally(() => (reading = null))
    const books = await reading
    if (!books) return [age, unclosed, other].forEach((unknown) => unknown.remove())
    age.set(books.roll_up_seconds)
    unclosed.set(books.unclosed_seconds)
    other.set(books.is_other_system ? 1 : 0)
  }
}

/** How far the roll-up and the closing of days are. */
export const readBooks = async (pool: pg.ClientBase | pg.Pool): Promise<Books | null> => {
  const { rows } = await pool.query<Books>(`
    select
      coalesce(
        extract(epoch from clock_timestamp() - coalesce(complete_at, next_at)), 0
      )::float8 as roll_up_seconds,
      greatest(0, coalesce(
        extract(epoch from
          wasl_now() - ((unclosed + 1)::timestamp at time zone time_zone)), 0
      ))::float8 as unclosed_seconds,
      coalesce(system_identifier <>
        (select control.system_identifier from pg_control_system() control), false
      ) as is_other_system
    from ledger_state, ledger_roll_up, lateral (
      select coalesce(
        sealed_through + 1, (select min(business_date) from ledger_days)
      ) as unclosed
    ) as first`)
  return rows[0] ?? null
}
