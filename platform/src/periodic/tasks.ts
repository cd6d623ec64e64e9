import type { Logger } from 'pino'
import type { Database } from '../database/database.ts'
import { expireLapsedLocks, type LapsedLock } from '../payments/expire.ts'
import { forgetOldKeys } from '../payments/idempotency.ts'
import { mendQuotas } from '../status/repair-quotas.ts'
import type { MakeTransition } from '../payments/transition.ts'
import { periodic, type Periodic, type TaskAge } from './schedule.ts'
import { repairDueTimes } from '../webhooks/queue/repair-due-times.ts'
import { ensureAttemptPartitions } from '../webhooks/partitions.ts'

/** A partner learns of a lapsed lock about this late at worst; the status shows it at once. */
const EXPIRE_PAUSE_MS = 1_000

const CLEAN_PAUSE_MS = 60_000

/** Keys forgotten in one statement: short, so that it holds nobody up. */
const KEYS_MAX = 5_000

/** Partitions are made a week ahead, so that a failed run matters little. */
const PARTITION_PAUSE_MS = 3_600_000

export type PeriodicWork = { start(): void; ages(): TaskAge[]; stop(): Promise<void> }

/** What happens by the clock and not because somebody asked. Every process may run it. */
export const periodicWork = ({
  db,
  makeTransition,
  wake,
  log,
}: {
  db: Database
  makeTransition: MakeTransition
  wake: () => void
  log: Logger
}): PeriodicWork => {
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
        periodic('mend quotas', CLEAN_PAUSE_MS, log, () => mendQuotas(db.notes)),
        periodic('mend due times', CLEAN_PAUSE_MS, log, async () => {
          const { mended, mayBeMore } = await repairDueTimes(db.notes)
          if (mended > 0) wake()
          return mayBeMore
        }),
        periodic('make partitions for attempts', PARTITION_PAUSE_MS, log, () =>
          ensureAttemptPartitions(db.pool),
        ),
      ]
    },
    ages: () => running.map((task) => task.age()),
    async stop() {
      await Promise.all(running.map((task) => task.stop()))
    },
  }
}
