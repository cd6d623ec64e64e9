import { pickLanguage } from '@wasl/protocol'
import { OPERATIONS } from '@wasl/protocol/operations'
import { listRuns, readRun } from '../../operations/live-checks/read.ts'
import type { LiveRunRow } from '../../operations/live-checks/row.ts'
import type { Runner } from '../../operations/live-checks/runner.ts'
import { startRun } from '../../operations/live-checks/start.ts'
import { liveReport } from '../pages/live-report.ts'
import type { TestDeps } from '../../operations/test-calls/test-partner.ts'
import { liveRunOf } from '../bodies/live-run.ts'
import { pageOf, readCursor, readUuid } from '../server/cursor.ts'
import { Answered, type Handlers } from '../server/routes.ts'
import { createPartnerGate, LIST_LIMITS } from './partner-gate.ts'
import type { EventsCaller } from './partner.ts'

export const { liveChecks: PARTNER_LIVE_CHECKS } = OPERATIONS.partner

/** A partner checks its live integration (W152). */
export const partnerLiveChecks = (
  { pool, loadTarget }: Pick<TestDeps, 'pool' | 'loadTarget'>,
  runner: Runner,
): Handlers<typeof PARTNER_LIVE_CHECKS, EventsCaller> => {
  const lists = createPartnerGate(LIST_LIMITS)

  const found = (partnerId: number, runId: string): Promise<LiveRunRow | null> =>
    lists.within(partnerId, () => readRun(pool, partnerId, runId))

  return {
    async startLiveChecks({ body, caller: { partnerId, actor } }, refuse) {
      const target = await loadTarget(partnerId)
      if (target === null) throw refuse('PARTNER_API403_MERCHANT_INACTIVE')
      const reference = body.reference ?? null
      const started = await startRun(pool, target, reference, actor)
      if (!started.ok) {
        const { why } = started
        if (why === 'running')
          throw refuse('CHECKS409_RUNNING', { extra: { runId: started.runId } })
        const headers = { 'retry-after': String(started.retryAfterSeconds) }
        throw refuse('CHECKS429_TOO_MANY', { headers })
      }
      const { run_id: runId, started_at: at } = started.row
      runner.begin(runId, { target, subject: { testId: runId, at }, reference })
      return liveRunOf(started.row)
    },

    listLiveChecks: ({ query, caller: { partnerId } }) =>
      lists.within(partnerId, async () => {
        const beforeId = readCursor(query.cursor, readUuid)
        const rows = await listRuns(pool, partnerId, { limit: query.limit + 1, beforeId })
        return pageOf(rows, query.limit, { idOf: (row) => row.run_id, toItem: liveRunOf })
      }),

    async readLiveChecks({ params, caller: { partnerId } }, refuse) {
      const row = await found(partnerId, params.runId)
      if (row === null) throw refuse('CHECKS404_NOT_FOUND')
      return liveRunOf(row)
    },

    async readLiveChecksReport({ params, query, caller: { partnerId }, request }, refuse) {
      const row = await found(partnerId, params.runId)
      if (row === null) throw refuse('CHECKS404_NOT_FOUND')
      const language = query.lang ?? pickLanguage(request.headers['accept-language'])
      const report = liveReport(liveRunOf(row), language)
      return new Answered(200, 'text/html; charset=utf-8', report, REPORT_HEADERS)
    },
  }
}

/** A file to keep: it is never shown on the platform's own origin. */
const REPORT_HEADERS = {
  'content-disposition': 'attachment; filename="live-checks.html"',
  'cache-control': 'private, no-store',
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
  vary: 'accept-language',
}
