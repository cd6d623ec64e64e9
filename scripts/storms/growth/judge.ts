/** What a database of many millions of payments can be asked: its sizes, and what must always be true. */
import type pg from 'pg'
import { errorCodeOf } from '../../../platform/src/base/database/errors.ts'
import { withTransaction } from '../../../platform/src/base/database/with-transaction.ts'
import { INTEGRITY, withLeaseGrace } from '../../../platform/src/operations/integrity/integrity.ts'
import { ATTEMPTS, BOOKS, PAYMENTS } from '../../../platform/src/operations/retention/tables.ts'
import type { TillReport } from '../tills.ts'

/** Bytes with their indexes. */
export type Sizes = { whole: number; parts: Record<string, number> }

const PARTS: Record<string, readonly string[]> = {
  payments: PAYMENTS.tables,
  attempts: ATTEMPTS.tables,
  books: BOOKS.tables,
  references: ['live_references'],
}

export const readSizes = async (pool: pg.Pool): Promise<Sizes> => {
  const { rows } = await pool.query<{ whole: number; name: string; bytes: number }>(
    `select pg_database_size(current_database())::float as whole,
      regexp_replace(relname, '_([0-9]{6,8}|other)$', '') as name,
      sum(pg_total_relation_size(oid))::float as bytes
    from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'r'
    group by name`,
  )
  const bytes = new Map(rows.map((row) => [row.name, row.bytes]))
  const parts = Object.entries(PARTS).map(([part, tables]): [string, number] => [
    part,
    tables.reduce((sum, table) => sum + (bytes.get(table) ?? 0), 0),
  ])
  return { whole: rows[0]?.whole ?? 0, parts: Object.fromEntries(parts) }
}

/** @example shownSizes(sizes) // '41.20 GB (payments 36.10, attempts 1.20, books 3.10, references 0.80)' */
export const shownSizes = ({ whole, parts }: Sizes): string => {
  const gigabytes = (bytes: number): string => (bytes / 1e9).toFixed(2)
  const shown = Object.entries(parts).map(([part, bytes]) => `${part} ${gigabytes(bytes)}`)
  return `${gigabytes(whole)} GB (${shown.join(', ')})`
}

const LEASE_GRACE_SECONDS = 60

/** PostgreSQL's code for a statement that took too long. */
const CANCELED = '57014'

export type Judgement = { held: number; late: string[]; violations: string[] }

/** Asks each invariant, and gives one up that takes longer. */
export const askInvariants = async (pool: pg.Pool, seconds: number): Promise<Judgement> => {
  const judgement: Judgement = { held: 0, late: [], violations: [] }
  for (const [name, query] of Object.entries(INTEGRITY)) {
    try {
      const rows = await withTransaction(pool, async (tx) => {
        await tx.query(`set local statement_timeout = '${seconds}s'; set local work_mem = '256MB'`)
        return (await tx.query(withLeaseGrace(query, LEASE_GRACE_SECONDS))).rows
      })
      if (rows.length === 0) judgement.held += 1
      for (const row of rows.slice(0, 5)) {
        judgement.violations.push(`${name}: ${JSON.stringify(row)}`)
      }
    } catch (error) {
      if (errorCodeOf(error) !== CANCELED) throw error
      judgement.late.push(name)
    }
  }
  return judgement
}

/** What payers were told and the database does not have, without reading all payments. */
export const missingAmongMany = async (pool: pg.Pool, told: TillReport): Promise<string[]> => {
  const { rows } = await pool.query<{ reference: string; payment_id: string; stage: string }>(
    `select live.reference, live.payment_id, payments.stage
    from live_references live
    join payments using (partner_id, payment_id)
    where live.partner_id = any(array(select partner_id from partners))
      and live.reference = any($1)`,
    [[...told.opened.keys()]],
  )
  const found = new Map(rows.map((row) => [row.reference, row]))
  const missing = [...told.opened].flatMap(([reference, paymentId]) => {
    const row = found.get(reference)
    if (row?.payment_id !== paymentId) return [`The payment of ${reference} is lost.`]
    return told.confirmed.has(reference) && row.stage !== 'paid'
      ? [`${reference} was confirmed and is ${row.stage}.`]
      : []
  })
  return [...missing, ...told.strange]
}
