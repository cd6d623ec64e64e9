import type pg from 'pg'

/**
 * The last moment that the database certainly remembers: the newest sign of life of a process, entry of the
 * audit log or payment. The real one is later by some seconds, or by more in a quiet night. A moment that
 * is too early does no harm, because only what is unknown falls into the gap.
 *
 * @returns null for a database in which nothing ever happened.
 */
export const lastMoment = async (client: pg.ClientBase): Promise<Date | null> => {
  const { rows } = await client.query<{ at: Date | null }>(
    `select greatest(
      (select max(seen_at) from processes),
      (select id_time(audit_id) from audit_log where partner_id = 0 order by audit_id desc limit 1),
      (
        select max(id_time(newest.payment_id))
        from partners
        cross join lateral (
          select payment_id from payments
          where partner_id = partners.partner_id
          order by payment_id desc
          limit 1
        ) as newest
      )
    ) as at`,
  )
  return rows[0]?.at ?? null
}
