import type pg from 'pg'
import { appendAudit, type OperatorActor } from '../../../base/audit/append.ts'
import { withTransaction } from '../../../base/database/with-transaction.ts'
import { isOwnWork } from '../../../parties/people/is-own-work.ts'
import { CHANGE_COLUMNS, type AccountChangeRow } from './account-change.ts'

export type ChangeDecided =
  | { ok: true; change: AccountChangeRow }
  | {
      ok: false
      code:
        | 'PARTNER_ACCOUNT404_NOT_FOUND'
        | 'PARTNER_ACCOUNT409_DECIDED'
        | 'APPROVAL409_SAME_PERSON'
    }

export type DecisionOnChange = {
  partnerId: number
  changeId: string
  decision: 'approved' | 'declined'
}

/**
 * Approves or declines a change of a partner's bank account, once. The same decision again gets the
 * same answer; the other one is refused. Nobody approves their own request.
 */
export const decideAccountChange = (
  pool: pg.Pool,
  { partnerId, changeId, decision }: DecisionOnChange,
  by: OperatorActor,
): Promise<ChangeDecided> =>
  withTransaction(pool, async (tx): Promise<ChangeDecided> => {
    const { rows } = await tx.query<AccountChangeRow>(
      `select ${CHANGE_COLUMNS} from partner_account_changes
      where partner_id = $1 and change_id = $2
      for update`,
      [partnerId, changeId],
    )
    const [before] = rows
    if (before === undefined) return { ok: false, code: 'PARTNER_ACCOUNT404_NOT_FOUND' }
    if (before.status === decision) return { ok: true, change: before }
    if (before.status !== 'requested') return { ok: false, code: 'PARTNER_ACCOUNT409_DECIDED' }
    const table = 'partner_account_changes'
    const made = { table, partnerId, id: changeId, by: before.requestedBy } as const
    if (decision === 'approved' && (await isOwnWork(tx, made, by)))
      return { ok: false, code: 'APPROVAL409_SAME_PERSON' }
    const { rows: changed } = await tx.query<AccountChangeRow>(
      `update partner_account_changes
      set status = $3, decided_by = $4, decided_at = wasl_now()
      where partner_id = $1 and change_id = $2
      returning ${CHANGE_COLUMNS}`,
      [partnerId, changeId, decision, by.holder],
    )
    await appendAudit(tx, by, {
      partnerId,
      action: decision === 'approved' ? 'partner-account.approve' : 'partner-account.decline',
      subject: changeId,
    })
    return { ok: true, change: changed[0] ?? before }
  })
