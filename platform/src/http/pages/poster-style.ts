import { styleOf } from './document.ts'

// A4 is twice A6, so every length is a multiple of one unit and both sheets look the same.
const css = (page: string, unit: string): string => `
@page { size: ${page}; margin: 0; }
:root { --u: ${unit}; --ink: #18211d; --soft: #4b564f; --brand: #0d5c46; --card: #fff; }
* { box-sizing: border-box; margin: 0; padding: 0; }
html { -webkit-print-color-adjust: exact; print-color-adjust: exact; }
body { background: #e9e7e1; color: var(--ink); overflow-wrap: anywhere;
  font: 400 calc(3 * var(--u))/1.4 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans",
    "Noto Sans Arabic", "DejaVu Sans", sans-serif; }
.hint { padding: 4px 12px; text-align: center; font: 14px/1.5 system-ui, sans-serif; color: #3d463f; }
.warning { font-weight: 700; color: #8e1c22; }
.sheet { inline-size: calc(105 * var(--u)); block-size: calc(148 * var(--u)); margin: 12px auto 24px;
  position: relative;
  background: #fff; overflow: hidden; display: flex; flex-direction: column; align-items: center;
  text-align: center; box-shadow: 0 4px 24px rgb(0 0 0 / .18); }
header { inline-size: 100%; flex: none; background: var(--brand); color: #fff; display: flex;
  flex-wrap: wrap; justify-content: center; align-items: baseline; column-gap: calc(4 * var(--u));
  padding: calc(2 * var(--u)) calc(5 * var(--u)) calc(3 * var(--u)); }
.pay { font-size: calc(4.5 * var(--u)); font-weight: 600; line-height: 1.25; }
.pay:first-child { inline-size: 100%; font-size: calc(8.5 * var(--u)); font-weight: 700; }
.names { flex: none; padding: calc(2.5 * var(--u)) calc(6 * var(--u)) 0; }
.names h1 { font-size: calc(6 * var(--u)); line-height: 1.35; text-wrap: balance; }
.names p { font-size: calc(4.2 * var(--u)); line-height: 1.35; color: var(--soft);
  text-wrap: balance; }
.names.long h1 { font-size: calc(4 * var(--u)); }
.names.long p { font-size: calc(3.2 * var(--u)); }
.code { flex: 1 1 0; min-block-size: 0; inline-size: 100%; }
.stamp { position: absolute; inset-inline: 0; inset-block-start: 34%; transform: rotate(-14deg);
  padding: calc(2 * var(--u)) 0; background: #fff; color: #8e1c22;
  border-block: calc(1 * var(--u)) solid #8e1c22; }
.stamp p { font-size: calc(8 * var(--u)); font-weight: 700; line-height: 1.3; }
.label { flex: none; max-inline-size: 90%; font-size: calc(4 * var(--u)); font-weight: 600;
  line-height: 1.3; }
.label.long { font-size: calc(2.8 * var(--u)); }
.check { flex: none; display: flex; align-items: center; gap: calc(4 * var(--u));
  margin-block-start: calc(2 * var(--u)); padding: calc(1 * var(--u)) calc(4 * var(--u));
  border: calc(.5 * var(--u)) solid var(--brand); border-radius: calc(3 * var(--u)); }
.captions { font-size: calc(2.5 * var(--u)); line-height: 1.3; color: var(--soft);
  display: flex; flex-direction: column; }
.check-code { font: 700 calc(7.5 * var(--u))/1.2 ui-monospace, "SF Mono", "Roboto Mono",
  "DejaVu Sans Mono", monospace; letter-spacing: .06em; color: var(--brand); }
.hints { flex: none; padding: calc(2.5 * var(--u)) calc(4 * var(--u)) 0;
  font-size: calc(2.6 * var(--u)); line-height: 1.45; }
.hints p { text-wrap: balance; }
.hints p:lang(ar) { font-size: calc(3 * var(--u)); line-height: 1.5; }
footer { flex: none; inline-size: 100%; display: flex; align-items: center; justify-content: center;
  gap: calc(1.5 * var(--u)); padding: calc(1.5 * var(--u)) 0 calc(3 * var(--u));
  font-size: calc(2.6 * var(--u)); color: var(--soft); direction: ltr; }
.mark { color: var(--brand); display: flex; }
.mark svg { inline-size: calc(4 * var(--u)); block-size: calc(4 * var(--u)); }
@media print {
  body { background: none; }
  .hint { display: none; }
  .sheet { margin: 0; box-shadow: none; }
}
`

// Lengths, because CSS has a name for A4 but none for A6.
export const POSTER_STYLES = {
  A6: styleOf(css('105mm 148mm', '1mm')),
  A4: styleOf(css('210mm 297mm', '2mm')),
}
