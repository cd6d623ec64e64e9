import type pg from 'pg'
import type { StatementLine } from './statement.ts'

/** How many lines are in memory at once. */
const LINES_AT_ONCE = 2_000

/**
 * The lines of a partner's statement, by business date and time, in pages: a statement may have a
 * million. They come from a cursor, so the caller's transaction stays open until the last page was read:
 * write them to a file, and never straight to a slow client.
 *
 * The order is the same every time.
 */
export const streamLines = async function* (
  tx: pg.ClientBase,
  { partnerId, from, until }: { partnerId: number; from: string; until: string },
): AsyncGenerator<StatementLine[]> {
  await tx.query(LINES, [partnerId, from, until])
  for (;;) {
    const { rows } = await tx.query<StatementLine>(`fetch ${LINES_AT_ONCE} from statement_lines`)
    if (rows.length > 0) yield rows
    if (rows.length < LINES_AT_ONCE) break
  }
  await tx.query('close statement_lines')
}

const LINES = `
  declare statement_lines no scroll cursor for
  select line.business_date::text as "businessDate", line.at, line.code, line.source_id as "sourceId",
    line.line, line.payment_id as "paymentId", payment.reference, line.channel_id as "channelId",
    line.channel_kind as "channelKind", line.signed as amount, line.fee,
    line.vat_basis_points as "vatBasisPoints"
  from statement_lines($1, $2, $3) line
  left join payments payment
    on payment.partner_id = $1 and payment.payment_id = line.payment_id
  order by line.business_date, line.at, line.source_id, line.code, line.line`
