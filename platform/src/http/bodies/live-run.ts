import { LIVE_CHECK_IDS, type LiveRun } from '@wasl/protocol'
import type { LiveRunRow } from '../../operations/live-checks/row.ts'

export const liveRunOf = (row: LiveRunRow): LiveRun => ({
  runId: row.run_id,
  state: stateOf(row),
  startedAt: row.started_at.toISOString(),
  finishedAt: row.finished_at?.toISOString() ?? null,
  askedBy: row.asked_by,
  apiUrl: row.api_url,
  webhookUrl: row.webhook_url,
  reference: row.reference,
  checks: LIVE_CHECK_IDS.length,
  results: row.results,
})

const stateOf = ({ finished_at, is_lost, results }: LiveRunRow): LiveRun['state'] => {
  if (finished_at === null) return is_lost ? 'interrupted' : 'running'
  return results.length < LIVE_CHECK_IDS.length ? 'interrupted' : 'finished'
}
