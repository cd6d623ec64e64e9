import type { LiveCheckResult } from '@wasl/protocol'

/**
 * The longest run: every call has its own limit, and a run whose time is up makes no further call. A run
 * that began earlier and has no end belonged to a process that died.
 */
export const RUN_SECONDS_MAX = 180

export type LiveRunRow = {
  run_id: string
  started_at: Date
  finished_at: Date | null
  asked_by: string
  api_url: string
  webhook_url: string
  reference: string | null
  results: LiveCheckResult[]
  is_lost: boolean
}

/** SQL: the columns of a run, with the database's clock. */
export const RUN_COLUMNS = `run_id, started_at, finished_at, asked_by, api_url, webhook_url, reference,
  results,
  finished_at is null and started_at <= wasl_now() - interval '${RUN_SECONDS_MAX} s' as is_lost`
