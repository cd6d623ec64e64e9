import type { CheckResult, Report } from '../report.ts'
import { inGroups, receivedLines, sentLines, verdict } from './lines.ts'

/**
 * The report as JUnit XML for CI servers: a suite for each group, a case for each check, and a last
 * case that passes only with a certificate.
 */
export const toJunit = (report: Report): string => {
  const { durationMs, startedAt } = report
  const checks = [...report.checks, certificateOf(report)]
  const suites = inGroups(checks).map(([group, members]) => suite(group, members, startedAt))
  const totals = counts(checks)
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="wasl certify" ${totals} time="${seconds(durationMs)}">`,
    ...suites,
    '</testsuites>',
    '',
  ].join('\n')
}

type Case = Omit<CheckResult, 'group'> & { group: string }

/** Shows an incomplete run in the CI server. Failed checks are failures of their own. */
const certificateOf = ({ summary }: Report): Case => ({
  id: 'certificate',
  group: 'certificate',
  title: 'Every check that a certificate needs passed.',
  section: '',
  needs: [],
  outcome: summary.conforms ? 'passed' : 'skipped',
  durationMs: 0,
  sent: null,
  received: null,
  explanation: verdict(summary),
  remedy: null,
  note: null,
  warning: null,
  blockedBy: null,
})

const suite = (group: string, checks: readonly Case[], startedAt: string): string => {
  const durationMs = checks.reduce((sum, check) => sum + check.durationMs, 0)
  const attributes = `timestamp="${startedAt}" time="${seconds(durationMs)}"`
  return [
    `  <testsuite name="${escaped(group)}" ${counts(checks)} ${attributes}>`,
    ...checks.map(testCase),
    '  </testsuite>',
  ].join('\n')
}

const testCase = (check: Case): string => {
  const { id, group, title, durationMs, outcome } = check
  const name = `classname="wasl.${escaped(group)}.${escaped(id)}" name="${escaped(title)}"`
  const open = `    <testcase ${name} time="${seconds(durationMs)}"`
  if (outcome === 'passed' && check.warning === null) return `${open}/>`
  if (outcome === 'passed') {
    const lines = [`Warning: ${check.warning}`, `Fix: ${check.remedy}`].join('\n')
    return `${open}>\n      <system-out>${escaped(lines)}</system-out>\n    </testcase>`
  }
  const text = escaped(check.explanation)
  const inner =
    outcome === 'skipped'
      ? `      <skipped message="${text}"/>`
      : `      <failure message="${text}">${escaped(failureText(check))}</failure>`
  return `${open}>\n${inner}\n    </testcase>`
}

const failureText = ({ section, explanation, remedy, sent, received }: Case): string =>
  [
    `${explanation} (${section})`,
    ...(remedy === null ? [] : [`Fix: ${remedy}`]),
    ...(sent === null ? [] : ['', 'Sent:', ...sentLines(sent)]),
    ...(received === null ? [] : ['', 'Received:', ...receivedLines(received)]),
  ].join('\n')

const counts = (checks: readonly Case[]): string => {
  const count = (outcome: string): number =>
    checks.filter((check) => check.outcome === outcome).length
  return `tests="${checks.length}" failures="${count('failed')}" errors="0" skipped="${count('skipped')}"`
}

const seconds = (durationMs: number): string => (durationMs / 1000).toFixed(3)

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
  '\n': '&#10;',
  '\t': '&#9;',
}

/** Escapes text for XML. A character that XML 1.0 forbids becomes U+FFFD. */
const escaped = (text: string): string =>
  text
    .toWellFormed()
    .replaceAll('\r\n', '\n')
    .replaceAll(/[^\t\n\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu, '\uFFFD')
    .replaceAll(/[&<>"'\n\t]/g, (character) => ENTITIES[character] ?? character)
