/**
 * The platform's one time source under the developer's hand: the database's function wasl_clock() is
 * replaced, so that locks, QR codes and retries all move together. It goes on ticking.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { withTransaction, type RunningPlatform } from '@wasl/platform'

type Pool = RunningPlatform['pool']

export type DevClock = {
  /** What the platform takes for the present, and how far that is ahead of this machine. */
  read(): Promise<{ now: Date; aheadMs: number }>
  /** Moves ahead, and waits until what came due by it was done once. */
  advance(ms: number): Promise<void>
  /** The next moment at which something happens by itself; null when nothing will. */
  next(): Promise<{ at: Date; what: string } | null>
  /** Back to this machine's time; tells how many payments had to be forgotten for it. */
  reset(): Promise<{ forgotten: number }>
}

/** A delivery under way may take its ten seconds. */
const SETTLED_TIMEOUT_MS = 12_000
const POLL_MS = 50

export const createClock = (pool: Pool): DevClock => {
  const read: DevClock['read'] = async () => {
    const { rows } = await pool.query<{ now: Date; ahead_ms: number }>(
      `select wasl_now() as now,
        round(extract(epoch from wasl_clock() - clock_timestamp()) * 1000)::float8 as ahead_ms`,
    )
    const [row] = rows
    if (!row) throw new Error('the database did not tell the time')
    return { now: row.now, aheadMs: row.ahead_ms }
  }

  const set = async (aheadMs: number): Promise<void> => {
    // A number that this program computed: a function's text takes no parameters.
    await pool.query(
      `create or replace function wasl_clock() returns timestamptz
      language sql volatile parallel safe
      as $$ select clock_timestamp() + interval '${Math.round(aheadMs)} milliseconds' $$`,
    )
    await pool.query(`select pg_notify('wasl_webhooks', '')`)
  }

  return {
    read,
    async advance(ms) {
      await set((await read()).aheadMs + ms)
      await settled(pool)
    },
    next: () => nextMoment(pool),
    async reset() {
      const forgotten = await forgetPayments(pool)
      await set(0)
      return { forgotten }
    },
  }
}

const settled = async (pool: Pool): Promise<void> => {
  const deadline = performance.now() + SETTLED_TIMEOUT_MS
  while (performance.now() < deadline) {
    const { rows } = await pool.query<{ busy: boolean }>(
      `select exists (
          select from webhook_deliveries where leased_until is not null or due_at <= wasl_now()
        )
        or exists (
          select from payments where stage = 'locked' and lock_expires_at <= wasl_now()
        ) as busy`,
    )
    if (rows[0]?.busy === false) return
    await sleep(POLL_MS)
  }
}

const nextMoment = async (pool: Pool): Promise<{ at: Date; what: string } | null> => {
  const { rows } = await pool.query<{ at: Date; what: string }>(
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

/** What is forgotten; partners, channels, keys, secrets and QR codes stay. */
const FORGOTTEN = [
  'payments',
  'payment_transitions',
  'payment_refusals',
  'idempotency_keys',
  'partner_warnings',
  'qr_scans',
  'webhook_events',
  'webhook_deliveries',
  'webhook_attempts',
  'webhook_attempt_results',
]

/**
 * Time that went back would contradict what happened in it, so all payments and events go with it. The
 * tables of history refuse that to everybody, for which reason their triggers are off for a moment.
 */
const forgetPayments = (pool: Pool): Promise<number> =>
  withTransaction(pool, async (tx) => {
    await tx.query('set local session_replication_role = replica')
    const { rows } = await tx.query<{ count: number }>(
      'select count(*)::int as count from payments',
    )
    await tx.query(`truncate ${FORGOTTEN.join(', ')}`)
    await tx.query('update status_quotas set accepted_at = default')
    return rows[0]?.count ?? 0
  })
