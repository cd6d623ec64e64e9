/** The fixed files of a workbook (ECMA-376): what it consists of, and how its cells look. */

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const DOCUMENT = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

/** The indexes into `cellXfs` of `STYLES`. */
export const STYLE = {
  text: 0,
  header: 1,
  sum: 2,
  date: 3,
  title: 4,
  totalText: 5,
  totalSum: 6,
  time: 7,
  label: 8,
  moment: 9,
  monthEn: 10,
  monthFr: 11,
  monthAr: 12,
} as const

const XF = '<xf numFmtId="0" fontId="0" fillId="0" borderId="0"'

const FONT = '<sz val="11"/><name val="Calibri"/><family val="2"/>'

/** Number formats above 163 are our own. */
const STYLES =
  `${HEAD}<styleSheet xmlns="${MAIN}">` +
  '<numFmts count="6"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd"/>' +
  '<numFmt numFmtId="165" formatCode="hh:mm:ss"/>' +
  '<numFmt numFmtId="166" formatCode="yyyy\\-mm\\-dd hh:mm:ss"/>' +
  // The month in words of English, French and the Arabic of Algeria, whatever the spreadsheet speaks.
  '<numFmt numFmtId="167" formatCode="[$-409]mmmm\\ yyyy"/>' +
  '<numFmt numFmtId="168" formatCode="[$-40C]mmmm\\ yyyy"/>' +
  '<numFmt numFmtId="169" formatCode="[$-1401]mmmm\\ yyyy"/></numFmts>' +
  `<fonts count="3"><font>${FONT}</font><font><b/>${FONT}</font>` +
  '<font><b/><sz val="14"/><name val="Calibri"/><family val="2"/></font></fonts>' +
  '<fills count="3"><fill><patternFill patternType="none"/></fill>' +
  '<fill><patternFill patternType="gray125"/></fill>' +
  '<fill><patternFill patternType="solid"><fgColor rgb="FFE8EDF2"/></patternFill></fill></fills>' +
  '<borders count="2"><border><left/><right/><top/><bottom/><diagonal/></border>' +
  '<border><left/><right/><top style="thin"/><bottom/><diagonal/></border></borders>' +
  `<cellStyleXfs count="1">${XF}/></cellStyleXfs><cellXfs count="13">` +
  `${XF} xfId="0"/>` +
  '<xf numFmtId="0" fontId="1" fillId="2" borderId="0" xfId="0" applyFont="1" applyFill="1"/>' +
  '<xf numFmtId="4" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>' +
  '<xf numFmtId="164" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>' +
  '<xf numFmtId="0" fontId="2" fillId="0" borderId="0" xfId="0" applyFont="1"/>' +
  '<xf numFmtId="0" fontId="1" fillId="0" borderId="1" xfId="0" applyFont="1" applyBorder="1"/>' +
  '<xf numFmtId="4" fontId="1" fillId="0" borderId="1" xfId="0" applyNumberFormat="1"' +
  ' applyFont="1" applyBorder="1"/>' +
  '<xf numFmtId="165" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>' +
  '<xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/>' +
  '<xf numFmtId="166" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>' +
  '<xf numFmtId="167" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>' +
  '<xf numFmtId="168" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>' +
  '<xf numFmtId="169" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>' +
  '</cellXfs></styleSheet>'

/** The files beside the sheets. The names of sheets are ours, so they need no escapes. */
export const workbookFiles = (sheets: readonly string[]): { name: string; parts: string[] }[] => [
  { name: 'xl/styles.xml', parts: [STYLES] },
  {
    name: 'xl/workbook.xml',
    parts: [
      `${HEAD}<workbook xmlns="${MAIN}" xmlns:r="${DOCUMENT}"><sheets>`,
      ...sheets.map(
        (name, at) => `<sheet name="${name}" sheetId="${at + 1}" r:id="rId${at + 1}"/>`,
      ),
      '</sheets></workbook>',
    ],
  },
  {
    name: 'xl/_rels/workbook.xml.rels',
    parts: [
      relations([
        ...sheets.map((_, at) => ['worksheet', `worksheets/sheet${at + 1}.xml`] as const),
        ['styles', 'styles.xml'],
      ]),
    ],
  },
  { name: '_rels/.rels', parts: [relations([['officeDocument', 'xl/workbook.xml']])] },
  {
    name: '[Content_Types].xml',
    parts: [
      `${HEAD}<Types xmlns="${PACKAGE}/content-types">`,
      '<Default Extension="rels" ' +
        'ContentType="application/vnd.openxmlformats-package.relationships+xml"/>',
      override('/xl/workbook.xml', `${TYPE}.sheet.main+xml`),
      override('/xl/styles.xml', `${TYPE}.styles+xml`),
      ...sheets.map((_, at) => override(`/${sheetFile(at)}`, `${TYPE}.worksheet+xml`)),
      '</Types>',
    ],
  },
]

export const sheetFile = (at: number): string => `xl/worksheets/sheet${at + 1}.xml`

export const SHEET_HEAD = `${HEAD}<worksheet xmlns="${MAIN}">`

const override = (part: string, type: string): string =>
  `<Override PartName="${part}" ContentType="${type}"/>`

const relations = (targets: readonly (readonly [type: string, target: string])[]): string =>
  `${HEAD}<Relationships xmlns="${PACKAGE}/relationships">${targets
    .map(
      ([type, target], at) =>
        `<Relationship Id="rId${at + 1}" Type="${DOCUMENT}/${type}" Target="${target}"/>`,
    )
    .join('')}</Relationships>`
