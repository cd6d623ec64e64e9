import { formatSum } from '@wasl/protocol'
import type { StatementLine } from '../statements/statement.ts'
import { channelWireId } from '../../../base/wire-ids.ts'
import { written } from './document.ts'
import type { ClosedStatement, PageWriter, StatementDocument } from './document.ts'

/** The columns of the CSV for machines. A later version may add columns at the end. */
export const CSV_COLUMNS = [
  'business_date',
  'at',
  'code',
  'line',
  'reference',
  'payment_id',
  'source_id',
  'channel',
  'channel_id',
  'amount',
  'fee',
  'vat_basis_points',
  'currency',
] as const

/**
 * The lines of a statement as CSV for machines (RFC 4180): UTF-8 without a mark, commas, decimal
 * points, a header. Texts are as they are: a reference that begins like a formula is not changed.
 */
export const csvWriter = ({ currency }: Pick<ClosedStatement, 'currency'>): PageWriter => {
  const end = `,${currency}\r\n`
  return {
    head: `${CSV_COLUMNS.join(',')}\r\n`,
    page(lines) {
      let text = ''
      for (const line of lines) text += lineCsv(line) + end
      return text
    },
    tail: '',
  }
}

export const statementCsv = ({ statement, lines }: StatementDocument): AsyncGenerator<string> =>
  written(csvWriter(statement), lines)

const lineCsv = (line: StatementLine): string =>
  `${line.businessDate},${line.at.toISOString()},${line.code},${line.line},` +
  `${textField(line.reference)},${line.paymentId ?? ''},${line.sourceId},` +
  `${line.channelKind ?? ''},${line.channelId === null ? '' : channelWireId(line.channelId)},` +
  `${formatSum(line.amount)},${formatSum(line.fee)},${line.vatBasisPoints}`

const SPECIAL = /[",\r\n]/

const textField = (text: string | null): string => {
  if (text === null) return ''
  return SPECIAL.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
