/**
 * Cash that is in several cells (W178). What belongs to a partner is in its home, also its side of cash,
 * and everything else is in the control cell. So the cash of an owner is the sum over all cells.
 */
import type { Centimes } from '@wasl/protocol'
import type pg from 'pg'
import type { EveryCell } from '../../cells/every-cell.ts'
import { withTransaction } from '../../base/database/with-transaction.ts'
import type { AccountKind } from '../account.ts'

/** How use cases reach the cash of the other cells; null with one database. */
export type CashCells = {
  every: EveryCell
  /** Whether the database of the use case is the control cell. */
  isControl: boolean
} | null

/** What one business date has changed in the account of an owner. */
export type AccountDay = {
  owner: string
  businessDate: string
  debits: Centimes
  credits: Centimes
}

export type OpenLock = { agentId: number; paymentId: string; amount: Centimes }

/** What one cell knows of some owners, at one moment. */
export type CellBooks = {
  /** Null with one database. */
  cell: string | null
  snapshot: string
  days: AccountDay[]
  openLocks: OpenLock[]
}

export type Wanted = {
  kind?: AccountKind
  owners: readonly string[]
  /** The agents whose open payments are asked for. */
  agents?: readonly number[]
}

/**
 * Reads the books of one database in one statement: they, the open payments and the snapshot are of one
 * moment.
 *
 * @param leftOut partners that are counted in another cell.
 */
export const readBooks = async (
  db: pg.ClientBase | pg.Pool,
  { kind = 'cash', owners, agents = [] }: Wanted,
  leftOut: readonly number[] = [],
): Promise<CellBooks> => {
  const { rows } = await db.query<CellBooks>(BOOKS, [kind, owners, leftOut, agents])
  return rows[0] as CellBooks
}

const BOOKS = `
  with parts as (
    select partner_id, owner, business_date, debits, credits
    from ledger_days
    where kind = $1 and owner = any($2::text[]) and ledger_rolled_up_to() <> '0'
    union all
    select partner_id, owner, business_date, debits, credits
    from ledger_tail($1, null)
    where owner = any($2::text[])
  ), days as (
    select owner, business_date, sum(debits)::bigint as debits, sum(credits)::bigint as credits
    from parts
    where partner_id <> all($3::int[])
    group by owner, business_date
  )
  select (select cell from this_cell) as cell, pg_current_snapshot()::text as snapshot,
    (
      select coalesce(json_agg(json_build_object(
        'owner', owner, 'businessDate', business_date, 'debits', debits, 'credits', credits
      )), '[]')
      from days
    ) as days,
    (
      select coalesce(json_agg(json_build_object(
        'agentId', open.agent_id, 'paymentId', open.payment_id, 'amount', payments.amount
      ) order by open.payment_id), '[]')
      from open_locks open
      join payments using (partner_id, payment_id)
      where open.agent_id = any($4::int[]) and partner_id <> all($3::int[])
    ) as "openLocks"`

/**
 * Reads the books of all cells, the control cell first; each partner is counted once. People wait for
 * it, and its pool is not the one of the transactions, so no two requests wait for each other's
 * connections.
 *
 * @throws ApiError SERVER503_UNAVAILABLE while a cell is away.
 */
export const readAllBooks = (
  { every }: NonNullable<CashCells>,
  wanted: Wanted,
): Promise<CellBooks[]> => every.read((db, leftOut) => readBooks(db.screens, wanted, leftOut))

/** What these books add up to. */
export const sumOf = (books: readonly Pick<CellBooks, 'days'>[]): Centimes =>
  books.flatMap(({ days }) => days).reduce((sum, { debits, credits }) => sum + debits - credits, 0)

/** The key of the lock under which cash leaves an owner: an advisory lock of the control cell. */
export const cashKey = (owner: string): string => `cash ${owner}`

/** Takes a lock by its name until the transaction ends. */
export const takeLock = async (tx: pg.ClientBase, key: string): Promise<void> => {
  await tx.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [key])
}

/**
 * Runs work of a partner's cell under locks of the control cell, so that it and the work of the control
 * cell take turns. In the control cell, and with one database, the work takes the locks itself, in the same
 * order. Call it before the work has a connection: requests wait for the control cell first, and for their
 * own after.
 */
export const underLock = <Result>(
  cells: CashCells,
  keys: string | readonly string[],
  work: () => Promise<Result>,
): Promise<Result> =>
  cells === null || cells.isControl
    ? work()
    : withTransaction(cells.every.control.pool, async (tx) => {
        for (const key of [keys].flat()) await takeLock(tx, key)
        return work()
      })

/**
 * A row of a small table. A cell has a copy, which is some milliseconds late (W171), so the control cell is
 * asked before a row is taken for missing.
 *
 * @returns null when it does not exist.
 */
export const findCopied = async <Row extends pg.QueryResultRow>(
  db: pg.ClientBase | pg.Pool,
  cells: CashCells,
  sql: string,
  values: unknown[],
): Promise<Row | null> => {
  const [row] = (await db.query<Row>(sql, values)).rows
  if (row !== undefined || cells === null || cells.isControl) return row ?? null
  return (await cells.every.control.screens.query<Row>(sql, values)).rows[0] ?? null
}
