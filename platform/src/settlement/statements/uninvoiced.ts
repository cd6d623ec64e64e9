import type pg from 'pg'
import { compute, type LineSums } from './figures.ts'
import type { Figures } from './statement.ts'

export type Uninvoiced = {
  partnerId: number
  /** The date after its last statement; null before the first one. */
  from: string | null
  figures: Figures
}

/**
 * The fees that partners' payments have earned and no statement charges yet, also those of today, by
 * partner number. A partner without any is in the page, with zeros.
 */
export const listUninvoiced = async (
  db: pg.Pool,
  { limit, afterId }: { limit: number; afterId: number },
): Promise<Uninvoiced[]> => {
  const { rows } = await db.query<{ partnerId: number; from: string | null; sums: LineSums[] }>(
    UNINVOICED,
    [afterId, limit],
  )
  return rows.map(({ partnerId, from, sums }) => ({
    partnerId,
    from,
    figures: compute(sums, 0, -1).figures,
  }))
}

const UNINVOICED = `
  select partner.partner_id as "partnerId", (last.until + 1)::text as "from", lines.sums
  from (
    select partner_id from partners where partner_id > $1 order by partner_id limit $2
  ) as partner
  cross join lateral (
    select max(period_until) as until
    from statements
    where partner_id = partner.partner_id and status <> 'open'
  ) as last
  cross join lateral (
    select coalesce(json_agg(json_build_object(
      'channelKind', channel_kind, 'vatBasisPoints', vat_basis_points, 'lines', lines,
      'payments', payments, 'gross', gross, 'refunds', refunds, 'adjustments', adjustments,
      'fee', fee, 'feeBack', fee_back
    )), '[]') as sums
    from statement_sums(partner.partner_id, coalesce(last.until + 1, '-infinity'), 'infinity')
  ) as lines
  order by partner.partner_id`
