import type { Logger } from 'pino'
import { agentChecks } from '../../src/parties/agents/checks.ts'
import { createChannelLimits } from '../../src/parties/channels/limits.ts'
import { createLookUp } from '../../src/delivery/lookups/look-up.ts'
import type { Database } from '../../src/base/database/database.ts'
import type { Send } from '../../src/base/outbound/outbound-types.ts'
import { createPartnerGuard } from '../../src/base/outbound/partner-guard.ts'
import { createPartnerTargets } from '../../src/parties/partners/cached-targets.ts'
import { loadPartnerTarget } from '../../src/parties/partners/load-target.ts'
import type { ConfirmDeps } from '../../src/payments/confirm.ts'
import { createLockReference } from '../../src/payments/lock.ts'
import { lockSecondsFor } from '../../src/payments/lock-seconds.ts'
import type { OpenDeps } from '../../src/payments/open.ts'
import { createMakeTransition } from '../../src/payments/transition.ts'
import { createLockQrPayment } from '../../src/payments/qr-codes/lock-payment.ts'
import type { PayDeps } from '../../src/payments/qr-codes/pay.ts'
import type { RefundDeps } from '../../src/payments/refunds/request.ts'
import type { Keyring } from '../../src/base/secrets/seal.ts'
import { createReadStatus, type ReadStatus } from '../../src/payments/status/read-status.ts'
import {
  createDispatcher,
  type Dispatcher,
} from '../../src/delivery/webhooks/dispatcher/dispatcher.ts'
import { createRecordResult } from '../../src/delivery/webhooks/queue/record.ts'
import type { ProcessOwner } from './scheduler.ts'

/** The usual lock: short, so that many lapse. */
const LOCK_SECONDS = 300

/** Refunds above this need a second person. Centimes. */
export const APPROVAL_ABOVE = 600_00

/** One process of the platform, as `core.ts` and `serve-routes.ts` put it together, without HTTP. */
export type SimulatedProcess = {
  owner: ProcessOwner
  db: Database
  payments: OpenDeps & ConfirmDeps
  codes: PayDeps
  refunds: RefundDeps
  readStatus: ReadStatus
  dispatcher: Dispatcher
  log: Logger
  /** Operations of its callers under way. */
  underway: number
}

export type ProcessParts = {
  owner: ProcessOwner
  db: Database
  keyring: Keyring
  send: Send
  log: Logger
}

export const startProcess = ({ owner, db, keyring, send, log }: ProcessParts): SimulatedProcess => {
  const loadTarget = (partnerId: number) => loadPartnerTarget(db, keyring, partnerId)
  const dispatcher = createDispatcher({
    claims: db.claims,
    record: createRecordResult(db.results, db.apart),
    targets: createPartnerTargets({ load: loadTarget }),
    send,
    log,
  })
  const makeTransition = createMakeTransition(db.moves, db.apart)
  const lookups = createPartnerGuard(send, { callsMax: 64 })
  const { wake } = dispatcher
  const shared = {
    ...agentChecks(db),
    hot: db.hot,
    notes: db.notes,
    makeTransition,
    loadTarget,
    lockSecondsFor: (kind: Parameters<typeof lockSecondsFor>[1], asked?: number) =>
      lockSecondsFor(db.hot, kind, LOCK_SECONDS, asked),
    limits: createChannelLimits(db.hot),
    wake,
    log,
  }
  dispatcher.start()
  return {
    owner,
    db,
    payments: {
      ...shared,
      lockReference: createLockReference(db.opens, db.apart),
      lookUp: createLookUp({ send: lookups.send, log, onLookup: undefined }),
      warn: () => Promise.resolve(),
    },
    codes: { ...shared, lockQrPayment: createLockQrPayment(db.opens, db.apart) },
    refunds: { hot: db.hot, pool: db.pool, approvalAbove: APPROVAL_ABOVE, onMade: wake },
    readStatus: createReadStatus(db.status, db.apart),
    dispatcher,
    log,
    underway: 0,
  }
}
