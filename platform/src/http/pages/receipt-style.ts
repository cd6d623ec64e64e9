import { styleOf } from './document.ts'

/** A printer of rolls leaves this much white on each side. */
const ROLL_MARGIN_MM = 5

// Thermal paper has one colour: no grey, no thin lines, and letters large enough for 203 dots an inch.
const css = (page: string, width: string, fontSize: string): string => `
@page { ${page} margin: 0; }
* { box-sizing: border-box; margin: 0; padding: 0; }
html { -webkit-print-color-adjust: exact; print-color-adjust: exact; }
body { background: #fff; color: #000; overflow-wrap: anywhere;
  font: 400 ${fontSize}/1.4 "Noto Sans", "Noto Sans Arabic", "Noto Naskh Arabic", system-ui,
    "Segoe UI", Tahoma, "DejaVu Sans", sans-serif; }
main { inline-size: ${width}; margin: 0 auto; padding: 3mm 0; display: flex; flex-direction: column;
  align-items: center; gap: 1.2mm; text-align: center; }
.text { display: block; }
h1 { font-size: 1.15em; line-height: 1.3; }
h1 .text:first-child { font-size: 1.4em; }
.refunded, .test { inline-size: 100%; border: .6mm solid #000; padding: 1mm; font-weight: 700; }
.names { inline-size: 100%; font-size: 1.1em; font-weight: 700; line-height: 1.35; }
.names p + p { font-size: .9em; }
.amount { inline-size: 100%; font-size: 1.75em; font-weight: 700; line-height: 1.3;
  border-block: .4mm solid #000; padding-block: .6mm; overflow-wrap: normal; }
.words { inline-size: 100%; font-size: .85em; line-height: 1.3; }
.part { inline-size: 100%; display: flex; justify-content: space-between; column-gap: 2mm;
  font-size: .85em; line-height: 1.3; }
dl { inline-size: 100%; display: grid; gap: 1mm; }
dt { display: flex; justify-content: space-between; column-gap: 2mm; font-size: .85em;
  line-height: 1.3; }
dd { font-weight: 700; text-wrap: balance; }
.code { display: block; max-inline-size: 100%; block-size: auto; }
footer { inline-size: 100%; font-size: .85em; line-height: 1.35; }
.host { font-weight: 700; }
`

const roll = (width: number, fontSize: string) =>
  styleOf(css('', `${width - 2 * ROLL_MARGIN_MM}mm`, fontSize))

// A roll has no length, so the printer's driver decides where its page ends.
export const RECEIPT_STYLES = {
  58: roll(58, '3.1mm'),
  80: roll(80, '3.4mm'),
  A6: styleOf(css('size: 105mm 148mm;', '89mm', '3.1mm')),
}
