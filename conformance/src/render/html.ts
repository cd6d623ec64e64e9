import type { Group } from '../check.ts'
import type { CheckResult, Report } from '../report.ts'
import { STYLE } from './html-style.ts'
import { inGroups, receivedLines, seconds, sentLines, verdict } from './lines.ts'
import { visible } from './visible.ts'

/**
 * The report as one HTML page that stands for itself: no script, nothing loaded from elsewhere, and a
 * policy that forbids both. What came from the partner is escaped, and shown in its own direction.
 */
export function toHtml(report: Report): string {
  const { target, startedAt, durationMs, checks, warnings, summary } = report
  const state = summary.conforms ? 'passed' : 'failed'
  const failures = checks.filter(({ outcome }) => outcome === 'failed')
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
<p class="verdict ${state}">${text(verdict(summary))}</p>
<dl>
<dt>API URL</dt><dd><bdi>${text(target.apiUrl)}</bdi></dd>
<dt>Webhook URL</dt><dd><bdi>${text(target.webhookUrl)}</bdi></dd>
<dt>Begun</dt><dd><time datetime="${text(startedAt)}">${text(startedAt)}</time></dd>
<dt>Took</dt><dd>${seconds(durationMs)}</dd>
</dl>
${warnings.map((warning) => `<p class="warning">${text(warning)}</p>`).join('\n')}
</header>
${failures.length === 0 ? '' : contents(failures)}
${inGroups(checks).map(groupOf).join('\n')}
</main>
</body>
</html>
`
}

function contents(failures: readonly CheckResult[]): string {
  const items = failures.map(
    ({ id, title }) => `<li><a href="#${text(id)}">${text(title)}</a></li>`,
  )
  return `<nav aria-label="Failed checks">\n<h2>To mend</h2>\n<ul>\n${items.join('\n')}\n</ul>\n</nav>`
}

function groupOf([group, checks]: [Group, CheckResult[]]): string {
  return `<section>\n<h2>${text(group)}</h2>\n${checks.map(checkOf).join('\n')}\n</section>`
}

const WORDS = { passed: 'passed', failed: 'failed', skipped: 'skipped' } as const

function checkOf(check: CheckResult): string {
  const { id, title, section, outcome, explanation, remedy, note, sent, received } = check
  const told = [
    outcome === 'passed' ? '' : `<p>${withBdi(explanation)}</p>`,
    remedy === null ? '' : `<p><b>To do:</b> ${withBdi(remedy)}</p>`,
    note === null ? '' : `<p><b>Note:</b> ${withBdi(note)}</p>`,
    sent === null ? '' : block('Sent', sentLines(sent)),
    received === null ? '' : block('Came', receivedLines(received)),
  ]
  return `<details id="${text(id)}" class="${outcome}"${outcome === 'failed' ? ' open' : ''}>
<summary><span class="mark">${WORDS[outcome]}</span> ${text(title)}</summary>
<p class="source"><code>${text(id)}</code> · ${text(section)} · ${seconds(check.durationMs)}</p>
${told.filter((part) => part !== '').join('\n')}
</details>`
}

function block(label: string, lines: readonly string[]): string {
  return `<h3>${label}</h3>\n<pre dir="ltr">${withBdi(lines.join('\n'))}</pre>`
}

/** Words with a partner's text in them. */
function withBdi(words: string): string {
  return `<bdi>${text(visible(words))}</bdi>`
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

function text(value: string): string {
  return value.replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? character)
}
