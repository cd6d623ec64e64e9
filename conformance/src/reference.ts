/** The reference page of the checks, made from their list. */
import type { CheckInfo, Group } from './check-info.ts'
import { CHECKS } from './checks.ts'
import { inGroups } from './render/lines.ts'

const INTRODUCTION = `# Conformance checks

<!-- Generated from conformance/src/checks by \`npm run generated\`. Edit the checks, not this page. -->

What [\`@wasl/conformance\`](../../conformance/README.md) proves about a partner's two endpoints, in the order in which it
does. Each check stands for one sentence; behind it is where the sentence comes from: sections of the interface, D and W
[decisions](../decisions/README.md). *Needs* is what has to be given for it to run.
`

const ABOUT: Readonly<Record<Group, string>> = {
  connection: 'Whether anybody answers. Without an answer everything else is skipped.',
  lookup: 'What a lookup is answered with, field by field.',
  webhook: 'Whether a correctly signed event is acknowledged. Much else rests on it.',
  authorisation:
    'The API secret, at both endpoints, and both secrets while they are being changed.',
  reference:
    'References that are awkward in a URL. Where nothing is needed they are ones that nobody has.',
  timestamp: 'The header X-Timestamp, at both endpoints.',
  signature:
    'The header X-Signature. All of these webhooks would change nothing if they were believed.',
  body: 'The same event, written as other JSON libraries write it.',
  load: 'Several requests at the same time.',
  event: 'Kinds of event, copies, order, and what later releases may add.',
  trust: 'What a forgery brings about.',
  payment: 'One payment from its beginning to its end, with a reference that is given up for it.',
  qr:
    'Payments by a static QR code, whose references were never looked up. Left out of a run without ' +
    '`qr`, unless asked for by name.',
  answers: 'What holds for all answers of the run; judged at its end.',
}

/** docs/reference/conformance.md, in Markdown; the same text at every call. */
export const conformanceReference = (): string => {
  const count = `There are ${CHECKS.length} checks.\n`
  return [INTRODUCTION, count, ...inGroups(CHECKS).map(sectionOf)].join('\n')
}

const sectionOf = ([group, checks]: [Group, CheckInfo[]]): string => {
  const head = [`## ${group}`, '', ABOUT[group], '', '| id | sentence | from | needs |']
  return [...head, '|---|---|---|---|', ...checks.map(rowOf), ''].join('\n')
}

const rowOf = ({ id, title, section, needs }: CheckInfo): string => {
  const needed = needs.map((need) => `\`${need}\``).join(', ')
  return `| \`${id}\` | ${cell(title)} | ${section} | ${needed} |`
}

const cell = (text: string): string =>
  text.replaceAll('|', '\\|').replaceAll('<', '&lt;').replaceAll(/[_*]/g, '\\$&')
