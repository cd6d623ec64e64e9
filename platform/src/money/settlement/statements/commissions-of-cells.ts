/** A channel's statement over several cells (W177): it has payments of partners of all of them. */
import type { EveryCell } from '../../../cells/every-cell.ts'
import { earliest } from '../../../cells/sums.ts'
import type { LineSums } from './figures.ts'
import type { DatesOfCells } from './take-dates.ts'

export const readDatesOfCells = async (cells: EveryCell): Promise<DatesOfCells> => {
  const dates = await cells.read(async ({ pool }) => {
    const { rows } = await pool.query<DatesOfCells>(
      `select sealed_through::text as "sealedThrough",
        (select min(business_date)::text from ledger_transfers) as first
      from ledger_state`,
    )
    return rows[0] ?? { sealedThrough: null, first: null }
  })
  const firsts = dates.flatMap(({ first }) => first ?? [])
  return {
    sealedThrough: earliest(dates.map(({ sealedThrough }) => sealedThrough)),
    first: firsts.length === 0 ? null : earliest(firsts),
  }
}

type ChannelPeriod = { from: string; until: string; spans: unknown }

/**
 * The sums of the lines of all cells. The commission of each payment is computed and rounded in its cell,
 * with the versions of the control cell; what is added up here is rounded already.
 */
export const readCommissions = async (
  cells: EveryCell,
  owner: string,
  statementId: string,
): Promise<LineSums[]> => {
  const { rows } = await cells.control.pool.query<ChannelPeriod>(
    `select period_from::text as "from", period_until::text as until,
      commission_spans(owner) as spans
    from statements
    where partner_id = 0 and statement_id = $1`,
    [statementId],
  )
  const [asked] = rows
  if (asked === undefined) throw new Error(`the statement ${statementId} is not there`)
  const parts = await cells.read(async ({ pool }, leftOut) => {
    const { rows: sums } = await pool.query<LineSums>(
      `select channel_kind as "channelKind", vat_basis_points as "vatBasisPoints", lines, payments,
        gross, refunds, adjustments, fee, fee_back as "feeBack"
      from commission_sums($1, $2, $3, $4::json, $5::int[])`,
      [owner, asked.from, asked.until, JSON.stringify(asked.spans), leftOut],
    )
    return sums
  })
  const groups = Map.groupBy(parts.flat(), ({ channelKind, vatBasisPoints }) =>
    JSON.stringify([channelKind, vatBasisPoints]),
  )
  return [...groups.values()].map((same) => same.reduce(addSums))
}

const addSums = (one: LineSums, other: LineSums): LineSums => ({
  channelKind: one.channelKind,
  vatBasisPoints: one.vatBasisPoints,
  lines: one.lines + other.lines,
  payments: one.payments + other.payments,
  gross: one.gross + other.gross,
  refunds: one.refunds + other.refunds,
  adjustments: one.adjustments + other.adjustments,
  fee: one.fee + other.fee,
  feeBack: one.feeBack + other.feeBack,
})
