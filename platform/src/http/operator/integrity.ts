import { runChecks } from '../../operations/integrity/run.ts'
import { listRuns, type IntegrityRun } from '../../operations/integrity/runs.ts'
import { pageOf, readCursor, readUuid } from '../server/cursor.ts'
import type { OperatorHandlers, RouteDeps } from './operator-deps.ts'

/** The checks of what must always be true (D31). */
export const integrity = ({ db, cashCells }: RouteDeps): OperatorHandlers<'integrity'> => {
  const { pool, operatorLists } = db
  const every = cashCells?.isControl === true ? cashCells.every : null
  let running: Promise<IntegrityRun> | null = null
  return {
    async checkIntegrity({ caller }) {
      const { name } = caller.actor
      running ??= runChecks(pool, operatorLists, name, every).finally(() => (running = null))
      return reportBody(await running)
    },

    async listIntegrityRuns({ query: { limit, cursor } }) {
      const page = { limit: limit + 1, beforeId: readCursor(cursor, readUuid) }
      const rows = await listRuns(operatorLists, page)
      return pageOf(rows, limit, {
        idOf: (run) => run.run_id,
        toItem: (run) => ({
          runId: run.run_id,
          askedBy: run.asked_by,
          durationMs: run.duration_ms,
          ...reportBody(run),
        }),
      })
    },
  }
}

const reportBody = ({ started_at, complete_through, result, items }: IntegrityRun) => ({
  checkedAt: started_at.toISOString(),
  completeThrough: complete_through,
  result,
  items,
})
