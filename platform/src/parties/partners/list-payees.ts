import type pg from 'pg'

export type PayeeRow = { partner_id: number; name: string; name_ar: string | null }

/**
 * The partners that a channel can open payments for, in the order of their numbers; `partnerIds` null means
 * all. A test channel has those that are being tested (D40).
 */
export const listPayees = async (
  pool: pg.Pool,
  { partnerIds, isTest }: { partnerIds: number[] | null; isTest: boolean },
  { limit, afterId }: { limit: number; afterId: number },
): Promise<PayeeRow[]> => {
  const { rows } = await pool.query<PayeeRow>(
    `select partner_id, name, name_ar
    from partners
    where partner_id > $1 and status = 'active' and state = $4
      and ($2::int[] is null or partner_id = any($2::int[]))
    order by partner_id
    limit $3`,
    [afterId, partnerIds, limit, isTest ? 'testing' : 'live'],
  )
  return rows
}
