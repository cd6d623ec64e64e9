import { Gauge, type Registry } from 'prom-client'
import type pg from 'pg'

type Health = {
  writable: boolean
  pending: number
  overdue_seconds: number
  failed: number
  snapshot_seconds: number
  standbys: number
  standby_wait_seconds: number
  archive_age_seconds: number
}

/**
 * Gauges of the database's state, and the function that reads them. It runs at each scrape, so that
 * every process reports the same, current values.
 */
export const databaseGauges = (registry: Registry, pool: pg.Pool): (() => Promise<void>) => {
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
  const archiveAge = gauge(
    'wasl_database_archive_age_seconds',
    'How long ago PostgreSQL archived a file of its log; 0 when archive_mode is off.',
  )
  const facts = [depth, overdue, failed, snapshot, standbys, standbyWait, archiveAge]
  // Concurrent scrapes share one read: a slow one must not use up the connections for probes.
  let reading: Promise<Health | null> | null = null
  return async () => {
    reading ??= readHealth(pool)
      .catch(() => null)
      .finally(() => (reading = null))
    const health = await reading
    up.set(health?.writable ? 1 : 0)
    // Omit database gauges while the database is down: an alert must not take old values for
    // current ones.
    if (!health) return facts.forEach((unknown) => unknown.remove())
    depth.set(health.pending)
    overdue.set(health.overdue_seconds)
    failed.set(health.failed)
    snapshot.set(health.snapshot_seconds)
    standbys.set(health.standbys)
    standbyWait.set(health.standby_wait_seconds)
    archiveAge.set(health.archive_age_seconds)
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
      ) as standby_wait_seconds,
      (
        select case when current_setting('archive_mode') = 'off' then 0 else greatest(0, extract(epoch from
          clock_timestamp() - coalesce(last_archived_time, pg_postmaster_start_time())))::float8 end
        from pg_stat_archiver
      ) as archive_age_seconds`)
  return rows[0] ?? null
}
