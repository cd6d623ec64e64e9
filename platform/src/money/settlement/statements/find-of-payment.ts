import type pg from 'pg'
import { ownerOfPartner } from '../fees/owner.ts'
import { readStatement } from './read.ts'
import type { Statement } from './statement.ts'

/** The closed statement of the business date on which a payment entered the books; null before. */
export const findStatementOfPayment = async (
  db: pg.Pool,
  partnerId: number,
  paymentId: string,
): Promise<Statement | null> => {
  const { rows } = await db.query<{ statement_id: string }>(
    `select statement.statement_id
    from ledger_transfers collected
    join statements statement
      on statement.partner_id = collected.partner_id and statement.owner = $3
      and statement.period_from <= collected.business_date
      and statement.period_until >= collected.business_date and statement.status <> 'open'
    where collected.partner_id = $1 and collected.source_id = $2 and collected.code = 'COLLECT'
      and collected.line = 1
    limit 1`,
    [partnerId, paymentId, ownerOfPartner(partnerId).owner],
  )
  const [found] = rows
  return found === undefined ? null : readStatement(db, partnerId, found.statement_id)
}
