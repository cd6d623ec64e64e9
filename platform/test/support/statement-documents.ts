/** A statement for tests of documents, and readers of its formats that share no code with the writers. */
import { spawnSync } from 'node:child_process'
import { inflateRawSync } from 'node:zlib'
import type {
  ClosedStatement,
  ReadableDocument,
} from '../../src/money/settlement/documents/document.ts'
import type { StatementLine } from '../../src/money/settlement/statements/statement.ts'

/** References that attack a spreadsheet, a template, the direction of text, or a quoting rule. */
export const HOSTILE = [
  '=1+1',
  '+CMD|calc',
  '-2+3',
  '@SUM(A1)',
  '＝1+1',
  '#strong[x] $a$ #read("/etc/passwd")',
  '*bold* _x_ `raw` <label> @ref',
  'a,b;c"d"e',
  '</t></is></c><c><v>9</v>',
  '_x0041_&amp;',
  'INV\u202Eabc\u2066x',
  'فاتورة/2026-35',
  'ИНВ-1',
  'a\u200Bb\uFEFF',
  'X'.repeat(128),
  "'quoted'",
]

export const linesOf = (count: number, references: readonly string[] = HOSTILE): StatementLine[] =>
  Array.from({ length: count }, (_, at) => lineAt(at, count, references))

const KINDS = ['AGENCY', 'DELIVERY', 'MARKETPLACE'] as const

const lineAt = (at: number, count: number, references: readonly string[]): StatementLine => {
  const day = String(1 + Math.floor((at * 20) / count)).padStart(2, '0')
  const id = `01989d2e-5c00-7a10-8f3b-${at.toString(16).padStart(12, '0')}`
  const isAdjustment = at % 50 === 49
  const isRefund = !isAdjustment && at % 17 === 16
  return {
    businessDate: `2026-11-${day}`,
    at: new Date(Date.UTC(2026, 10, Number(day), 8, at % 60, at % 60, at % 1000)),
    code: isAdjustment ? 'ADJUST' : isRefund ? 'REFUND' : 'COLLECT',
    sourceId: id,
    line: 1,
    paymentId: isAdjustment ? null : id,
    reference: isAdjustment ? null : (references[at % references.length] ?? null),
    channelId: isAdjustment ? null : 1 + (at % 3),
    channelKind: isAdjustment ? null : (KINDS[at % 3] ?? null),
    amount: isAdjustment ? -5 : isRefund ? -123_450 : 100_000 + at * 137,
    fee: isAdjustment ? 0 : isRefund ? -3 : 1_500 + at,
    vatBasisPoints: isAdjustment ? 0 : 1_900,
  }
}

const total = (lines: readonly StatementLine[], of: (line: StatementLine) => number): number =>
  lines.reduce((sum, line) => sum + of(line), 0)

export const statementOf = (lines: readonly StatementLine[]): ClosedStatement => {
  const sumOf = (code: string) => total(lines, (line) => (line.code === code ? line.amount : 0))
  const figures = {
    lines: lines.length,
    payments: lines.filter(({ code }) => code === 'COLLECT').length,
    gross: sumOf('COLLECT'),
    refunds: 0 - sumOf('REFUND'),
    fees: total(lines, ({ fee }) => Math.max(fee, 0)),
    feesBack: 0 - total(lines, ({ fee }) => Math.min(fee, 0)),
    vat: 1_900,
    vatBack: 19,
    adjustments: sumOf('ADJUST'),
    carriedForward: -1_234,
  }
  const { gross, refunds, fees, feesBack, vat, vatBack, adjustments, carriedForward } = figures
  const net = gross - refunds - (fees - feesBack) - (vat - vatBack) + adjustments + carriedForward
  return {
    statementId: '01989d2e-5c00-7a10-8f3b-9c1e000003e9',
    partnerId: 1001,
    owner: 'prt_1001',
    number: '1001-2026-0017',
    creditNoteNumber: null,
    from: '2026-11-01',
    until: '2026-11-20',
    status: 'closed',
    currency: 'DZD',
    figures: { ...figures, net },
    fees: [
      { channelKind: 'AGENCY', vatBasisPoints: 1_900, payments: 1, fee: fees, feeBack: feesBack },
    ],
    paid: 0,
    openedAt: new Date('2026-11-21T08:00:00.000Z'),
    closedAt: new Date('2026-11-21T09:00:00.123Z'),
    closedBy: 'Amina',
    approvedAt: null,
    approvedBy: null,
    paidAt: null,
  }
}

export const documentOf = (
  lines: readonly StatementLine[],
  language: ReadableDocument['language'],
  pageSize = 7,
): ReadableDocument => ({
  statement: statementOf(lines),
  lines: inPages(lines, pageSize),
  language,
  names: { issuer: 'https://pay.example', partner: 'Gaz & Eau #1', partnerAr: 'الغاز والماء' },
})

const inPages = async function* (lines: readonly StatementLine[], size: number) {
  for (let at = 0; at < lines.length; at += size) yield lines.slice(at, at + size)
}

export const collected = async <Item>(items: AsyncIterable<Item>): Promise<Item[]> => {
  const all: Item[] = []
  for await (const item of items) all.push(item)
  return all
}

export const textOf = async (parts: AsyncIterable<string>): Promise<string> =>
  (await collected(parts)).join('')

/** The rows of a CSV (RFC 4180). */
export const parseCsv = (text: string, separator = ','): string[][] => {
  const rows: string[][] = []
  let row: string[] = []
  let field = ''
  let quoted = false
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at] ?? ''
    if (quoted) {
      if (character !== '"') field += character
      else if (text[at + 1] === '"') {
        field += '"'
        at += 1
      } else quoted = false
    } else if (character === '"') quoted = true
    else if (character === separator) {
      row.push(field)
      field = ''
    } else if (character === '\r' && text[at + 1] === '\n') {
      rows.push([...row, field])
      row = []
      field = ''
      at += 1
    } else field += character
  }
  return rows
}

/** The files of a ZIP archive, read by its directory, each with its checksum. */
export const unzip = (archive: Buffer): Map<string, { text: string; crc: number }> => {
  const end = archive.lastIndexOf(Buffer.from([0x50, 0x4b, 5, 6]))
  const files = new Map<string, { text: string; crc: number }>()
  let at = archive.readUInt32LE(end + 16)
  for (let entry = 0; entry < archive.readUInt16LE(end + 10); entry += 1) {
    const [crc, packed, size] = [16, 20, 24].map((field) => archive.readUInt32LE(at + field))
    const nameLength = archive.readUInt16LE(at + 28)
    const name = archive.toString('utf8', at + 46, at + 46 + nameLength)
    const local = archive.readUInt32LE(at + 42)
    const data = local + 30 + archive.readUInt16LE(local + 26) + archive.readUInt16LE(local + 28)
    const content = inflateRawSync(archive.subarray(data, data + (packed ?? 0)))
    if (content.length !== size) throw new Error(`${name}: ${content.length} bytes, not ${size}`)
    files.set(name, { text: content.toString(), crc: crc ?? 0 })
    at += 46 + nameLength + archive.readUInt16LE(at + 30) + archive.readUInt16LE(at + 32)
  }
  return files
}

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"' }

/** The values of a sheet's rows, by cell name; texts as text, numbers as they are written. */
export const cellsOf = (sheet: string): Map<string, { type: 'text' | 'number'; value: string }>[] =>
  [...sheet.matchAll(/<row r="(\d+)">(.*?)<\/row>/gs)].map(([, , row = '']) => {
    const cells = new Map<string, { type: 'text' | 'number'; value: string }>()
    for (const [, name = '', rest = ''] of row.matchAll(/<c r="([A-Z]+\d+)"(.*?)(?=<c r=|$)/gs)) {
      const text = /<t xml:space="preserve">(.*?)<\/t>/s.exec(rest)?.[1]
      const value = /<v>(.*?)<\/v>/s.exec(rest)?.[1]
      if (text !== undefined) cells.set(name, { type: 'text', value: unescaped(text) })
      else if (value !== undefined) cells.set(name, { type: 'number', value })
    }
    return cells
  })

/** The rows of a workbook's first sheet, without its empty cells. */
export const rowsOfWorkbook = (archive: Buffer): string[][] =>
  cellsOf(unzip(archive).get('xl/worksheets/sheet1.xml')?.text ?? '').map((row) =>
    [...row.values()].map(({ value }) => value),
  )

/** A spreadsheet's number of days, as the clock on the wall shows it. */
export const wallTime = (days: string | undefined): string =>
  new Date(Date.UTC(1899, 11, 30) + Math.round(Number(days) * 86_400_000))
    .toISOString()
    .slice(0, 19)

// As Excel reads it: entities, then its own escapes.
const unescaped = (text: string): string =>
  text
    .replaceAll(/&(amp|lt|gt|quot);/g, (_, name: string) => ENTITIES[name] ?? '')
    .replaceAll(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) =>
      String.fromCharCode(Number.parseInt(code, 16)),
    )

/** The text of a PDF by poppler, in the order of its pages; null where poppler is not installed. */
export const pdfText = (pdf: Buffer): string[] | null => {
  const { error, stdout } = spawnSync('pdftotext', ['-layout', '-', '-'], {
    input: pdf,
    maxBuffer: 64 * 1024 * 1024,
    timeout: 60_000,
  })
  if (error !== undefined) return null
  return stdout.toString().split('\f').slice(0, -1)
}
