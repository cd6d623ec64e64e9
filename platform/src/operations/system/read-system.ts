import type { SystemReport } from '@wasl/protocol'
import type pg from 'pg'
import { readBooks } from '../metrics/ledger-gauges.ts'
import { conditionsOf, type PlatformFacts } from './conditions.ts'
import { readDatabase } from './read-database.ts'
import { readProcesses } from './read-processes.ts'

/** The state of processes and database, and what needs somebody now. */
export const readSystem = async (pool: pg.Pool): Promise<SystemReport> => {
  const processes = await readProcesses(pool)
  const database = await readDatabase(pool)
  const { rows } = await pool.query<Omit<PlatformFacts, 'unclosed_seconds'> & { at: Date }>(FACTS)
  const [row] = rows
  if (row === undefined) throw new Error('the database did not answer')
  const { at, ...facts } = row
  const books = await readBooks(pool)
  const unclosed_seconds = books?.unclosed_seconds ?? 0
  const conditions = conditionsOf(processes, database, { ...facts, unclosed_seconds })
  return { at: at.toISOString(), processes, database, cells: [], conditions }
}

const FACTS = `
  select wasl_now() as at,
    (
      select count(*)::int from webhook_deliveries
      where failed_at is not null and delivered_at is null
    ) as failed,
    (
      select coalesce(extract(epoch from wasl_now() - min(due_at)), 0)::float8
      from webhook_deliveries
      where due_at is not null and due_at <= wasl_now() and (leased_until > wasl_now()) is not true
    ) as overdue_seconds,
    (
      select result from integrity_runs where result is not null order by run_id desc limit 1
    ) as integrity`
