/** The style of the HTML report, for light and dark screens and for paper. */
export const STYLE = `
:root { --ink: #1b1f24; --paper: #ffffff; --soft: #5b6470; --line: #d5dae0; --box: #f4f6f8;
  --passed: #176b37; --failed: #b3261e; --skipped: #7a5900; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e6e9ed; --paper: #14171b; --soft: #a3adb8; --line: #333b44; --box: #1e2329;
    --passed: #6fd492; --failed: #ff9a90; --skipped: #e6c15a; }
}
* { box-sizing: border-box }
body { margin: 0; background: var(--paper); color: var(--ink);
  font: 16px/1.5 system-ui, "Segoe UI", "Noto Sans", "Noto Sans Arabic", sans-serif }
main { max-width: 60rem; margin-inline: auto; padding: 1.5rem 1rem 4rem }
h1 { font-size: 1.6rem; margin-block: 0 .5rem }
h2 { font-size: 1.1rem; margin-block: 2rem .5rem }
h3 { font-size: .9rem; margin-block: 1rem .25rem; color: var(--soft) }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .25rem 1rem; margin-block: 1rem }
dt { color: var(--soft) }
dd { margin: 0; overflow-wrap: anywhere }
.verdict { font-size: 1.2rem; font-weight: 600; margin-block: 0 }
.warning { border-inline-start: 4px solid var(--skipped); padding-inline-start: .75rem }
.passed > summary .mark, .verdict.passed { color: var(--passed) }
.failed > summary .mark, .verdict.failed { color: var(--failed) }
.skipped > summary .mark, .warned > summary .mark, .verdict.partial { color: var(--skipped) }
.mark { display: inline-block; min-inline-size: 4.5em; font-weight: 600 }
details { border-block-start: 1px solid var(--line); padding-block: .4rem }
summary { cursor: pointer }
.source { color: var(--soft); font-size: .85rem; margin-block: .25rem }
a { color: inherit }
pre { background: var(--box); border: 1px solid var(--line); border-radius: 4px; padding: .75rem;
  margin: 0; white-space: pre-wrap; overflow-wrap: anywhere; font-size: .85rem }
@media print { details:not([open]) > *:not(summary) { display: none } }
`
