import { DAY_SECTIONS, type DayLine, type DayReport, type DaySection } from '@wasl/protocol'
import type { EveryCell } from '../../cells/every-cell.ts'
import { channelWireId, partnerWireId } from '../../base/wire-ids.ts'
import { mergeDays } from './merge-days.ts'
import { readDay, type DayRow } from './read-day.ts'
import type { ReportRows } from './run-report.ts'

/** Everything about one business date, in each cell as it is at one moment (W149). */
export const readDayReport = async (cells: EveryCell, businessDate: string): Promise<DayReport> => {
  const { at, isClosed, moved, sections, names } = mergeDays(
    await cells.read(({ operatorLists }, leftOut) => readDay(operatorLists, businessDate, leftOut)),
  )
  const known = new Map(names)
  const { count, amount } = moved
  const balances = sections.flatMap(([section, rows]) => (section === 'balances' ? rows : []))
  return {
    businessDate,
    isClosed,
    madeAt: at.toISOString(),
    moved: { count, debits: amount, credits: amount },
    balance: balances.reduce((sum, line) => sum + (line.amount ?? 0), 0),
    lines: sections
      .toSorted(([one], [other]) => DAY_SECTIONS.indexOf(one) - DAY_SECTIONS.indexOf(other))
      .flatMap(([section, rows]) =>
        rows.filter((row) => isShown(section, row)).map((row) => lineOf(section, row, known)),
      ),
  }
}

/** Steps without anything open are left out. */
const isShown = (section: DaySection, { count }: DayRow): boolean =>
  section !== 'open' || (count ?? 0) > 0

const lineOf = (
  section: DaySection,
  { item, channelNumber, partnerNumber, holder, count, amount }: DayRow,
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
