import type { ChannelKind } from '@wasl/protocol'
import type { FastifyInstance } from 'fastify'
import { agentChecks } from './cash/agents/checks.ts'
import { createChannelLimits } from './channels/limits.ts'
import { accountApi } from './http/account/account-api.ts'
import { createAddressLimit } from './http/server/address-limit.ts'
import { signInApi } from './http/account/sign-in-api.ts'
import { channelApi } from './http/channel/channel-api.ts'
import { docs } from './http/service/docs.ts'
import { publishedKeys } from './http/service/published-keys.ts'
import { health } from './http/service/health.ts'
import { screens } from './http/screens/screens.ts'
import { timeZoneReader } from './http/screens/time-zone.ts'
import { operatorApi } from './http/operator/operator-api.ts'
import { answerBrokenStatusPath, partnerStatus, type AskedBefore } from './http/partner/status.ts'
import { partnerApi } from './http/partner/partner-api.ts'
import { createRecordRequest, recordRequests } from './http/server/record-requests.ts'
import { answerBrokenCodePath, payerPages } from './http/payer/pages.ts'
import { publicOriginOf } from './http/server/public-origin.ts'
import { createAdmission, type Admission } from './http/server/session-gate.ts'
import { createServer } from './http/server/server.ts'
import { createStatusLane } from './http/partner/status-lane.ts'
import { authenticateChannel } from './keys/authenticate.ts'
import { createKeyUses } from './keys/key-use.ts'
import { countFailures } from './lookups/count-failures.ts'
import { createLookUp } from './lookups/look-up.ts'
import { recordWarning } from './partners/record-warning.ts'
import { lockSecondsFor } from './payments/lock-seconds.ts'
import { createReadStatus } from './status/read-status.ts'
import { LOOKUP_SPAN } from './spans.ts'
import { NO_TRACING } from './tracing.ts'
import type { Documents } from './settlement/documents/documents.ts'
import type { Core, PlatformParts } from './core.ts'

type RoutesCore = Core & { documents: Documents }

/** Adds every route of the platform to a new server. */
export const serveRoutes = (
  parts: PlatformParts,
  core: RoutesCore,
  isStopping: () => boolean,
): FastifyInstance => {
  const { config, db, keyring, log, hooks = {} } = parts
  const { metrics, makeTransition, wake, documents, send, loadTarget } = core
  const addressLimit = createAddressLimit()
  const record = createRecordRequest(metrics, log)
  const askedBefore: AskedBefore = new WeakMap()
  const readStatus = createReadStatus(db.status, db.apart)
  const keyUses = createKeyUses(db.notes)
  const status = { readStatus, makeTransition, addressLimit, keyUses, askedBefore }
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
        keyUses,
        record,
        isStopping,
      }),
    }),
  })
  hooks.onServer?.(app)
  recordRequests(app, record, (request) => askedBefore.get(request)?.startedMs)
  health(app, { db, metrics, isStopping })
  docs(app)
  const publicOrigin = publicOriginOf(app, config)
  const admission = createAdmission({ db, addressLimit, publicOrigin })
  const signingIn = { ...admission, db, keyring, publicOrigin }
  accountApi(app, signingIn)
  signInApi(app, signingIn)
  publishedKeys(app, { pool: db.probes, publicOrigin })
  partnerStatus(app, status)
  const codes = { publicOrigin, guid: config.qrGuid }
  const shared = { ...admission, db, keyring, config, makeTransition, wake, send, documents, codes }
  partnerApi(app, { ...shared, publicOrigin, keyUses, loadTarget })
  serveChannels(app, parts, core, { ...admission, publicOrigin })
  operatorApi(app, { ...shared, refunds: core.refunds, notify: config.notify ?? null })
  screens(app, timeZoneReader(db.probes))
  payerPages(app, { hot: db.hot, makeTransition, publicOrigin, links: config.payLinks, log })
  return app
}

const serveChannels = (
  app: FastifyInstance,
  { config, db, keyring, log, hooks = {}, tracing = NO_TRACING }: PlatformParts,
  core: RoutesCore,
  shared: Admission & { publicOrigin: () => string },
): void => {
  const { metrics, lookups, loadTarget, makeTransition, lockReference, lockQrPayment, wake } = core
  channelApi(app, {
    ...agentChecks(db),
    hot: db.hot,
    pool: db.pool,
    lists: db.partnerLists,
    keyring,
    ...shared,
    notes: db.notes,
    makeTransition,
    lockSecondsFor: (kind: ChannelKind, asked?: number) =>
      lockSecondsFor(db.hot, kind, config.lockSeconds, asked),
    limits: metrics.countLimits(createChannelLimits(db.hot)),
    wake,
    authenticate: (key) => authenticateChannel(db, key),
    lockReference,
    lockQrPayment,
    loadTarget,
    tracing,
    lookUp: tracing.traced(
      LOOKUP_SPAN,
      countFailures(db.notes)(
        metrics.timeLookup(createLookUp({ send: lookups.send, log, onLookup: hooks.onLookup })),
      ),
    ),
    warn: (partnerId, reference, message) =>
      recordWarning(db.pool, partnerId, { kind: 'amount_detail', reference, message }),
    log,
  })
}
