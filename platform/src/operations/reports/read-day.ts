/** The day's report as one cell has it, before the parts of all cells become one. */
import type { DaySection } from '@wasl/protocol'
import type pg from 'pg'
import { withTransaction } from '../../base/database/with-transaction.ts'
import type { TransferCode } from '../../ledger/codes.ts'
import { readOpenSteps } from './read-open-work.ts'
import { SECTION_OF } from './day-sections.ts'
import {
  balancesOf,
  BANK_LINES,
  cashHeld,
  COUNTS,
  movedInAll,
  movements,
  NAMES,
} from './day-statements.ts'

/** A line of the report: centimes, and numbers of whom it is about. */
export type DayRow = {
  item: string
  channelNumber: number | null
  partnerNumber: number | null
  holder: string | null
  count: number | null
  amount: number | null
}

export type DayOfCell = {
  at: Date
  isClosed: boolean
  moved: { count: number; amount: number }
  sections: [DaySection, DayRow[]][]
  /** Of what the lines name, by id. */
  names: [id: string, name: string][]
}

/** Everything about one business date in a cell, as it is at one moment. */
export const readDay = (
  pool: pg.Pool,
  businessDate: string,
  leftOut: readonly number[],
): Promise<DayOfCell> =>
  withTransaction(pool, async (tx) => {
    // One snapshot for all statements: payments go on meanwhile.
    await tx.query('set transaction isolation level repeatable read, read only')
    const { rows: states } = await tx.query<{ at: Date; isClosed: boolean }>(
      `select wasl_now() as at, coalesce(sealed_through >= $1::date, false) as "isClosed"
      from ledger_state`,
      [businessDate],
    )
    const [state] = states
    if (state === undefined) throw new Error('the ledger has no calendar')
    const read = async (sql: string): Promise<DayRow[]> =>
      (await tx.query<DayRow>(sql, [businessDate])).rows
    const moves = await read(movements(leftOut))
    const { rows: moved } = await tx.query<DayOfCell['moved']>(movedInAll(leftOut), [businessDate])
    const balances = await read(balancesOf(leftOut))
    const sections: DayOfCell['sections'] = [
      ...bySection(moves),
      ['cash', await read(cashHeld(leftOut))],
      ['counts', await read(COUNTS)],
      ['bank-lines', await read(BANK_LINES)],
      ['open', await openNow(tx, leftOut)],
      ['balances', balances],
    ]
    const { rows: known } = await tx.query<{ id: string; name: string }>(NAMES)
    const names = known.map(({ id, name }): [string, string] => [id, name])
    return { ...state, moved: moved[0] ?? { count: 0, amount: 0 }, sections, names }
  })

const bySection = (rows: readonly DayRow[]): DayOfCell['sections'] => [
  ...Map.groupBy(rows, ({ item }) => SECTION_OF[item as TransferCode] ?? 'other'),
]

const openNow = async (tx: pg.ClientBase, leftOut: readonly number[]): Promise<DayRow[]> => {
  const steps = await readOpenSteps(tx, leftOut)
  return steps.map(({ step, count, amount }) => ({
    item: step,
    channelNumber: null,
    partnerNumber: null,
    holder: null,
    count,
    amount,
  }))
}
