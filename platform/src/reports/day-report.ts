import { DAY_SECTIONS, type DayLine, type DayReport, type DaySection } from '@wasl/protocol'
import type pg from 'pg'
import { withTransaction } from '../database/with-transaction.ts'
import type { TransferCode } from '../ledger/codes.ts'
import { readOpenSteps } from '../open-work/read-open-work.ts'
import { channelWireId, partnerWireId } from '../wire-ids.ts'
import { SECTION_OF } from './day-sections.ts'
import {
  BALANCES,
  BANK_LINES,
  CASH,
  COUNTS,
  MOVED_IN_ALL,
  MOVEMENTS,
  NAMES,
} from './day-statements.ts'
import type { ReportRows } from './run-report.ts'

type Row = {
  item: string
  channelNumber: number | null
  partnerNumber: number | null
  holder: string | null
  count: number | null
  amount: number | null
}

/** Everything about one business date, as it is at one moment (W149). */
export const readDayReport = (pool: pg.Pool, businessDate: string): Promise<DayReport> =>
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
    const read = async (sql: string): Promise<Row[]> =>
      (await tx.query<Row>(sql, [businessDate])).rows
    const movements = await read(MOVEMENTS)
    const [moved] = (
      await tx.query<{ count: number; amount: number }>(MOVED_IN_ALL, [businessDate])
    ).rows
    const balances = await read(BALANCES)
    const sections: [DaySection, Row[]][] = [
      ...bySection(movements),
      ['cash', await read(CASH)],
      ['counts', await read(COUNTS)],
      ['bank-lines', await read(BANK_LINES)],
      ['open', await openNow(tx)],
      ['balances', balances],
    ]
    const { rows: known } = await tx.query<{ id: string; name: string }>(NAMES)
    const names = new Map(known.map(({ id, name }) => [id, name]))
    const amount = moved?.amount ?? 0
    return {
      businessDate,
      isClosed: state.isClosed,
      madeAt: state.at.toISOString(),
      moved: { count: moved?.count ?? 0, debits: amount, credits: amount },
      balance: balances.reduce((sum, line) => sum + (line.amount ?? 0), 0),
      lines: sections
        .toSorted(([one], [other]) => DAY_SECTIONS.indexOf(one) - DAY_SECTIONS.indexOf(other))
        .flatMap(([section, rows]) => rows.map((row) => lineOf(section, row, names))),
    }
  })

const bySection = (rows: readonly Row[]): [DaySection, Row[]][] => [
  ...Map.groupBy(rows, ({ item }) => SECTION_OF[item as TransferCode] ?? 'other'),
]

/** Steps without anything open are left out. */
const openNow = async (tx: pg.ClientBase): Promise<Row[]> => {
  const steps = await readOpenSteps(tx)
  return steps
    .filter(({ count }) => count > 0)
    .map(({ step, count, amount }) => ({
      item: step,
      channelNumber: null,
      partnerNumber: null,
      holder: null,
      count,
      amount,
    }))
}

const lineOf = (
  section: DaySection,
  { item, channelNumber, partnerNumber, holder, count, amount }: Row,
  names: ReadonlyMap<string, string>,
): DayLine => {
  const channelId = channelNumber === null ? null : channelWireId(channelNumber)
  const partnerId =
    partnerNumber === null || partnerNumber === 0 ? null : partnerWireId(partnerNumber)
  const nameOf = (id: string | null): string | null =>
    id === null ? null : (names.get(id) ?? null)
  return {
    section,
    item,
    channelId,
    channelName: nameOf(channelId),
    partnerId,
    partnerName: nameOf(partnerId),
    holder,
    holderName: nameOf(holder),
    count,
    amount,
  }
}

/** The same as a table, for the one writer of CSV. */
export const dayAsTable = ({ lines }: DayReport): ReportRows => ({
  columns: [
    ['section', 'text'],
    ['item', 'text'],
    ['channelId', 'text'],
    ['channelName', 'text'],
    ['partnerId', 'text'],
    ['partnerName', 'text'],
    ['holder', 'text'],
    ['holderName', 'text'],
    ['count', 'count'],
    ['amount', 'sum'],
  ],
  rows: lines,
})
