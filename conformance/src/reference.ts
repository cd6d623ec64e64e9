/** Generates the reference page of the checks. */
import type { CheckInfo, Group } from './check-info.ts'
import { CHECKS } from './checks.ts'
import { inGroups } from './render/lines.ts'

const INTRODUCTION = `# Conformance checks

<!-- Generated from conformance/src/checks by \`npm run generated\`. Edit the checks, not this page. -->

What [\`@wasl/conformance\`](../../conformance/README.md) checks about a partner's two endpoints, in the order of the run.
Each check verifies one rule. *From* names its source: sections of the interface, and D and W
[decisions](../decisions/README.md). *Needs* names the options that the check requires.
`

const ABOUT: Readonly<Record<Group, string>> = {
  connection: 'Both endpoints answer. If they do not, all other checks are skipped.',
  lookup: 'The answer to a lookup, field by field.',
  webhook: 'A correctly signed event is acknowledged. Many other checks build on this.',
  authorisation: 'The API secret at both endpoints, and both secrets during a rotation.',
  reference:
    'References that are awkward in a URL. Checks without a need use references that do not exist.',
  timestamp: 'The header X-Timestamp at both endpoints.',
  signature: 'The header X-Signature. The events are harmless even if the partner accepts them.',
  body: 'One event in the forms that different JSON libraries write.',
  load: 'Several requests at the same time.',
  event: 'Kinds of event, copies, order, and additions of later releases.',
  trust: 'Forged requests change nothing.',
  payment: 'Whole payments, with references that the run marks as paid.',
  qr:
    'Payments by a static QR code, whose references were never looked up. Without `qr` these checks are ' +
    'not part of the run, unless `only` names them.',
  answers: 'Rules for every answer of the run, checked at its end.',
}

/** The text of docs/reference/conformance.md. */
export const conformanceReference = (): string => {
  const count = `There are ${CHECKS.length} checks.\n`
  return [INTRODUCTION, count, ...inGroups(CHECKS).map(sectionOf)].join('\n')
}

const sectionOf = ([group, checks]: [Group, CheckInfo[]]): string => {
  const head = [`## ${group}`, '', ABOUT[group], '', '| id | rule | from | needs |']
  return [...head, '|---|---|---|---|', ...checks.map(rowOf), ''].join('\n')
}

const rowOf = ({ id, title, section, needs }: CheckInfo): string => {
  const needed = needs.map((need) => `\`${need}\``).join(', ')
  return `| \`${id}\` | ${cell(title)} | ${section} | ${needed} |`
}

const cell = (text: string): string =>
  text.replaceAll('|', '\\|').replaceAll('<', '&lt;').replaceAll(/[_*]/g, '\\$&')
