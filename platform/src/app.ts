import { randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import type { Config } from './config.ts'
import { createChannelLimits } from './channels/limits.ts'
import type { Database } from './database/database.ts'
import type { PlatformHooks } from './hooks.ts'
import { createAddressLimit } from './http/server/address-limit.ts'
import { channelApi } from './http/channel/channel-api.ts'
import { docs } from './http/service/docs.ts'
import { health } from './http/service/health.ts'
import { operatorApi } from './http/operator/operator-api.ts'
import { answerBrokenStatusPath, partnerStatus, type AskedBefore } from './http/partner/status.ts'
import { partnerQrCodes } from './http/partner/qr-codes.ts'
import { partnerWebhookEvents } from './http/partner/webhook-events.ts'
import { createRecordRequest, recordRequests } from './http/server/record-requests.ts'
import { answerBrokenCodePath, payerPages } from './http/payer/pages.ts'
import { publicOriginOf } from './http/server/public-origin.ts'
import { createServer } from './http/server/server.ts'
import { createStatusLane } from './http/partner/status-lane.ts'
import { createMetrics } from './metrics/metrics.ts'
import { createOutbound } from './outbound/outbound.ts'
import { createPartnerGuard } from './outbound/partner-guard.ts'
import { authenticateChannel } from './keys/authenticate.ts'
import { loadPartnerTarget } from './partners/load-target.ts'
import { createLookUp } from './lookups/look-up.ts'
import type { Keyring } from './secrets/seal.ts'
import { createPartnerTargets } from './partners/cached-targets.ts'
import { recordWarning } from './partners/record-warning.ts'
import { createLockReference } from './payments/lock.ts'
import { lockSecondsFor } from './payments/lock-seconds.ts'
import { createMakeTransition } from './payments/transition.ts'
import type { RetentionConfig } from './retention/kept-from.ts'
import { createReadStatus } from './status/read-status.ts'
import { periodicWork } from './periodic/tasks.ts'
import { LOCK_SPAN, LOOKUP_SPAN, RECORD_SPAN } from './spans.ts'
import { createLockQrPayment } from './qr-codes/lock-payment.ts'
import { NO_TRACING, type Tracing } from './tracing.ts'
import { SIZE_MAX as DELIVERIES_MAX } from './webhooks/dispatcher/delivery-window.ts'
import { createDispatcher } from './webhooks/dispatcher/dispatcher.ts'
import { createRecordResult } from './webhooks/queue/record.ts'
import { createNotifier, listenForWebhooks } from './webhooks/dispatcher/notify.ts'

export type PlatformParts = {
  config: Pick<
    Config,
    | 'host'
    | 'port'
    | 'publicUrl'
    | 'qrGuid'
    | 'payLinks'
    | 'lockSeconds'
    | 'allowPrivateTargets'
    | 'trustProxy'
    | keyof RetentionConfig
  >
  db: Database
  databaseUrl: string
  keyring: Keyring
  log: Logger
  hooks?: PlatformHooks
  tracing?: Tracing
}

export type Platform = {
  app: FastifyInstance
  /**
   * Listens, by default on the configured port, and starts delivering. Resolves with the address.
   */
  start(port?: number): Promise<string>
  /** Refuses new requests, finishes the open ones, and closes the database. */
  stop(): Promise<void>
}

/** Concurrent lookups of one partner. Further ones are refused as busy. */
const LOOKUPS_MAX = 64

/** How soon a shutdown notices that a connection is idle. */
const CLOSE_IDLE_MS = 50

/**
 * By then every request of a channel or partner is answered (W67): a lookup takes at most 5
 * seconds. A connection that is still open has sent nothing, or half a request. Node.js sets no
 * limit to slow requests while its server closes, so it would delay the shutdown.
 */
const CLOSE_ALL_MS = 10_000

/** Connects all parts of the platform. */
export const buildApp = (parts: PlatformParts): Platform => {
  const { config, db, databaseUrl, log } = parts
  const core = createCore(parts)
  const { dispatcher, outbound, makeTransition, wake } = core
  let stopping = false
  const app = serve(parts, core, () => stopping)
  const work = periodicWork({ db, retention: config, makeTransition, wake, log })
  core.metrics.watchTasks(work.ages)
  let listener: ReturnType<typeof listenForWebhooks> | undefined
  return {
    app,
    async start(port = config.port) {
      const address = await app.listen({ host: config.host, port })
      dispatcher.start()
      work.start()
      listener = listenForWebhooks(databaseUrl, core.processId, dispatcher.wakeForOthers, log)
      return address
    },
    async stop() {
      stopping = true
      await Promise.all([closeServer(app), work.stop(), dispatcher.stop(), listener?.close()])
      await outbound.close()
      await db.close()
    },
  }
}

/** Refuses new requests, and answers the open ones. */
const closeServer = async (app: FastifyInstance): Promise<void> => {
  // Closing the server closes connections that are idle now. Clients would keep the others open
  // long after their last answer.
  const closingIdle = setInterval(() => app.server.closeIdleConnections(), CLOSE_IDLE_MS)
  const closingAll = setTimeout(() => app.server.closeAllConnections(), CLOSE_ALL_MS)
  try {
    await app.close()
  } finally {
    clearInterval(closingIdle)
    clearTimeout(closingAll)
  }
}

/** The parts behind the routes and the periodic tasks, without HTTP. */
const createCore = ({
  config,
  db,
  keyring,
  log,
  hooks = {},
  tracing = NO_TRACING,
}: PlatformParts) => {
  const metrics = createMetrics(db.probes)
  const outbound = createOutbound({
    allowPrivateTargets: config.allowPrivateTargets,
    maxOriginConnections: LOOKUPS_MAX + DELIVERIES_MAX,
  })
  const send = tracing.send(hooks.aroundSend?.(outbound.send) ?? outbound.send)
  const loadTarget = (partnerId: number) => loadPartnerTarget(db, keyring, partnerId)
  const processId = randomUUID()
  const dispatcher = createDispatcher({
    claims: db.claims,
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
  const lookups = createPartnerGuard(send, { callsMax: LOOKUPS_MAX })
  metrics.watchBreakers(lookups.breakers)
  return {
    metrics,
    outbound,
    lookups,
    loadTarget,
    makeTransition: metrics.countTransitions(createMakeTransition(db.moves, db.apart)),
    lockReference: tracing.traced(
      LOCK_SPAN,
      metrics.countOpenings(createLockReference(db.opens, db.apart)),
    ),
    lockQrPayment: tracing.traced(
      LOCK_SPAN,
      metrics.countOpenings(createLockQrPayment(db.opens, db.apart)),
    ),
    dispatcher,
    processId,
    wake: dispatcher.wake,
  }
}

const serve = (
  { config, db, keyring, log, hooks = {}, tracing = NO_TRACING }: PlatformParts,
  core: ReturnType<typeof createCore>,
  isStopping: () => boolean,
): FastifyInstance => {
  const { metrics, lookups, loadTarget, makeTransition, lockReference, lockQrPayment, wake } = core
  const addressLimit = createAddressLimit()
  const record = createRecordRequest(metrics, log)
  const askedBefore: AskedBefore = new WeakMap()
  const readStatus = createReadStatus(db.status, db.apart)
  const status = { readStatus, makeTransition, addressLimit, askedBefore }
  const app = createServer({
    log,
    trustProxy: config.trustProxy,
    answerBrokenPath: (request, reply) =>
      answerBrokenStatusPath(status, request, reply) ?? answerBrokenCodePath(request, reply),
    // A hook into the server sees every request.
    ...(!hooks.onServer && {
      lane: createStatusLane({
        status,
        askedBefore,
        knownKeys: addressLimit.knownKeys,
        record,
        isStopping,
      }),
    }),
  })
  hooks.onServer?.(app)
  recordRequests(app, record, (request) => askedBefore.get(request)?.startedMs)
  health(app, { db, metrics, isStopping })
  docs(app)
  partnerStatus(app, status)
  partnerWebhookEvents(app, { db, wake, addressLimit })
  partnerQrCodes(app, { db, makeTransition, addressLimit })
  channelApi(app, {
    hot: db.hot,
    notes: db.notes,
    makeTransition,
    lockSecondsFor: (kind) => lockSecondsFor(db.hot, kind, config.lockSeconds),
    limits: metrics.countLimits(createChannelLimits(db.hot)),
    wake,
    addressLimit,
    authenticate: (key) => authenticateChannel(db, key),
    lockReference,
    lockQrPayment,
    loadTarget,
    tracing,
    lookUp: tracing.traced(
      LOOKUP_SPAN,
      metrics.timeLookup(createLookUp({ send: lookups.send, log, onLookup: hooks.onLookup })),
    ),
    warn: (partnerId, reference, message) =>
      recordWarning(db.pool, partnerId, { kind: 'amount_detail', reference, message }),
    log,
  })
  const publicOrigin = publicOriginOf(app, config)
  const codes = { publicOrigin, guid: config.qrGuid }
  operatorApi(app, { db, keyring, config, makeTransition, wake, addressLimit, codes })
  payerPages(app, { hot: db.hot, makeTransition, publicOrigin, links: config.payLinks, log })
  return app
}
