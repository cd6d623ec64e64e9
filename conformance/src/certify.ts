import type { Check } from './check.ts'
import { infoOf } from './checks.ts'
import { clockWarning } from './clock.ts'
import { controlWarning, strippedWarning } from './control.ts'
import type { Finding } from './finding.ts'
import type { CertifyOptions } from './options.ts'
import { redacted } from './redact.ts'
import type { CheckResult, Report, Summary } from './report.ts'
import { createSession } from './session.ts'
import type { Session } from './session.ts'
import { readSettings } from './settings.ts'
import type { Settings } from './settings.ts'
import { reasonToSkip } from './skip.ts'
import { toConfirm } from './to-confirm.ts'

/**
 * Plays the platform against a partner's two endpoints and reports what conforms and what does not.
 *
 * Always resolves with a report, also when the partner is down. The report holds no secret.
 * `References` says which requests are made for each reference.
 *
 * @throws TypeError when an option is wrong, with a sentence that names it.
 * @example
 * const report = await certify({
 *   apiUrl: 'http://127.0.0.1:3000',
 *   apiSecret: process.env.API_SECRET ?? '',
 *   hmacSecret: process.env.HMAC_SECRET ?? '',
 *   references: { payable: 'CMD-2026-0117' },
 * })
 * console.log(report.summary.conforms, toText(report))
 */
export const certify = async (options: CertifyOptions): Promise<Report> => {
  const read = readSettings(options)
  if (!read.ok) throw new TypeError(read.problem)
  const { settings } = read
  const startedAt = new Date()
  const startedMs = performance.now()
  const signal = endOfRun(settings, options.signal)
  const session = createSession({ ...settings, signal })
  const checks = await runAll(settings.checks, session, options)
  const report: Report = {
    target: { apiUrl: settings.apiUrl, webhookUrl: settings.webhookUrl },
    startedAt: startedAt.toISOString(),
    durationMs: Math.round(performance.now() - startedMs),
    checks,
    warnings: [
      strippedWarning(session.history, checks),
      clockWarning(session.clockDifferences),
      controlWarning(checks),
    ].filter((warning) => warning !== null),
    toConfirm: toConfirm(session, checks),
    summary: summaryOf(checks, settings.required),
  }
  // Each check was redacted when it finished.
  return { ...redacted({ ...report, checks: [] }, secretsOf(settings)), checks }
}

/** What is wrong with the options, without a run; null when they are valid. */
export const optionsProblem = (options: CertifyOptions): string | null => {
  const read = readSettings(options)
  return read.ok ? null : read.problem
}

/** Aborts when the caller aborts, or when the run takes too long. */
const endOfRun = (settings: Settings, callerSignal: AbortSignal | undefined): AbortSignal => {
  const deadline = AbortSignal.timeout(settings.runTimeoutMs)
  return callerSignal === undefined ? deadline : AbortSignal.any([callerSignal, deadline])
}

const runAll = async (
  checks: readonly Check[],
  session: Session,
  { onCheck, apiSecret, hmacSecret }: CertifyOptions,
): Promise<CheckResult[]> => {
  const secrets = [apiSecret, hmacSecret].flat()
  const results = new Map<string, CheckResult>()
  for (const check of checks) {
    const total = checks.length
    onCheck?.({ kind: 'started', check: infoOf(check), done: results.size, total })
    const result = redacted(await runOne(check, session, results), secrets)
    results.set(check.id, result)
    onCheck?.({ kind: 'finished', result, done: results.size, total })
  }
  return [...results.values()]
}

const runOne = async (
  check: Check,
  session: Session,
  before: ReadonlyMap<string, CheckResult>,
): Promise<CheckResult> => {
  const startedMs = performance.now()
  const finding = reasonToSkip(check, session, before) ?? (await check.run(session))
  const durationMs = Math.round(performance.now() - startedMs)
  // A check that the end of the run interrupts has not failed.
  const isInterrupted = session.signal.aborted && finding.outcome === 'failed'
  return resultOf(check, isInterrupted ? STOPPED : finding, durationMs)
}

const STOPPED: Finding = {
  outcome: 'skipped',
  explanation: 'The run was stopped or timed out during this check.',
  remedy: 'Run it again.',
}

const resultOf = (check: Check, finding: Finding, durationMs: number): CheckResult => {
  const result: CheckResult = {
    ...infoOf(check),
    outcome: finding.outcome,
    durationMs,
    sent: null,
    received: null,
    explanation: 'As expected.',
    remedy: null,
    note: null,
    warning: null,
    blockedBy: null,
  }
  if (finding.outcome === 'skipped') {
    const { explanation, remedy, blockedBy = null } = finding
    return { ...result, explanation, remedy, blockedBy }
  }
  const { sent = null, received = null } = finding.exchange ?? {}
  if (finding.outcome === 'failed') {
    const { explanation, remedy } = finding
    return { ...result, sent, received, explanation, remedy }
  }
  const { note, warning } = finding
  const { explanation = null, remedy = null } = warning ?? {}
  return { ...result, sent, received, note, remedy, warning: explanation }
}

const summaryOf = (checks: readonly CheckResult[], required: readonly string[]): Summary => {
  const count = (outcome: CheckResult['outcome']): number =>
    checks.filter((check) => check.outcome === outcome).length
  const outcomes = new Map(checks.map(({ id, outcome }) => [id, outcome]))
  const requiredPassed = required.filter((id) => outcomes.get(id) === 'passed').length
  const requiredFailed = required.filter((id) => outcomes.get(id) === 'failed').length
  const failed = count('failed')
  return {
    total: checks.length,
    passed: count('passed'),
    failed,
    skipped: count('skipped'),
    warned: checks.filter(({ warning }) => warning !== null).length,
    required: required.length,
    requiredPassed,
    complete: requiredPassed + requiredFailed === required.length,
    conforms: failed === 0 && requiredPassed === required.length,
  }
}

const secretsOf = ({ apiSecrets, hmacSecrets }: Settings): string[] => [
  ...apiSecrets,
  ...hmacSecrets,
]
