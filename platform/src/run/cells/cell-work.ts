import { signClosedStatements } from '../../money/settlement/documents/sign-closed.ts'
import type { Documents } from '../../money/settlement/documents/documents.ts'
import { listenForWebhooks } from '../../delivery/webhooks/dispatcher/notify.ts'
import { createNotifier } from '../../operations/notifications/notifier.ts'
import type { Core, PlatformParts, Shared } from '../core.ts'
import { recordCalls, type CallSource } from '../../operations/figures/count-calls.ts'
import { createSealing, NO_SEALS } from '../../operations/audit-seals/sealing.ts'
import { periodicWork, type PeriodicWork } from '../../operations/periodic/tasks.ts'
import { retentionOf } from '../../operations/retention/retention-of.ts'
import type { JoinedCell } from '../../cells/cell.ts'
import { levelOfFailure } from '../../base/database/fenced.ts'
import type { EveryCell } from '../../cells/every-cell.ts'

type WorkingCell = JoinedCell & { core: Core & { documents: Documents } }

export type WorkDeps = {
  calls: CallSource
  issuer: () => string
  /** For what the control cell does about all partners; null in another cell. */
  everyCell: EveryCell | null
}

export type CellWork = PeriodicWork & {
  /** Records what was counted of calls: once more after the last one. */
  recordCalls(): Promise<void>
}

/** What goes on in a cell without a request: deliveries, and the tasks that run by the clock. */
export const cellWork = (
  { config, keyring, log: processLog }: Pick<PlatformParts, 'config' | 'keyring' | 'log'>,
  { processId, metrics, roles }: Pick<Shared, 'processId' | 'metrics' | 'roles'>,
  { name, url, db, core, ready, isReady }: WorkingCell,
  { calls, issuer, everyCell }: WorkDeps,
): CellWork => {
  const log = name === '' ? processLog : processLog.child({ cell: name })
  const { dispatcher, lead, makeTransition, wake, echoes, canaries, documents } = core
  const sealing = createSealing({ pool: db.pool, keyring }, config.auditSeals ?? NO_SEALS)
  const signing = () => signClosedStatements(db.pool, documents.manifest, log)
  // Each cell watches for its own incidents: what is wrong in one is not found in another.
  const notifier = config.notify
    ? createNotifier(config.notify, {
        pool: db.pool,
        origin: issuer,
        onResult: metrics.countNotification,
        log,
      })
    : null
  const doing = {
    db,
    everyCell,
    roles,
    lead,
    makeTransition,
    wake,
    echoes,
    canaries,
    signing,
    sealing,
    calls,
    notifier,
  }
  const work = periodicWork({ ...doing, retention: retentionOf(config, name), log })
  let listener: ReturnType<typeof listenForWebhooks> | undefined
  let isStopping = false

  const begin = (): void => {
    if (isStopping) return
    work.start()
    lead.start()
    if (!roles.includes('dispatch')) return
    dispatcher.start()
    listener = listenForWebhooks(url, processId, dispatcher, log)
  }

  return {
    // A cell that is away at the start begins when it is joined.
    start: () => void ready.then(begin),
    ages: () =>
      name === ''
        ? work.ages()
        : work.ages().map((age) => Object.assign(age, { task: `${age.task} (cell ${name})` })),
    async stop() {
      isStopping = true
      notifier?.stop()
      await Promise.all([lead.stop(), work.stop(), dispatcher.stop(), listener?.close()])
      await Promise.all([notifier?.close(), sealing.close()])
    },
    async recordCalls() {
      if (!isReady()) return
      await recordCalls(db.notes, calls).catch((error: unknown) => {
        log[levelOfFailure(error)]({ err: error }, 'the last calls were not counted')
      })
    },
  }
}
