import type { Centimes } from '@wasl/protocol'
import type pg from 'pg'
import { BASIS_POINTS_MAX, shareOf } from './fee.ts'

export type Side = { fees: Centimes; vat: Centimes; total: Centimes }

export type Preview = {
  from: string
  to: string
  payments: number
  gross: Centimes
  current: Side
  proposed: Side
}

/** How many sealed dates a preview covers when the partner has no statement yet. */
const DATES = 30

/**
 * What the partner's payments through channels of the version's kind cost under the versions in force,
 * and what they would cost under this one. Null when the partner has no such version.
 *
 * @param period business dates; the missing ones are those of the partner's last statement, or of the
 *   last 30 sealed dates.
 */
export const previewFee = async (
  db: pg.Pool,
  { partnerId, feeVersionId }: { partnerId: number; feeVersionId: string },
  period: { from?: string | undefined; to?: string | undefined },
): Promise<Preview | null> => {
  const { rows: dates } = await db.query<{ from: string; to: string }>(PERIOD, [
    partnerId,
    feeVersionId,
    period.from ?? null,
    period.to ?? null,
  ])
  const [covered] = dates
  if (covered === undefined) return null
  const { rows } = await db.query<SumRow>(SUMS, [partnerId, feeVersionId, covered.from, covered.to])
  const sumOf = (pick: (row: SumRow) => number): number =>
    rows.reduce((sum, row) => sum + pick(row), 0)
  const proposedVat = rows[0]?.proposedVat ?? 0
  const current = sumOf((row) => row.current)
  const proposed = sumOf((row) => row.proposed)
  const sideOf = (fees: Centimes, vat: Centimes): Side => ({ fees, vat, total: fees + vat })
  return {
    ...covered,
    payments: sumOf((row) => row.payments),
    gross: sumOf((row) => row.gross),
    current: sideOf(
      current,
      sumOf((row) => shareOf(row.current, row.currentVat, BASIS_POINTS_MAX)),
    ),
    proposed: sideOf(proposed, shareOf(proposed, proposedVat, BASIS_POINTS_MAX)),
  }
}

type SumRow = {
  payments: number
  gross: Centimes
  current: Centimes
  currentVat: number
  proposed: Centimes
  proposedVat: number
}

const PERIOD = `
  select coalesce($3::date, last.period_from, sealed.through - ${DATES - 1})::text as "from",
    coalesce($4::date, last.period_until, sealed.through)::text as "to"
  from fee_versions version
  cross join (
    select coalesce(sealed_through, (wasl_now() at time zone time_zone)::date - 1) as through
    from ledger_state
  ) as sealed
  left join lateral (
    select period_from, period_until
    from statements
    where partner_id = version.partner_id and owner = version.owner
    order by period_from desc
    limit 1
  ) as last on true
  where version.partner_id = $1::int and version.owner = 'prt_' || $1::int and version.fee_version_id = $2`

/** For each VAT rate that the payments have now. */
const SUMS = `
  select count(*) as payments, coalesce(sum(paid.signed), 0)::bigint as gross,
    coalesce(sum(paid.fee), 0)::bigint as current, paid.vat_basis_points as "currentVat",
    coalesce(sum(fee_of(paid.signed, version.basis_points, version.fixed, version.minimum,
      version.maximum)), 0)::bigint as proposed,
    version.vat_basis_points as "proposedVat"
  from fee_versions version
  join statement_lines($1, $3, $4) paid
    on paid.code = 'COLLECT' and paid.channel_kind = version.channel_kind
  where version.partner_id = $1 and version.fee_version_id = $2
  group by paid.vat_basis_points, version.vat_basis_points`
