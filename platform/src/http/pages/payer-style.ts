import { styleOf } from './document.ts'

/**
 * The payer's page looks like a receipt, which is what wasl means. It uses logical properties, so
 * that it follows the language's direction, and sizes in rem, so that enlarged text stays whole.
 * Amounts are sized in vw: if a sum did not fit, digits would be cut off.
 */
export const PAYER_STYLE = styleOf(`
:root {
  --paper: #f4f2ec; --card: #fffefb; --ink: #18211d; --soft: #556059; --line: #dedbd1;
  --brand: #0d5c46; --on-brand: #fff; --tint: #e7f1ec;
  --warn: #744100; --warn-tint: #fcefdb; --stop: #8e1c22; --stop-tint: #fbe8e6;
  --lift: 0 1px 2px rgb(24 33 29 / .06), 0 1.25rem 2.5rem -1.5rem rgb(13 92 70 / .35);
}
@media (prefers-color-scheme: dark) {
  :root {
    --paper: #0f1512; --card: #18201c; --ink: #ecf2ee; --soft: #a5b2ab; --line: #334039;
    --brand: #79d3b2; --on-brand: #06241a; --tint: #1d3029;
    --warn: #f3c98b; --warn-tint: #33270f; --stop: #f7b3ae; --stop-tint: #3a1b1b;
    --lift: 0 0 0 1px #26312b;
  }
}
* { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; text-size-adjust: 100%; }
body {
  margin: 0; background: var(--paper); color: var(--ink);
  font: 1.0625rem/1.55 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "Noto Sans Arabic",
    "DejaVu Sans", sans-serif;
  overflow-wrap: anywhere;
}
:lang(ar) { line-height: 1.75; }
a { color: inherit; text-underline-offset: .2em; }
a:focus-visible { outline: 3px solid var(--brand); outline-offset: 3px; border-radius: .35rem; }
h1, h2, h3, p, ul, dl, dd { margin: 0; padding: 0; }
.page { max-inline-size: 30rem; margin-inline: auto; padding: .5rem min(1rem, 4vw) 2.5rem; }

.top { display: flex; flex-wrap: wrap; align-items: center; justify-content: space-between;
  column-gap: 1rem; margin-block-end: .5rem; }
.mark { display: flex; align-items: center; gap: .5rem; font-weight: 700; color: var(--brand);
  line-height: 1.4; }
.mark svg { inline-size: 2rem; block-size: 2rem; }
.languages { display: flex; flex-wrap: wrap; list-style: none; font-size: .9375rem;
  line-height: 1.4; margin-inline: max(-.5rem, -4vw); }
.languages a { display: block; padding: .75rem .5rem; white-space: nowrap; color: var(--soft);
  text-decoration: none; }
.languages a:hover { color: var(--ink); text-decoration: underline; }
.languages [aria-current] { color: var(--ink); font-weight: 650; text-decoration: underline;
  text-decoration-thickness: 2px; text-decoration-color: var(--brand); }

.doors { margin-block-start: 1.5rem; color: var(--soft); font-size: .9375rem; }
.doors h2 { font-size: inherit; font-weight: 600; }
.doors ul { display: flex; flex-wrap: wrap; list-style: none; column-gap: 1.25rem; }
.doors a { display: block; padding-block: .75rem; color: var(--brand); }
.receipt { background: var(--card); border-radius: 1.25rem; box-shadow: var(--lift);
  overflow: hidden; }
.who { padding: 1.75rem min(1.5rem, 6vw) 0; text-align: center; }
.eyebrow { color: var(--soft); }
h1 { font-size: 1.625rem; line-height: 1.3; font-weight: 700; text-wrap: balance; }
:lang(ar) > .page h1 { line-height: 1.5; }
h1.long { font-size: 1.25rem; }
.also { color: var(--soft); }
.label { display: inline-block; margin-block-start: .75rem; padding: .1875rem .875rem;
  border-radius: 1.25rem; background: var(--tint); color: var(--brand); font-weight: 600;
  font-size: .9375rem; }

.what { padding: 1.5rem min(1.5rem, 6vw); text-align: center; }
h2 { font-size: 1.125rem; line-height: 1.45; }
.what h2 { font-size: 1rem; font-weight: 400; color: var(--soft); }
.amount { font-variant-numeric: tabular-nums; font-weight: 700; }
.amount > * { white-space: nowrap; }
.amount abbr { text-decoration: none; font-size: .55em; font-weight: 600; color: var(--soft); }
.single { font-size: min(2.875rem, 14vw); line-height: 1.3; }
.single.wide { font-size: min(2rem, 8vw); }
.choices { list-style: none; max-inline-size: 18rem; margin: .5rem auto 0; }
.choices li { padding-block: .375rem; font-size: min(1.375rem, 11vw); line-height: 1.5; }
.choices li + li { border-block-start: 1px solid var(--line); }
.choices.wide li { font-size: min(1.25rem, 7vw); }
.open { font-size: 1.375rem; font-weight: 700; line-height: 1.4; }
.what p + p, .what ul + p { margin-block-start: .625rem; }
.note { color: var(--soft); font-size: .9375rem; }
.note bdi { color: var(--ink); font-weight: 600; }
.caution { padding: .75rem 1rem; border-radius: .875rem; background: var(--warn-tint);
  color: var(--warn); font-size: .9375rem; margin-block-end: 1rem; }

.notice { margin: 1.5rem; padding: 1.25rem; border-radius: 1rem; text-align: center; }
.notice svg { inline-size: 2.5rem; block-size: 2.5rem; }
.notice h1, .notice h2 { font-size: 1.25rem; line-height: 1.4; margin-block: .25rem; }
.notice.stop { background: var(--stop-tint); color: var(--stop); }
.notice.wait { background: var(--warn-tint); color: var(--warn); }
.notice.done, .notice.scan { background: var(--tint); color: var(--brand); }
.notice p { color: var(--ink); }
.notice .note { margin-block-start: .5rem; }

.tear { position: relative; border-block-start: 2px dashed var(--line); margin-inline: 1.25rem; }
.tear::before, .tear::after { content: ""; position: absolute; inset-block-start: -.6875rem;
  inline-size: 1.25rem; block-size: 1.25rem; border-radius: 50%; background: var(--paper); }
.tear::before { inset-inline-start: -1.875rem; }
.tear::after { inset-inline-end: -1.875rem; }
.check { padding: 1.25rem 1.5rem 1.5rem; text-align: center; }
.check h2 { font-size: 1rem; font-weight: 400; color: var(--soft); }
.check-code { white-space: nowrap; font: 700 min(1.875rem, 11vw)/1.4 ui-monospace, "SF Mono",
  "Roboto Mono", "DejaVu Sans Mono", monospace; letter-spacing: .06em; color: var(--brand); }

.ways { margin-block-start: 2rem; }
.ways > h2 { margin-block-end: .75rem; }
.way { background: var(--card); border-radius: 1rem; padding: 1.125rem 1.25rem;
  box-shadow: var(--lift); }
.way + .way { margin-block-start: .875rem; }
h3 { font-size: 1.0625rem; line-height: 1.45; }
.apps { list-style: none; display: grid; gap: .625rem; margin-block: .75rem .25rem; }
.apps a { display: flex; align-items: center; justify-content: center; min-block-size: 3rem;
  padding: .5rem 1rem; border-radius: .875rem; background: var(--brand); color: var(--on-brand);
  font-weight: 650; text-decoration: none; text-align: center; line-height: 1.4; }
.apps a:hover { text-decoration: underline; }
.to-show { display: flex; flex-wrap: wrap; align-items: center; gap: .75rem 1.25rem;
  margin-block-start: .875rem; }
.code { inline-size: 9rem; block-size: 9rem; border-radius: .625rem; background: #fff; }
.to-show dl { flex: 1 1 9rem; }
dt { color: var(--soft); font-size: .9375rem; }
.token bdi { display: inline-block; text-align: start; }
.token { font: 600 1.0625rem/1.75 ui-monospace, "SF Mono", "Roboto Mono", "DejaVu Sans Mono",
  monospace; }
.token span { display: inline-block; margin-inline-end: .6em; }
.foot { margin-block-start: 1.75rem; text-align: center; color: var(--soft); font-size: .9375rem; }
@media print {
  .languages, .in-app { display: none; }
  .receipt, .way { box-shadow: none; border: 1px solid var(--line); }
}
`)
