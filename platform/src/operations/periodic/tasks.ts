import type { ProcessRole } from '@wasl/protocol'
import type { Logger } from 'pino'
import { matchCertainLines, resumeMatches } from '../../money/bank/match.ts'
import type { EveryCell } from '../../cells/every-cell.ts'
import { forgetOldTries } from '../../parties/credentials/guesses.ts'
import { forgetTriesOfLongAgo } from '../../parties/credentials/tries.ts'
import type { Database } from '../../base/database/database.ts'
import { createDayCloser, createRollUpTask } from '../../ledger/keep-books.ts'
import { summarizePastMonths } from '../../ledger/summarize.ts'
import type { EchoLoop } from '../../delivery/echoes/echo-loop.ts'
import { forgetOldEchoes } from '../../delivery/echoes/forget.ts'
import type { Notifier } from '../notifications/notifier.ts'
import { expireLapsedLocks, type LapsedLock } from '../../payments/expire.ts'
import { forgetOldKeys } from '../../base/idempotency/forget-old.ts'
import { forgetOldNotices } from '../../parties/people/security-notices.ts'
import { forgetOldSessions } from '../../parties/people/forget-old-sessions.ts'
import { expireRefunds } from '../../payments/refunds/expire.ts'
import { makePartitions } from '../retention/make-partitions.ts'
import { createPartitionDropper } from '../retention/drop-old-partitions.ts'
import type { RetentionConfig } from '../retention/kept-from.ts'
import { runDailyChecks } from '../integrity/run.ts'
import { stepResends } from '../../delivery/resends/step.ts'
import { closeDueStatements } from '../../money/settlement/statements/close-due.ts'
import { repairQuotas } from '../../payments/status/repair-quotas.ts'
import type { MakeTransition } from '../../payments/transition.ts'
import { forgetOldCalls, recordCalls, type CallSource } from '../figures/count-calls.ts'
import { sumNextDay } from '../figures/sum-days.ts'
import type { Lead } from './lead.ts'
import { periodic, type Periodic, type TaskAge } from './schedule.ts'
import { whileLeading } from './while-leading.ts'
import type { Sealing } from '../audit-seals/sealing.ts'
import { repairDueTimes } from '../../delivery/webhooks/queue/repair-due-times.ts'

/** The longest delay until a partner learns of a lapsed lock. The status shows it at once. */
const EXPIRE_PAUSE_MS = 1_000

const CLEAN_PAUSE_MS = 60_000

/** Keys deleted by one statement: few enough that no other statement waits noticeably. */
const KEYS_MAX = 5_000

/** A balance reads the transfers of this time one by one. */
const ROLL_UP_PAUSE_MS = 5_000

/** How long after midnight a day is closed. */
const CLOSE_PAUSE_MS = 5_000

/** The next events of a resend become due when those before them are sent. */
const RESEND_PAUSE_MS = 1_000

/** The first echo of a payment comes ten minutes after its acknowledgement. */
const ECHO_PAUSE_MS = 2_000

/** A canary is due once an hour, those of all partners spread over it. */
const CANARY_PAUSE_MS = 1_000

/** How late a slip that follows its bank line, and a match of a process that died, are noticed. */
const MATCH_PAUSE_MS = 15_000

/** How soon after its sealing a day is checked. */
const CHECK_PAUSE_MS = 600_000

/** How soon after its closing a statement has its manifest. */
const SIGN_PAUSE_MS = 60_000

/** How soon an incident is noticed, and a notification sent. */
const WATCH_PAUSE_MS = 30_000
const NOTIFY_PAUSE_MS = 5_000

/** How long an entry of the audit log has no place in its chain. */
const CHAIN_PAUSE_MS = 5_000

/** Partitions are made a week ahead, and dropped whenever; one failed run does no harm. */
const PARTITION_PAUSE_MS = 3_600_000

export type PeriodicWork = { start(): void; ages(): TaskAge[]; stop(): Promise<void> }

export type PeriodicDeps = {
  db: Database
  /** For what the control cell does about all partners; null in another cell. */
  everyCell: EveryCell | null
  roles: readonly ProcessRole[]
  /** Which process runs what one process is enough for. */
  lead: Lead
  makeTransition: MakeTransition
  wake: () => void
  echoes: EchoLoop
  /** Makes the canaries that are due. Resolves with whether more may be due. */
  canaries: () => Promise<boolean>
  /** Signs statements that were closed. Resolves with whether there are more. */
  signing: () => Promise<boolean>
  sealing: Sealing
  /** What this process counted and has not recorded. */
  calls: CallSource
  /** Null when the operator is not notified. */
  notifier: Notifier | null
  retention: RetentionConfig
  log: Logger
}

/**
 * The tasks that run by the clock. Each may run in several processes at once. One process leads those
 * about the whole database (W168); the others are about what each process has of its own.
 */
export const periodicWork = (deps: PeriodicDeps): PeriodicWork => {
  const { db, roles, lead, echoes, calls, notifier, sealing, retention, log } = deps
  let isStopping = false
  let own: Periodic[] = []
  const dropOld = createPartitionDropper(db.pool, retention, log)
  const isPeriodic = roles.includes('periodic')
  const led = [
    whileLeading(lead, 'periodic', () => databaseTasks(deps)),
    // Not every process may be told whom to notify.
    whileLeading(lead, 'notify', () => (notifier === null ? [] : notifyTasks(notifier, log))),
  ]
  return {
    start() {
      own = [
        // Any process may have called partners.
        periodic('record calls of partners', CLEAN_PAUSE_MS, log, () =>
          recordCalls(db.notes, calls),
        ),
        // Only some processes may have the folder for exports.
        ...(isPeriodic
          ? [
              periodic('drop old partitions', PARTITION_PAUSE_MS, log, () =>
                dropOld(() => isStopping),
              ),
              ...sealing.offers.map(({ name, run }) => periodic(name, CLEAN_PAUSE_MS, log, run)),
            ]
          : []),
      ]
    },
    ages: () => [...own.map((task) => task.age()), ...led.flatMap((tasks) => tasks.ages())],
    async stop() {
      isStopping = true
      await Promise.all([...own, ...led].map((tasks) => tasks.stop()))
      await echoes.stop()
    },
  }
}

/** What one process does for the whole database. */
const databaseTasks = ({
  db,
  everyCell,
  makeTransition,
  wake,
  echoes,
  canaries,
  signing,
  sealing,
  log,
}: PeriodicDeps): Periodic[] => {
  let lastLapsed: LapsedLock | null = null
  return [
    periodic('expire lapsed locks', EXPIRE_PAUSE_MS, log, async () => {
      const from = lastLapsed
      lastLapsed = null
      const { released, leftOff } = await expireLapsedLocks(db.hot, makeTransition, from)
      if (released > 0) wake()
      lastLapsed = leftOff
      return leftOff !== null
    }),
    periodic('expire refunds', CLEAN_PAUSE_MS, log, () => expireRefunds(db.pool)),
    ...forgettingTasks(db, log),
    periodic('repair quotas', CLEAN_PAUSE_MS, log, () => repairQuotas(db.notes)),
    periodic('repair due times', CLEAN_PAUSE_MS, log, async () => {
      const { repaired, mayBeMore } = await repairDueTimes(db.notes)
      if (repaired > 0) wake()
      return mayBeMore
    }),
    periodic('send backlogs again', RESEND_PAUSE_MS, log, async () => {
      if ((await stepResends(db.pool)) > 0) wake()
    }),
    periodic('look paid references up again', ECHO_PAUSE_MS, log, () => echoes.round()),
    periodic('look test references up', CANARY_PAUSE_MS, log, canaries),
    periodic('sum up sealed days', CLEAN_PAUSE_MS, log, () => sumNextDay(db.pool)),
    ...booksTasks({ db, everyCell, signing, log }),
    periodic('chain and seal the audit log', CHAIN_PAUSE_MS, log, () => sealing.round()),
    periodic('make partitions', PARTITION_PAUSE_MS, log, () => makePartitions(db.pool)),
  ]
}

/** The tasks that delete what is no longer needed. */
const forgettingTasks = (db: Database, log: Logger): Periodic[] => [
  periodic('forget old idempotency keys', CLEAN_PAUSE_MS, log, async () => {
    const { mayBeMore } = await forgetOldKeys(db.notes, KEYS_MAX)
    return mayBeMore
  }),
  periodic('forget old tries to sign in', CLEAN_PAUSE_MS, log, async () => {
    await forgetOldTries(db.pool)
    await forgetOldNotices(db.pool)
    await forgetTriesOfLongAgo(db.pool)
  }),
  periodic('forget old sessions', CLEAN_PAUSE_MS, log, () => forgetOldSessions(db.pool)),
  periodic('forget old echoes', CLEAN_PAUSE_MS, log, async () => {
    return (await forgetOldEchoes(db.notes, KEYS_MAX)) === KEYS_MAX
  }),
  periodic('forget old calls of partners', CLEAN_PAUSE_MS, log, () => forgetOldCalls(db.notes)),
]

/** The tasks that notify the operator. One transport that hangs does not hold up the other. */
const notifyTasks = (notifier: Notifier, log: Logger): Periodic[] => [
  periodic('watch for incidents', WATCH_PAUSE_MS, log, () => notifier.watch()),
  ...notifier.transports.map((transport) =>
    periodic(`notify by ${transport}`, NOTIFY_PAUSE_MS, log, () => notifier.send(transport)),
  ),
]

/** The tasks about money. */
const booksTasks = ({
  db,
  everyCell,
  signing,
  log,
}: Pick<PeriodicDeps, 'db' | 'everyCell' | 'signing' | 'log'>): Periodic[] => [
  periodic('roll up the ledger', ROLL_UP_PAUSE_MS, log, createRollUpTask(db.pool, log)),
  periodic('close days', CLOSE_PAUSE_MS, log, createDayCloser(db.pool, log)),
  periodic('check integrity', CHECK_PAUSE_MS, log, () =>
    runDailyChecks(db.pool, db.operatorLists, log, overCells(everyCell)),
  ),
  periodic('sign statements', SIGN_PAUSE_MS, log, signing),
  periodic('summarize past months', PARTITION_PAUSE_MS, log, () => summarizePastMonths(db.pool)),
  periodic('close statements', CLOSE_PAUSE_MS, log, () =>
    closeDueStatements(db.pool, log, everyCell),
  ),
  ...(everyCell === null ? [] : [matchingTask(everyCell, log)]),
]

/** One database judges by itself what the control cell judges over all. */
const overCells = (everyCell: EveryCell | null): EveryCell | null =>
  everyCell?.isAlone === false ? everyCell : null

const matchingTask = (everyCell: EveryCell, log: Logger): Periodic =>
  periodic('match bank lines', MATCH_PAUSE_MS, log, async () => {
    await resumeMatches(everyCell)
    return (await matchCertainLines(everyCell)).mayBeMore
  })
