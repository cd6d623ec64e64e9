import type { Group } from '../check-info.ts'
import type { CheckResult, Report } from '../report.ts'
import { STYLE } from './html-style.ts'
import { cascade, inGroups, receivedLines, seconds, sentLines } from './lines.ts'
import { stateOf, verdict } from './lines.ts'
import { visible } from './visible.ts'

/**
 * The report as one self-contained HTML page: no script, no external resources, and a policy that
 * forbids both. Texts of the partner are escaped and isolated in their own direction.
 */
export const toHtml = (report: Report): string => {
  const { target, startedAt, durationMs, checks, warnings, toConfirm, summary } = report
  const failures = checks.filter(({ outcome }) => outcome === 'failed')
  const warned = checks.filter(({ warning }) => warning !== null)
  const skipped = cascade(checks)
  return `<!doctype html>
<html lang="en" dir="ltr">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>Conformance of ${text(target.apiUrl)}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<header>
<h1>Conformance report</h1>
<p class="verdict ${stateOf(summary)}">${text(verdict(summary))}</p>
<dl>
<dt>API URL</dt><dd><bdi>${text(target.apiUrl)}</bdi></dd>
<dt>Webhook URL</dt><dd><bdi>${text(target.webhookUrl)}</bdi></dd>
<dt>Started</dt><dd><time datetime="${text(startedAt)}">${text(startedAt)}</time></dd>
<dt>Duration</dt><dd>${seconds(durationMs)}</dd>
</dl>
${warnings.map((warning) => `<p class="warning">${text(warning)}</p>`).join('\n')}
</header>
${contents('To fix, in this order', failures)}
${skipped === null ? '' : `<p>${text(skipped)}</p>`}
${contents('Warnings', warned)}
${toConfirm.map((sentence) => `<p class="warning">${text(sentence)}</p>`).join('\n')}
${inGroups(checks).map(groupOf).join('\n')}
</main>
</body>
</html>
`
}

const contents = (heading: string, checks: readonly CheckResult[]): string => {
  if (checks.length === 0) return ''
  const items = checks.map(({ id, title }) => `<li><a href="#${text(id)}">${text(title)}</a></li>`)
  return `<nav aria-label="${heading}">\n<h2>${heading}</h2>\n<ul>\n${items.join('\n')}\n</ul>\n</nav>`
}

const groupOf = ([group, checks]: [Group, CheckResult[]]): string =>
  `<section>\n<h2>${text(group)}</h2>\n${checks.map(checkOf).join('\n')}\n</section>`

const checkOf = (check: CheckResult): string => {
  const { id, title, section, explanation, remedy, note, warning, sent, received } = check
  const outcome = warning === null ? check.outcome : 'warned'
  const parts = [
    check.outcome === 'passed' ? '' : `<p>${withBdi(explanation)}</p>`,
    warning === null ? '' : `<p><b>Warning:</b> ${withBdi(warning)}</p>`,
    remedy === null ? '' : `<p><b>Fix:</b> ${withBdi(remedy)}</p>`,
    note === null ? '' : `<p><b>Note:</b> ${withBdi(note)}</p>`,
    sent === null ? '' : block('Sent', sentLines(sent)),
    received === null ? '' : block('Received', receivedLines(received)),
  ]
  return `<details id="${text(id)}" class="${outcome}"${outcome === 'failed' || outcome === 'warned' ? ' open' : ''}>
<summary><span class="mark">${outcome}</span> ${text(title)}</summary>
<p class="source"><code>${text(id)}</code> · ${text(section)} · ${seconds(check.durationMs)}</p>
${parts.filter((part) => part !== '').join('\n')}
</details>`
}

const block = (label: string, lines: readonly string[]): string =>
  `<h3>${label}</h3>\n<pre dir="ltr">${withBdi(lines.join('\n'))}</pre>`

/** A text that may contain text of the partner. */
const withBdi = (words: string): string => `<bdi>${text(visible(words))}</bdi>`

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

const text = (value: string): string =>
  value.replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? character)
