import type { DocumentFormat } from '@wasl/protocol'
import { statementCsv } from './csv.ts'
import { statementCsvExcel } from './csv-excel.ts'
import type { ReadableDocument } from './document.ts'
import { statementJson } from './json.ts'
import { statementXlsx } from './xlsx/statement-xlsx.ts'

/** The formats that are written as a stream; a PDF is made whole and kept. */
export type StreamedFormat = Exclude<DocumentFormat, 'pdf'>

export const WRITERS: Record<
  StreamedFormat,
  (document: ReadableDocument) => AsyncIterable<string | Buffer>
> = {
  json: statementJson,
  csv: statementCsv,
  'csv-excel': statementCsvExcel,
  xlsx: statementXlsx,
}
