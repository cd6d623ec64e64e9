import type pg from 'pg'

/** The time of the next scheduled change, and a description for people. */
export type Moment = { at: Date; what: string }

/** The next retry, end of a lock or expiry of a QR code's amounts; null when nothing is scheduled. */
export const nextMoment = async (pool: pg.Pool): Promise<Moment | null> => {
  const { rows } = await pool.query<Moment>(
    `select at, what
    from (
      select delivery.due_at as at,
        'attempt ' || (delivery.attempts + 1) || ' of ' || event.kind || ' for '
          || payment.reference as what
      from webhook_deliveries delivery
      join webhook_events event using (partner_id, event_id)
      join payments payment on (payment.partner_id, payment.payment_id)
        = (delivery.partner_id, event_id_of(delivery.event_id, 0))
      where delivery.due_at is not null and delivery.leased_until is null
      union all
      select lock_expires_at, 'the lock of ' || reference || ' is released'
      from payments
      where stage = 'locked'
      union all
      select expires_at, 'the amounts of QR code ' || token || ' expire'
      from qr_configurations
      where ended_at is null and expires_at is not null
    ) as moments
    where at > wasl_now()
    order by at
    limit 1`,
  )
  return rows[0] ?? null
}
