import type { Centimes } from '@wasl/protocol'
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
 * The fees that partners' payments have earned and no statement charges yet, through a date or also those
 * of today, by partner number. A partner without any is in the page, with zeros.
 */
export const listUninvoiced = async (
  db: pg.Pool,
  { limit, afterId, until }: { limit: number; afterId: number; until: string | null },
): Promise<Uninvoiced[]> => {
  const { rows } = await db.query<Row>(UNINVOICED, [afterId, limit, until])
  return rows.map(({ partnerId, from, net, sums }) => ({
    partnerId,
    from,
    figures: compute(sums, net, -1).figures,
  }))
}

/** What the next statement of a partner would say if it were closed now, with today. */
export const readUninvoiced = async (
  db: pg.Pool,
  partnerId: number,
): Promise<Uninvoiced | null> => {
  const [next] = await listUninvoiced(db, { limit: 1, afterId: partnerId - 1, until: null })
  return next?.partnerId === partnerId ? next : null
}

/** `net`: of the last statement, or 0. */
type Row = { partnerId: number; from: string | null; net: Centimes; sums: LineSums[] }

const UNINVOICED = `
  select partner.partner_id as "partnerId", (last.until + 1)::text as "from",
    coalesce(last.net, 0) as net, lines.sums
  from (
    select partner_id from partners where partner_id > $1 order by partner_id limit $2
  ) as partner
  left join lateral (
    select period_until as until, net
    from statements
    where partner_id = partner.partner_id and status <> 'open'
    order by period_until desc
    limit 1
  ) as last on true
  cross join lateral (
    select coalesce(json_agg(json_build_object(
      'channelKind', channel_kind, 'vatBasisPoints', vat_basis_points, 'lines', lines,
      'payments', payments, 'gross', gross, 'refunds', refunds, 'adjustments', adjustments,
      'fee', fee, 'feeBack', fee_back
    )), '[]') as sums
    from statement_sums(partner.partner_id, coalesce(last.until + 1, '-infinity'), coalesce($3::date, 'infinity'))
  ) as lines
  order by partner.partner_id`
