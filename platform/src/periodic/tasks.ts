import type { Logger } from 'pino'
import type { Database } from '../database/database.ts'
import { expireLapsedLocks, type LapsedLock } from '../payments/expire.ts'
import { forgetOldKeys } from '../payments/idempotency.ts'
import { makePartitions } from '../retention/make-partitions.ts'
import { dropOldPartitions } from '../retention/drop-old-partitions.ts'
import type { RetentionConfig } from '../retention/kept-from.ts'
import { repairQuotas } from '../status/repair-quotas.ts'
import type { MakeTransition } from '../payments/transition.ts'
import { periodic, type Periodic, type TaskAge } from './schedule.ts'
import { repairDueTimes } from '../webhooks/queue/repair-due-times.ts'

/** The longest delay until a partner learns of a lapsed lock. The status shows it at once. */
const EXPIRE_PAUSE_MS = 1_000

const CLEAN_PAUSE_MS = 60_000

/** Keys deleted by one statement: few enough that no other statement waits noticeably. */
const KEYS_MAX = 5_000

/** Partitions are made a week ahead, and dropped whenever; one failed run does no harm. */
const PARTITION_PAUSE_MS = 3_600_000

export type PeriodicWork = { start(): void; ages(): TaskAge[]; stop(): Promise<void> }

/** The tasks that run by the clock. Every process may run them. */
export const periodicWork = ({
  db,
  makeTransition,
  wake,
  retention,
  log,
}: {
  db: Database
  makeTransition: MakeTransition
  wake: () => void
  retention: RetentionConfig
  log: Logger
}): PeriodicWork => {
  let isStopping = false
  let running: Periodic[] = []
  let lastLapsed: LapsedLock | null = null
  return {
    start() {
      running = [
        periodic('expire lapsed locks', EXPIRE_PAUSE_MS, log, async () => {
          const from = lastLapsed
          lastLapsed = null
          const { released, leftOff } = await expireLapsedLocks(db.hot, makeTransition, from)
          if (released > 0) wake()
          lastLapsed = leftOff
          return leftOff !== null
        }),
        periodic('forget old idempotency keys', CLEAN_PAUSE_MS, log, async () => {
          const forgotten = await forgetOldKeys(db.notes, KEYS_MAX)
          return forgotten === KEYS_MAX
        }),
        periodic('repair quotas', CLEAN_PAUSE_MS, log, () => repairQuotas(db.notes)),
        periodic('repair due times', CLEAN_PAUSE_MS, log, async () => {
          const { repaired, mayBeMore } = await repairDueTimes(db.notes)
          if (repaired > 0) wake()
          return mayBeMore
        }),
        periodic('make partitions', PARTITION_PAUSE_MS, log, () => makePartitions(db.pool)),
        periodic('drop old partitions', PARTITION_PAUSE_MS, log, () =>
          dropOldPartitions(db.pool, retention, log, () => isStopping),
        ),
      ]
    },
    ages: () => running.map((task) => task.age()),
    async stop() {
      isStopping = true
      await Promise.all(running.map((task) => task.stop()))
    },
  }
}
