/** The one entry of @wasl/conformance. */
export type { CheckInfo, Group, Need } from './check.ts'
export type { CertifyOptions, References } from './options.ts'
export type {
  CheckResult,
  FailureReason,
  Outcome,
  Progress,
  Received,
  Report,
  Sent,
  Summary,
} from './report.ts'
