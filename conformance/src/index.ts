/** The one entry of @wasl/conformance. */
export { certify, optionsProblem } from './certify.ts'
export { GROUPS, NEEDS } from './check.ts'
export type { CheckInfo, Group, Need } from './check.ts'
export { CHECKS } from './checks.ts'
export type { CertifyOptions, References, RefusedWebhook, SignatureMistake } from './options.ts'
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
export { conformanceReference } from './reference.ts'
export { toHtml } from './render/html.ts'
export { toJson } from './render/json.ts'
export { toJunit } from './render/junit.ts'
export { checkToText, toText } from './render/text.ts'
export type { TextOptions } from './render/text.ts'
