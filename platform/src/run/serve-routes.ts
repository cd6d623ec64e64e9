import type { ChannelKind } from '@wasl/protocol'
import type { FastifyInstance } from 'fastify'
import type { CashCells } from '../ledger/custody/over-cells.ts'
import { agentChecks } from '../parties/agents/checks.ts'
import { createChannelLimits } from '../parties/channels/limits.ts'
import { accountApi } from '../http/account/account-api.ts'
import { createAddressLimit } from '../http/server/address-limit.ts'
import { signInApi } from '../http/account/sign-in-api.ts'
import { channelApi } from '../http/channel/channel-api.ts'
import { docs } from '../http/service/docs.ts'
import { publishedKeys } from '../http/service/published-keys.ts'
import { health } from '../http/service/health.ts'
import { screens } from '../http/screens/screens.ts'
import { timeZoneReader } from '../http/screens/time-zone.ts'
import { operatorApi } from '../http/operator/operator-api.ts'
import { answerBrokenStatusPath, partnerStatus, type AskedBefore } from '../http/partner/status.ts'
import { partnerApi } from '../http/partner/partner-api.ts'
import { ownHostsOf } from '../http/server/host-header.ts'
import { noteUnknownThings } from '../http/server/note-unknown.ts'
import { createNotes } from '../operations/restores/notes.ts'
import { createRecordRequest, recordRequests } from '../http/server/record-requests.ts'
import { answerBrokenCodePath, answerUnknownPath, payerPages } from '../http/payer/pages.ts'
import { publicOriginOf } from '../http/server/public-origin.ts'
import { createAdmission } from '../http/server/session-gate.ts'
import { createServer } from '../http/server/server.ts'
import { strictTransportOf } from '../http/server/strict-transport.ts'
import { createStatusLane } from '../http/partner/status-lane.ts'
import { authenticateInAny } from '../parties/keys/authenticate-in-any.ts'
import { countFailures } from '../delivery/lookups/count-failures.ts'
import { createLookUp } from '../delivery/lookups/look-up.ts'
import { recordWarning } from '../parties/partners/record-warning.ts'
import { lockSecondsFor } from '../payments/lock-seconds.ts'
import { LOOKUP_SPAN } from '../http/spans.ts'
import { NO_TRACING } from '../delivery/tracing.ts'
import type { Documents } from '../money/settlement/documents/documents.ts'
import type { JoinedCell } from '../cells/cell.ts'
import type { EveryCell } from '../cells/every-cell.ts'
import { createRouter } from './cells/router.ts'
import type { Core, PlatformParts, Shared } from './core.ts'

export type RoutesCell = JoinedCell & {
  core: Core & { documents: Documents; cashCells: CashCells }
}

/** Adds every route of the platform to a new server. The first cell is the control cell. */
export const serveRoutes = (
  parts: PlatformParts,
  shared: Shared,
  cells: readonly RoutesCell[],
  isStopping: () => boolean,
  everyCell: EveryCell,
): FastifyInstance => {
  const { config, db, cells: platformCells, keyring, log, hooks = {} } = parts
  const { metrics, send } = shared
  const router = createRouter(cells, platformCells?.homes ?? null, (cell) =>
    partsOf(parts, shared, cell.core),
  )
  const { byPartner, spread, databaseOf, control } = router
  const addressLimit = createAddressLimit()
  const record = createRecordRequest(metrics, log)
  const askedBefore: AskedBefore = new WeakMap()
  const status = { ...byPartner, addressLimit, askedBefore }
  const publicOrigin = (): string => originOf()
  const headers = strictTransportOf(config.publicUrl)
  const app = createServer({
    log,
    trustProxy: config.trustProxy,
    answerBrokenPath: (request, reply) =>
      answerBrokenStatusPath(status, request, reply) ?? answerBrokenCodePath(request, reply),
    headers,
    answerUnknownPath,
    ownHosts: hooks.onlyOwnHosts === true ? () => ownHostsOf(publicOrigin()) : null,
    // A hook into the server sees every request.
    ...(!hooks.onServer &&
      !hooks.onlyOwnHosts && {
        lane: createStatusLane({
          status,
          headers,
          askedBefore,
          knownKeys: addressLimit.knownKeys,
          keyUses: byPartner.keyUses,
          record,
          isStopping,
        }),
      }),
  })
  hooks.onServer?.(app)
  const notes = noteUnknownThings(app, createNotes(everyCell, log))
  recordRequests(app, record, (request) => askedBefore.get(request)?.startedMs)
  health(app, { cells, roles: shared.roles, metrics, isStopping })
  docs(app)
  const originOf = publicOriginOf(app, config)
  const admission = createAdmission({ db, databaseOf, addressLimit, publicOrigin })
  const outside = { send, allowPrivateTargets: config.allowPrivateTargets }
  const signingIn = { ...admission, ...outside, db, databaseOf, keyring, publicOrigin }
  accountApi(app, signingIn)
  signInApi(app, signingIn)
  publishedKeys(app, { pool: db.probes, publicOrigin })
  partnerStatus(app, status)
  const codes = { publicOrigin, guid: config.qrGuid }
  const common = { ...admission, ...control, keyring, config, send, codes, publicOrigin, spread }
  const deps = {
    ...common,
    databaseOf,
    keyUses: byPartner.keyUses,
    cells,
    everyCell,
    placePartner: router.placePartner,
  }
  partnerApi(app, { ...deps, authenticate: byPartner.authenticate })
  channelApi(app, { ...deps, authenticate: (key) => authenticateInAny(cells, key) })
  operatorApi(app, { ...deps, noteBankLines: notes.bankLines, notify: config.notify ?? null })
  screens(app, timeZoneReader(db.probes), undefined, publicOrigin)
  payerPages(app, { readCode: byPartner.readCode, publicOrigin, links: config.payLinks, log })
  return app
}

/** What handlers need of the cell in which they run. */
const partsOf = (
  { config, keyring, log, hooks = {}, tracing = NO_TRACING }: PlatformParts,
  { metrics, lookups }: Shared,
  core: RoutesCell['core'],
) => {
  const { db, cashCells, loadTarget, makeTransition, lockReference, lockQrPayment, wake, refunds } =
    core
  return {
    ...agentChecks(db, cashCells),
    db,
    cashCells,
    documents: core.documents,
    refunds: { ...refunds, cells: cashCells },
    hot: db.hot,
    pool: db.pool,
    lists: db.partnerLists,
    keyring,
    notes: db.notes,
    makeTransition,
    lockSecondsFor: (kind: ChannelKind, asked?: number) =>
      lockSecondsFor(db.hot, kind, config.lockSeconds, asked),
    limits: metrics.countLimits(createChannelLimits(db.hot)),
    wake,
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
    warn: (partnerId: number, reference: string, message: string) =>
      recordWarning(db.pool, partnerId, { kind: 'amount_detail', reference, message }),
    log,
  }
}
