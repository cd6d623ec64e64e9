/** The entry of @wasl/platform, for programs that run the platform inside themselves. */
export { homesCommand, type HomesCommand } from '../moves/homes-command.ts'
export { BY_COMMAND } from './commands/run-command.ts'
export { readConfig } from '../base/config/config.ts'
export type { Config } from '../base/config/config.ts'
export type { PlatformHooks } from '../http/hooks.ts'
export { createLog } from '../base/log.ts'
export { makeFolder } from '../base/files/make-folder.ts'
export { createOutbound } from '../base/outbound/outbound.ts'
export type {
  OutboundFailure,
  OutboundRequest,
  OutboundResult,
  Send,
} from '../base/outbound/outbound-types.ts'
export type { Lookup } from '../delivery/lookups/ask-partner.ts'
export { withoutSecret } from '../delivery/lookups/partner-text.ts'
export { LOCAL_CELLS, startLocalCells } from './local/local-cells.ts'
export type { LocalHomes } from './local/local-homes.ts'
export type { LocalUser } from './local/sign-in.ts'
export { startPlatform } from './start.ts'
export { StartProblem } from '../base/start-problem.ts'
export type { RunningPlatform } from './start.ts'
export { judge } from '../delivery/webhooks/acknowledgement.ts'
export type { Outcome } from '../delivery/webhooks/acknowledgement.ts'
export type { ClaimedDelivery } from '../delivery/webhooks/queue/claim.ts'
export { ATTEMPT_TIMEOUT_MS } from '../delivery/webhooks/signed-request.ts'
export { RETRY_DELAYS_SECONDS } from '../delivery/webhooks/retry-schedule.ts'
export type { AttemptResult } from '../delivery/webhooks/queue/record.ts'
