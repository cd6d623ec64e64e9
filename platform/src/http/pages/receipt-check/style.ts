import { styleOf } from '../document.ts'

export const RECEIPT_CHECK_STYLE = styleOf(`
:root { color-scheme: light dark; --ink: #18211d; --soft: #4b564f; --paper: #fff; --ground: #eceae4;
  --good: #0d5c46; --bad: #8e1c22; --line: #c9c6bd; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #eef1ec; --soft: #b9c2bb; --paper: #1d2521; --ground: #121714; --good: #6fd3ae;
    --bad: #ff9c9c; --line: #3d463f; }
}
* { box-sizing: border-box; margin: 0; padding: 0; }
body { background: var(--ground); color: var(--ink); overflow-wrap: anywhere;
  font: 400 17px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "Noto Sans Arabic",
    "DejaVu Sans", sans-serif; }
main { max-inline-size: 32rem; margin: 0 auto; padding: 1rem; display: grid; gap: 1rem; }
h1 { font-size: 1.1rem; font-weight: 600; color: var(--soft); }
#result { background: var(--paper); border-radius: 12px; padding: 1.1rem; border-block-start: 6px solid
  var(--bad); display: grid; gap: .7rem; }
#result[data-outcome="paid"] { border-color: var(--good); }
#result[data-outcome="empty"], #result[data-outcome="checking"] { border-color: var(--line); }
#headline { font-size: 1.35rem; line-height: 1.35; color: var(--bad); }
#headline::before { content: "✕ "; }
[data-outcome="paid"] #headline { color: var(--good); }
[data-outcome="paid"] #headline::before { content: "✓ "; }
[data-outcome="empty"] #headline, [data-outcome="checking"] #headline { color: var(--ink); }
[data-outcome="empty"] #headline::before, [data-outcome="checking"] #headline::before { content: ""; }
#fields { display: grid; gap: .5rem; }
#fields:empty, #keys:empty, #advice:empty { display: none; }
#fields div { border-block-start: 1px solid var(--line); padding-block-start: .4rem; }
dt { font-size: .9rem; color: var(--soft); }
dd { font-weight: 600; text-align: match-parent; text-wrap: balance; }
.amount dd { font-size: 1.5rem; font-weight: 700; }
#keys { font-size: .9rem; color: var(--soft); }
#origin { font-weight: 700; direction: ltr; unicode-bidi: isolate; }
#compare { font-size: .9rem; color: var(--soft); }
nav { display: flex; gap: .5rem; }
button { font: inherit; color: inherit; background: var(--paper); border: 1px solid var(--line);
  border-radius: 8px; padding: .35rem .9rem; min-block-size: 44px; cursor: pointer; }
button[aria-pressed="true"] { border-color: var(--ink); font-weight: 700; }
`)
