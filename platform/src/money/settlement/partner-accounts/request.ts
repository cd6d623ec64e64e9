import type pg from 'pg'
import { appendAudit, type OperatorActor } from '../../../base/audit/append.ts'
import { errorCodeOf, SQL_STATE } from '../../../base/database/errors.ts'
import { withTransaction } from '../../../base/database/with-transaction.ts'
import { behind } from '../../../parties/people/persons-behind.ts'
import { CHANGE_COLUMNS, type AccountChangeRow, type AccountFields } from './account-change.ts'

export type ChangeRequested =
  | { ok: true; change: AccountChangeRow }
  | { ok: false; code: 'PARTNER404_NOT_FOUND' | 'PARTNER_ACCOUNT409_WAITING' }

/** Requests a change of a partner's bank account: another person must approve it. */
export const requestAccountChange = async (
  pool: pg.Pool,
  partnerId: number,
  fields: AccountFields,
  by: OperatorActor,
): Promise<ChangeRequested> => {
  try {
    return await withTransaction(pool, async (tx): Promise<ChangeRequested> => {
      const { rows } = await tx.query<AccountChangeRow>(
        `insert into partner_account_changes
          (partner_id, change_id, account_holder, rib, nif, nis, rc, ai, requested_by, made_behind)
        select partner_id, new_id(partner_id), $2, $3, $4, $5, $6, $7, $8, $9
        from partners
        where partner_id = $1
        returning ${CHANGE_COLUMNS}`,
        [
          partnerId,
          fields.accountHolder,
          fields.rib,
          fields.nif,
          fields.nis,
          fields.rc,
          fields.ai,
          by.holder,
          behind(by),
        ],
      )
      const [change] = rows
      if (change === undefined) return { ok: false, code: 'PARTNER404_NOT_FOUND' }
      await appendAudit(tx, by, {
        partnerId,
        action: 'partner-account.request',
        subject: change.changeId,
        details: fields,
      })
      return { ok: true, change }
    })
  } catch (error) {
    if (errorCodeOf(error) !== SQL_STATE.uniqueViolation) throw error
    return { ok: false, code: 'PARTNER_ACCOUNT409_WAITING' }
  }
}
