import { Counter, Gauge, Histogram, Registry } from 'prom-client'
import { ATTEMPT_OUTCOMES } from '@wasl/protocol'
import type pg from 'pg'
import type { LookupCode } from './partners/read-answer.ts'
import type { MovePayment } from './payments/move.ts'
import type { OpenDeps } from './payments/open.ts'
import type { Cause, Stage } from './payments/payment.ts'
import type { PaymentRow } from './payments/payment-row.ts'
import type { ClaimedDelivery } from './webhooks/claim.ts'
import type { Settlement } from './webhooks/settle.ts'

/** What the operator's dashboards and alarms read at /metrics. Durations are seconds. */
export type Metrics = ReturnType<typeof createMetrics>

/** From a cached read to a partner that uses up its ten seconds. */
const SECONDS_BUCKETS = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/** From an event delivered at once to one delivered by the last attempt of the schedule. */
const DELIVERY_BUCKETS = [0.05, 0.1, 0.25, 0.5, 1, 5, 15, 60, 600, 3_600, 43_200, 86_400, 259_200]

export const createMetrics = (pool: pg.Pool) => {
  const registry = new Registry()
  const { requests, lookups, moves, attempts, deliveries } = createMeters(registry)
  const readDatabase = databaseGauges(registry, pool)
  return {
    contentType: registry.contentType,
    /** Everything in the text format of Prometheus. */
    async scrape(): Promise<string> {
      await readDatabase()
      return registry.metrics()
    },
    requests,
    countAttempt: ({ outcome }: Settlement, { created_seconds }: ClaimedDelivery): void => {
      attempts.inc({ outcome })
      if (outcome === 'acknowledged') deliveries.observe(secondsSince(created_seconds))
    },
    countMoves:
      (movePayment: MovePayment): MovePayment =>
      async (request) => {
        const result = await movePayment(request)
        if (result.found && result.decision === 'move') {
          moves.inc({ stage: result.payment.stage, cause: request.cause })
        }
        return result
      },
    countOpenings:
      <Request>(open: (request: Request) => Promise<PaymentRow | null>) =>
      async (request: Request): Promise<PaymentRow | null> => {
        const payment = await open(request)
        if (payment) moves.inc({ stage: 'locked', cause: 'open' })
        return payment
      },
    timeLookup:
      (lookUp: OpenDeps['lookUp']): OpenDeps['lookUp'] =>
      async (...asked) => {
        const stop = lookups.startTimer()
        const lookup = await lookUp(...asked)
        stop({ outcome: lookup.ok ? 'payable' : lookup.code })
        return lookup
      },
  }
}

const createMeters = (registry: Registry) => {
  const registers = [registry]
  const requests = new Histogram({
    name: 'wasl_http_request_seconds',
    help: 'Time to answer a request, by route, method and status.',
    labelNames: ['method', 'route', 'status'] as const,
    buckets: SECONDS_BUCKETS,
    registers,
  })
  const lookups = new Histogram({
    name: 'wasl_lookup_seconds',
    help: 'Time a partner took to answer a lookup, by outcome.',
    labelNames: ['outcome'] as const,
    buckets: SECONDS_BUCKETS,
    registers,
  })
  const moves = new Counter({
    name: 'wasl_payment_moves_total',
    help: 'Payments that reached a stage.',
    labelNames: ['stage', 'cause'] as const,
    registers,
  })
  const attempts = new Counter({
    name: 'wasl_webhook_attempts_total',
    help: 'Webhook attempts that ended, by outcome.',
    labelNames: ['outcome'] as const,
    registers,
  })
  const deliveries = new Histogram({
    name: 'wasl_webhook_delivery_seconds',
    help: 'Time from an event to its acknowledgement.',
    buckets: DELIVERY_BUCKETS,
    registers,
  })
  // From the first scrape on, and not from the first time that it happens: a counter that appears as 1
  // has not grown for Prometheus, and one that is not there is not 0, so that no alarm would go off.
  for (const [stage, causes] of Object.entries(CAUSES)) {
    for (const cause of causes) moves.inc({ stage, cause }, 0)
  }
  for (const outcome of ATTEMPT_OUTCOMES) attempts.inc({ outcome }, 0)
  for (const outcome of LOOKUP_OUTCOMES) lookups.zero({ outcome })
  return { requests, lookups, moves, attempts, deliveries }
}

/** What brings a payment to each stage (D9). */
const CAUSES = {
  locked: ['open'],
  paid: ['confirm'],
  released: ['cancel', 'fail', 'expire'],
  refunded: ['refund'],
} as const satisfies Record<Stage, readonly (Cause | 'open')[]>

/** What may come of asking a partner (D11). */
const LOOKUP_OUTCOMES = [
  'payable',
  'REFERENCE404_NOT_FOUND',
  'REFERENCE409_ALREADY_PAID',
  'PARTNER502_BAD_RESPONSE',
  'PARTNER503_UNAVAILABLE',
  'PARTNER504_TIMEOUT',
  'SERVER503_UNAVAILABLE',
] as const satisfies readonly ('payable' | LookupCode)[]

/** Events are dated by the database's clock, which may be ahead of this machine's. */
const secondsSince = (seconds: number): number => Math.max(0, Date.now() / 1000 - seconds)

type Health = {
  writable: boolean
  pending: number
  overdue_seconds: number
  failed: number
  snapshot_seconds: number
  standbys: number
  standby_wait_seconds: number
}

/**
 * Gauges that tell how the database stands, and the function that reads it: called for each scrape,
 * so that every process tells the same and nothing is told that is no longer so.
 */
const databaseGauges = (registry: Registry, pool: pg.Pool): (() => Promise<void>) => {
  const gauge = (name: string, help: string): Gauge =>
    new Gauge({ name, help, registers: [registry] })
  const up = gauge(
    'wasl_database_up',
    '1 when the database answered this scrape, and can be written.',
  )
  const depth = gauge('wasl_webhook_queue_depth', 'Deliveries that are owed to partners.')
  const overdue = gauge(
    'wasl_webhook_oldest_due_seconds',
    'How long the oldest due delivery has been waiting; 0 when none is due.',
  )
  const failed = gauge(
    'wasl_webhook_failed',
    'Deliveries that were never acknowledged and whose retry schedule is used up.',
  )
  const snapshot = gauge(
    'wasl_database_oldest_snapshot_seconds',
    'Age of the oldest snapshot: an old one keeps vacuum from cleaning the queue.',
  )
  const standbys = gauge(
    'wasl_database_synchronous_standbys',
    'Standbys that commits wait for; with none, what is confirmed is lost with the primary.',
  )
  const standbyWait = gauge(
    'wasl_database_standby_wait_seconds',
    'How long the oldest commit has been waiting for a standby; 0 when none waits.',
  )
  const facts = [depth, overdue, failed, snapshot, standbys, standbyWait]
  // Scrapes at the same time share one reading: a slow one must not take the probes' connections.
  let reading: Promise<Health | null> | null = null
  return async () => {
    reading ??= readHealth(pool)
      .catch(() => null)
      .finally(() => (reading = null))
    const health = await reading
    up.set(health?.writable ? 1 : 0)
    // What nobody knows is not told: an alarm must not take what was so an hour ago for the present.
    if (!health) return facts.forEach((unknown) => unknown.remove())
    depth.set(health.pending)
    overdue.set(health.overdue_seconds)
    failed.set(health.failed)
    snapshot.set(health.snapshot_seconds)
    standbys.set(health.standbys)
    standbyWait.set(health.standby_wait_seconds)
  }
}

const readHealth = async (pool: pg.Pool): Promise<Health | null> => {
  const { rows } = await pool.query<Health>(`
    select
      current_setting('transaction_read_only') = 'off' as writable,
      (select count(*) from webhook_deliveries where due_at is not null) as pending,
      (
        select count(*) from webhook_deliveries
        where failed_at is not null and delivered_at is null
      ) as failed,
      (
        select coalesce(extract(epoch from wasl_now() - min(due_at)), 0)::float8
        from webhook_deliveries
        where due_at is not null and due_at <= wasl_now()
          and (leased_until > wasl_now()) is not true
      ) as overdue_seconds,
      (
        select coalesce(max(extract(epoch from clock_timestamp() - xact_start)), 0)::float8
        from pg_stat_activity
        where backend_xmin is not null and datname = current_database()
      ) as snapshot_seconds,
      (
        select count(*) from pg_stat_replication where sync_state in ('sync', 'quorum')
      ) as standbys,
      (
        select coalesce(max(extract(epoch from clock_timestamp() - query_start)), 0)::float8
        from pg_stat_activity
        where wait_event = 'SyncRep' and datname = current_database()
      ) as standby_wait_seconds`)
  return rows[0] ?? null
}
