/** The report of a run: plain JSON, without secrets. */
import type { CheckInfo } from './check-info.ts'
import type { ReceivedAnswer, SentRequest } from './http/exchange.ts'

export type Outcome = 'passed' | 'failed' | 'skipped'

export type CheckResult = CheckInfo & {
  outcome: Outcome
  durationMs: number
  /** The decisive exchange; of a failed check the one that failed. Null when no request was made. */
  sent: SentRequest | null
  received: ReceivedAnswer | null
  /** What was expected and what was received, or why the check was skipped. */
  explanation: string
  /** What to do; null for a check that passed without a warning. */
  remedy: string | null
  /** Worth knowing, though nothing is wrong; or null. */
  note: string | null
  /** A risk that the interface allows: the check passed, but it can cost money (W90). */
  warning: string | null
  /** The id of the failed check because of which this one was skipped. */
  blockedBy: string | null
}

export type Summary = {
  /** The number of checks in this run. */
  total: number
  passed: number
  failed: number
  skipped: number
  /** Checks that passed with a warning. `passed` counts them too. */
  warned: number
  /** How many checks a certificate needs, also those that were not part of this run. */
  required: number
  /** How many required checks passed. */
  requiredPassed: number
  /** Every required check passed or failed; none was skipped. */
  complete: boolean
  /** The certificate: every required check passed, and no check failed. */
  conforms: boolean
}

export type Report = {
  target: { apiUrl: string; webhookUrl: string }
  /** ISO 8601 in UTC (D3). */
  startedAt: string
  durationMs: number
  checks: CheckResult[]
  /** Warnings about the run as a whole, such as a wrong clock. */
  warnings: string[]
  /** What no request can tell: the amount that was read, and what must be in the partner's books. */
  toConfirm: string[]
  summary: Summary
}

/** `done` is the number of finished checks, of `total`. */
export type Progress =
  | { kind: 'started'; check: CheckInfo; done: number; total: number }
  | { kind: 'finished'; result: CheckResult; done: number; total: number }
