import type { Centimes } from '@wasl/protocol'
import type pg from 'pg'
import { appendAudit, type OperatorActor } from '../../../base/audit/append.ts'
import { withTransaction } from '../../../base/database/with-transaction.ts'
import { isOwnWork } from '../../../parties/people/is-own-work.ts'
import { readStatement } from './read.ts'
import type { Statement } from './statement.ts'

export type Approved =
  | { ok: true; statement: Statement }
  | {
      ok: false
      code:
        | 'STATEMENT404_NOT_FOUND'
        | 'STATEMENT409_NOT_CLOSED'
        | 'STATEMENT409_NET'
        | 'APPROVAL409_SAME_PERSON'
    }

/**
 * Approves a closed statement (D32). The person names the net, so that nobody approves figures that they
 * have not read. The same approval again gets the same answer.
 */
export const approveStatement = (
  pool: pg.Pool,
  { partnerId, statementId }: { partnerId: number; statementId: string },
  net: Centimes,
  by: OperatorActor,
): Promise<Approved> =>
  withTransaction(pool, async (tx): Promise<Approved> => {
    await tx.query(
      `select from statements where partner_id = $1 and statement_id = $2 for update`,
      [partnerId, statementId],
    )
    const before = await readStatement(tx, partnerId, statementId)
    if (before === null) return { ok: false, code: 'STATEMENT404_NOT_FOUND' }
    if (before.figures === null) return { ok: false, code: 'STATEMENT409_NOT_CLOSED' }
    if (before.figures.net !== net) return { ok: false, code: 'STATEMENT409_NET' }
    if (before.status === 'approved') return { ok: true, statement: before }
    const made = { table: 'statements', partnerId, id: statementId, by: before.closedBy } as const
    if (await isOwnWork(tx, made, by)) return { ok: false, code: 'APPROVAL409_SAME_PERSON' }
    await tx.query(
      `update statements
      set status = 'approved', approved_by = $3, approved_at = wasl_now()
      where partner_id = $1 and statement_id = $2 and status = 'closed'`,
      [partnerId, statementId, by.holder],
    )
    await appendAudit(tx, by, {
      partnerId,
      action: 'statement.approve',
      subject: statementId,
      details: { net },
    })
    const statement = await readStatement(tx, partnerId, statementId)
    return { ok: true, statement: statement ?? before }
  })
