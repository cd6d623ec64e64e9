import { formatSum, type Centimes } from '@wasl/protocol'
import { safeField } from './csv-field.ts'
import { SUMS, sumsOf, type ReadableDocument } from './document.ts'
import { LABELS } from './labels.ts'
import { addLine, NO_TOTALS } from './totals.ts'

/** By this mark a spreadsheet recognises UTF-8. */
export const MARK = '\uFEFF'

/**
 * The lines of a statement as CSV for a spreadsheet that is set to French, as most are in Algeria:
 * semicolons and decimal commas. The last rows are the total of the lines and the figures.
 */
export const statementCsvExcel = async function* ({
  statement,
  lines,
  language,
}: ReadableDocument): AsyncGenerator<string> {
  const labels = LABELS[language]
  const { columns, codes, channels } = labels
  yield (
    MARK +
    row([
      columns.businessDate,
      columns.time,
      columns.code,
      columns.reference,
      columns.paymentId,
      columns.sourceId,
      columns.channel,
      columns.amount,
      columns.fee,
    ])
  )
  let totals = NO_TOTALS
  for await (const page of lines) {
    let text = ''
    for (const line of page) {
      totals = addLine(totals, line)
      const { businessDate, at, code, reference, paymentId, sourceId, channelKind, amount, fee } =
        line
      text += row([
        businessDate,
        at.toISOString().slice(11, 19),
        codes[code],
        safeField(reference ?? ''),
        paymentId ?? '',
        sourceId,
        channelKind === null ? '' : channels[channelKind],
        comma(amount),
        comma(fee),
      ])
    }
    yield text
  }
  yield row([labels.total, '', '', '', '', '', '', comma(totals.amount), comma(totals.fee)])
  yield row([])
  const sums = sumsOf(statement.figures)
  for (const [name, sign] of SUMS) yield row([labels.sums[name], comma(sign * sums[name])])
}

/** Our own fields have no semicolon, quote or line break. */
export const row = (fields: readonly string[]): string => `${fields.join(';')}\r\n`

export const comma = (centimes: Centimes): string => formatSum(centimes).replace('.', ',')
