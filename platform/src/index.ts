/** The entry of @wasl/platform, for programs that run the platform inside themselves. */
export { homesCommand, type HomesCommand } from './cells/move/homes-command.ts'
export { BY_COMMAND } from './commands/run-command.ts'
export { readConfig } from './config.ts'
export type { Config } from './config.ts'
export type { PlatformHooks } from './hooks.ts'
export { createLog } from './log.ts'
export { makeFolder } from './files/make-folder.ts'
export { createOutbound } from './outbound/outbound.ts'
export type {
  OutboundFailure,
  OutboundRequest,
  OutboundResult,
  Send,
} from './outbound/outbound-types.ts'
export type { Lookup } from './lookups/ask-partner.ts'
export { withoutSecret } from './lookups/partner-text.ts'
export { LOCAL_CELLS, startLocalCells } from './local/local-cells.ts'
export type { LocalHomes } from './local/local-homes.ts'
export type { LocalUser } from './local/sign-in.ts'
export { startPlatform } from './start.ts'
export { StartProblem } from './start-problem.ts'
export type { RunningPlatform } from './start.ts'
export { judge } from './webhooks/acknowledgement.ts'
export type { Outcome } from './webhooks/acknowledgement.ts'
export type { ClaimedDelivery } from './webhooks/queue/claim.ts'
export { ATTEMPT_TIMEOUT_MS } from './webhooks/signed-request.ts'
export { RETRY_DELAYS_SECONDS } from './webhooks/retry-schedule.ts'
export type { AttemptResult } from './webhooks/queue/record.ts'
