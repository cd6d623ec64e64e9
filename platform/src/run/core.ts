import { PROCESS_ROLES, type ProcessRole } from '@wasl/protocol'
import type { Logger } from 'pino'
import type { HomeCache } from '../cells/home-cache.ts'
import type { JoinedCell } from '../cells/cell.ts'
import type { Config } from '../base/config/config.ts'
import type { Database } from '../base/database/database.ts'
import type { PlatformHooks } from '../http/hooks.ts'
import { createEchoLoop, ECHOES_MAX } from '../delivery/echoes/echo-loop.ts'
import { CANARIES_MAX, createCanaryRound } from '../operations/canaries/round.ts'
import { createMetrics } from '../operations/metrics/metrics.ts'
import { createLead, type Work } from '../operations/periodic/lead.ts'
import { createOutbound } from '../base/outbound/outbound.ts'
import { createPartnerGuard } from '../base/outbound/partner-guard.ts'
import { loadPartnerTarget } from '../parties/partners/load-target.ts'
import type { Keyring } from '../base/secrets/seal.ts'
import { createPartnerTargets } from '../parties/partners/cached-targets.ts'
import { createLockReference } from '../payments/lock.ts'
import { createMakeTransition } from '../payments/transition.ts'
import type { RetentionConfig } from '../operations/retention/kept-from.ts'
import { createRefundDeps } from '../payments/refunds/refund-deps.ts'
import { LOCK_SPAN, RECORD_SPAN } from '../http/spans.ts'
import { createLockQrPayment } from '../payments/qr-codes/lock-payment.ts'
import { NO_TRACING, type Tracing } from '../delivery/tracing.ts'
import { createDispatcher } from '../delivery/webhooks/dispatcher/dispatcher.ts'
import { createRecordResult } from '../delivery/webhooks/queue/record.ts'
import { SIZE_MAX as DELIVERIES_MAX } from '../delivery/webhooks/dispatcher/delivery-window.ts'
import { createNotifier } from '../delivery/webhooks/dispatcher/notify.ts'
import { randomUUID } from '../base/chance.ts'

export type PlatformParts = {
  config: Pick<
    Config,
    | 'host'
    | 'port'
    | 'publicUrl'
    | 'qrGuid'
    | 'payLinks'
    | 'lockSeconds'
    | 'refundApprovalAbove'
    | 'allowPrivateTargets'
    | 'trustProxy'
    | keyof RetentionConfig
  > &
    Partial<
      Pick<Config, 'notify' | 'roles' | 'clientsAccount' | 'manualPostingAbove' | 'auditSeals'>
    >
  db: Database
  databaseUrl: string
  /** With several cells; `db` is then that of the control cell, which is the first. */
  cells?: PlatformCells
  keyring: Keyring
  log: Logger
  hooks?: PlatformHooks
  tracing?: Tracing
}

/** The cells of a platform, when there are several (W170). */
export type PlatformCells = { all: readonly JoinedCell[]; homes: HomeCache }

/** Concurrent lookups of one partner. Further ones are refused as busy. */
const LOOKUPS_MAX = 64

/** What a process has once, however many cells it serves. */
export const createShared = ({
  config,
  db,
  cells,
  log,
  hooks = {},
  tracing = NO_TRACING,
}: PlatformParts) => {
  const metrics = createMetrics(
    db.probes,
    cells?.all.map(({ name, db: { probes } }) => ({ name, probes })) ?? [],
  )
  const outbound = createOutbound({
    allowPrivateTargets: config.allowPrivateTargets,
    maxOriginConnections: LOOKUPS_MAX + DELIVERIES_MAX + ECHOES_MAX + CANARIES_MAX,
  })
  const send = tracing.send(hooks.aroundSend?.(outbound.send) ?? outbound.send)
  const lookups = createPartnerGuard(send, { callsMax: LOOKUPS_MAX })
  metrics.watchBreakers(lookups.breakers)
  const { roles = PROCESS_ROLES } = config
  metrics.watchRoles(roles)
  const processId = randomUUID()
  return { metrics, outbound, send, lookups, processId, roles, config, hooks, tracing, log }
}

export type Shared = ReturnType<typeof createShared>

/** The parts behind the routes and the periodic tasks, without HTTP, of one database. */
export const createCore = (
  { metrics, send, lookups, processId, roles, config, hooks, tracing, log }: Shared,
  db: Database,
  keyring: Keyring,
) => {
  const loadTarget = (partnerId: number) => loadPartnerTarget(db, keyring, partnerId)
  const works = worksOf(roles, config)
  const lead = createLead({ connection: db.notes, processId, works, log })
  const dispatcher = createDispatcher({
    claims: db.claims,
    isLeading: () => lead.holds('dispatch'),
    tellOthers: createNotifier(db.hot, processId),
    record: tracing.traced(RECORD_SPAN, createRecordResult(db.results, db.apart)),
    targets: createPartnerTargets({ load: loadTarget }),
    send,
    tracing,
    log,
    onRecorded(result, delivery) {
      metrics.countAttempt(result, delivery)
      hooks.onAttempt?.(result, delivery)
    },
  })
  return {
    db,
    lead,
    loadTarget,
    echoes: createEchoLoop({
      pool: db.pool,
      loadTarget,
      sendWhenQuiet: lookups.sendWhenQuiet,
      onEcho: metrics.countEcho,
      log,
    }),
    canaries: createCanaryRound({
      pool: db.pool,
      loadTarget,
      send,
      onCanary: metrics.countCanary,
      log,
    }),
    makeTransition: metrics.countTransitions(createMakeTransition(db.moves, db.apart)),
    lockReference: tracing.traced(
      LOCK_SPAN,
      metrics.countOpenings(createLockReference(db.opens, db.apart)),
    ),
    lockQrPayment: tracing.traced(
      LOCK_SPAN,
      metrics.countOpenings(createLockQrPayment(db.opens, db.apart)),
    ),
    refunds: createRefundDeps(db, config, dispatcher.wake, metrics.countRefund),
    dispatcher,
    wake: dispatcher.wake,
  }
}

/** What a process with these roles can do for all others. */
const worksOf = (
  roles: readonly ProcessRole[],
  { notify }: Pick<PlatformParts['config'], 'notify'>,
): Work[] => [
  ...(roles.includes('dispatch') ? (['dispatch'] as const) : []),
  ...(roles.includes('periodic') ? (['periodic'] as const) : []),
  ...(roles.includes('periodic') && notify ? (['notify'] as const) : []),
]

/** What the routes need of a database. */
export type Core = ReturnType<typeof createCore>
