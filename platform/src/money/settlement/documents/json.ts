import { formatSum } from '@wasl/protocol'
import type { StatementLine } from '../statements/statement.ts'
import { channelWireId } from '../../../base/wire-ids.ts'
import { SUMS, sumsOf, written } from './document.ts'
import type { ClosedStatement, PageWriter, StatementDocument } from './document.ts'

/**
 * A statement as JSON: its figures, then a line of text for each line. Sums are JSON numbers with two
 * decimals, written from integers.
 */
export const jsonWriter = (statement: ClosedStatement): PageWriter => {
  let separator = '\n'
  return {
    head: `{"statement":${figuresJson(statement)},"lines":[`,
    page(lines) {
      let text = ''
      for (const line of lines) {
        text += separator + lineJson(line)
        separator = ',\n'
      }
      return text
    },
    tail: '\n]}\n',
  }
}

export const statementJson = ({ statement, lines }: StatementDocument): AsyncGenerator<string> =>
  written(jsonWriter(statement), lines)

/** The closed figures. What happens to a statement afterwards is not part of its documents. */
const figuresJson = (statement: ClosedStatement): string => {
  const { statementId, number, creditNoteNumber, owner, from, until, currency, fees } = statement
  const named = {
    statementId,
    number,
    creditNoteNumber,
    partnerId: owner,
    from,
    to: until,
    currency,
  }
  const sums = sumsOf(statement.figures)
  const charges = fees.map(
    ({ channelKind, vatBasisPoints, payments, fee, feeBack }) =>
      `{"channel":"${channelKind}","vatBasisPoints":${vatBasisPoints},"payments":${payments},` +
      `"fee":${formatSum(fee)},"feeBack":${formatSum(feeBack)}}`,
  )
  return (
    `${JSON.stringify(named).slice(0, -1)},` +
    `${SUMS.map(([name]) => `"${name}":${formatSum(sums[name])}`).join(',')},` +
    `"charges":[${charges.join(',')}],"closedAt":"${statement.closedAt.toISOString()}"}`
  )
}

// Only a reference can contain characters that JSON escapes.
const lineJson = (line: StatementLine): string =>
  `{"businessDate":"${line.businessDate}","at":"${line.at.toISOString()}","code":"${line.code}"` +
  `,"line":${line.line}` +
  `,"reference":${line.reference === null ? 'null' : JSON.stringify(line.reference)}` +
  `,"paymentId":${quoted(line.paymentId)},"sourceId":"${line.sourceId}"` +
  `,"channel":${quoted(line.channelKind)},"channelId":${quoted(channelOf(line))}` +
  `,"amount":${formatSum(line.amount)},"fee":${formatSum(line.fee)}` +
  `,"vatBasisPoints":${line.vatBasisPoints}}`

const quoted = (plain: string | null): string => (plain === null ? 'null' : `"${plain}"`)

const channelOf = ({ channelId }: StatementLine): string | null =>
  channelId === null ? null : channelWireId(channelId)
