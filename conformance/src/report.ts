/** What a run found out. Everything here is JSON, and no secret is in it. */
import type { CheckInfo } from './check.ts'

export type Outcome = 'passed' | 'failed' | 'skipped'

/** One request as it was sent. Where a secret stood there is its name, such as `<API_SECRET>`. */
export type Sent = {
  method: string
  url: string
  headers: [name: string, value: string][]
  /** The body as text, cut when long; null when none was sent. */
  body: string | null
}

/** What came for it: a response, or why there was none. */
export type Received =
  | {
      kind: 'response'
      status: number
      headers: [name: string, value: string][]
      /** The body as text, cut when long. */
      body: string
      durationMs: number
    }
  | { kind: 'failure'; reason: FailureReason; message: string; durationMs: number }

/** Every way in which a request can stay without a usable response. */
export type FailureReason =
  | 'refused'
  | 'unknown_host'
  | 'tls'
  | 'reset'
  | 'timeout'
  | 'too_large'
  | 'not_http'
  | 'aborted'
  | 'unreachable'

export type CheckResult = CheckInfo & {
  outcome: Outcome
  durationMs: number
  /** The exchange that decided: of a failed check the one that was wrong. Null when none was made. */
  sent: Sent | null
  received: Received | null
  /** What was expected and what came, or why the check was skipped. */
  explanation: string
  /** How to mend it; null unless the check failed or was skipped for want of something. */
  remedy: string | null
  /** Worth knowing although nothing is wrong; null when there is nothing. */
  note: string | null
}

export type Summary = {
  total: number
  passed: number
  failed: number
  skipped: number
  /** Nothing failed, and at least one check passed. */
  conforms: boolean
  /** `conforms`, and nothing was skipped either. */
  complete: boolean
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
