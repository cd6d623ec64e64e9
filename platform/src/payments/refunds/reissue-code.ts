import type pg from 'pg'
import { appendAudit, type OperatorActor } from '../../base/audit/append.ts'
import { withTransaction } from '../../base/database/with-transaction.ts'
import type { Refusal } from '../../base/refusal.ts'
import { partnerOfId } from '../../base/wire-ids.ts'
import { issueCode, newCode } from './code.ts'
import { wrongStatus } from './decide.ts'
import { expireIfLapsed } from './expire.ts'
import { lockRefund } from './read.ts'
import type { RefundAnswer, RefundDeps } from './request.ts'

type IssueRequest = { refundId: string; by: OperatorActor }
type Issued = RefundAnswer | Refusal<'REFUND404_NOT_FOUND' | 'REFUND409_WRONG_STATUS'>

/** Issues a new code for a refund that is made; the earlier one is void at once (D28). */
export const reissueCode = (deps: Pick<RefundDeps, 'pool'>, asked: IssueRequest): Promise<Issued> =>
  issue(deps.pool, asked, false)

/**
 * Issues a code for a refund that is made and has none, because the bank sent its money back. Any other
 * refund stays as it is.
 */
export const issueMissingCode = (
  deps: Pick<RefundDeps, 'pool'>,
  asked: IssueRequest,
): Promise<Issued> => issue(deps.pool, asked, true)

const issue = async (
  pool: pg.Pool,
  { refundId, by }: IssueRequest,
  isOnlyMissing: boolean,
): Promise<Issued> => {
  const partnerId = partnerOfId(refundId)
  if (partnerId === null) return { ok: false, code: 'REFUND404_NOT_FOUND' }
  const made = await newCode(partnerId)
  return withTransaction(pool, async (tx) => {
    const refund = await lockRefund(tx, refundId)
    if (refund === null) return { ok: false, code: 'REFUND404_NOT_FOUND' }
    if (isOnlyMissing && (refund.status !== 'made' || (await hasCode(tx, refundId)))) {
      return { ok: true, refund, code: null }
    }
    if (refund.status !== 'made') return wrongStatus(refund.status)
    if (await expireIfLapsed(tx, refund)) return wrongStatus('expired')
    const code = await issueCode(tx, { partnerId, refundId }, made)
    await appendAudit(tx, by, { partnerId, action: 'refund.issue-code', subject: refundId })
    return { ok: true, refund, code }
  })
}

const hasCode = async (tx: pg.ClientBase, refundId: string): Promise<boolean> => {
  const { rowCount } = await tx.query(
    'select from refund_codes where partner_id = $1 and refund_id = $2',
    [partnerOfId(refundId), refundId],
  )
  return rowCount === 1
}
