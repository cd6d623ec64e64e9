/** What a run found out. Everything here is JSON, and no secret is in it. */
import type { CheckInfo } from './check-info.ts'
import type { ReceivedAnswer, SentRequest } from './http/exchange.ts'

export type Outcome = 'passed' | 'failed' | 'skipped'

export type CheckResult = CheckInfo & {
  outcome: Outcome
  durationMs: number
  /** The exchange that decided: of a failed check the one that was wrong. Null when none was made. */
  sent: SentRequest | null
  received: ReceivedAnswer | null
  /** What was expected and what came, or why the check was skipped. */
  explanation: string
  /** What to do; null unless the check failed, has a warning, or was skipped for want of something. */
  remedy: string | null
  /** Worth knowing although nothing is wrong; null when there is nothing. */
  note: string | null
  /** The check passed, because the interface leaves it to the partner, but it can cost money (W90). */
  warning: string | null
  /** Of a skipped check: the id of the failed check without which it would tell nothing. */
  blockedBy: string | null
}

export type Summary = {
  /** Checks of this run. */
  total: number
  passed: number
  failed: number
  skipped: number
  /** Checks that passed with a warning. `passed` counts them too. */
  warned: number
  /** How many checks a certificate of this partner needs, whether or not they were part of this run. */
  required: number
  /** How many of those have passed. */
  requiredPassed: number
  /** Every required check was run, and passed or failed. */
  complete: boolean
  /** The certificate: every required check has passed, and nothing failed. */
  conforms: boolean
}

export type Report = {
  target: { apiUrl: string; webhookUrl: string }
  /** ISO 8601 in UTC (D3). */
  startedAt: string
  durationMs: number
  checks: CheckResult[]
  /** About the run as a whole, such as a clock that is off. */
  warnings: string[]
  summary: Summary
}

/** Told as a run goes on. `done` counts the checks that are finished, of `total`. */
export type Progress =
  | { kind: 'started'; check: CheckInfo; done: number; total: number }
  | { kind: 'finished'; result: CheckResult; done: number; total: number }
