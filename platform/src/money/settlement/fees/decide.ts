import type pg from 'pg'
import { appendAudit, type OperatorActor } from '../../../base/audit/append.ts'
import { withTransaction } from '../../../base/database/with-transaction.ts'
import { isOwnWork } from '../../../parties/people/is-own-work.ts'
import { FEE_VERSION_COLUMNS, TODAY, type FeeVersionRow } from './fee-version.ts'
import type { Owner } from './owner.ts'

export type FeeDecided =
  | { ok: true; version: FeeVersionRow }
  | {
      ok: false
      code: 'FEE404_NOT_FOUND' | 'FEE409_DECIDED' | 'FEE409_TOO_LATE' | 'APPROVAL409_SAME_PERSON'
    }

/**
 * Approves or declines a version, once. The same decision again gets the same answer; the other one is
 * refused. Nobody approves what they proposed.
 */
export const decideFee = (
  pool: pg.Pool,
  { partnerId, owner, feeVersionId }: Owner & { feeVersionId: string },
  decision: 'approved' | 'declined',
  by: OperatorActor,
): Promise<FeeDecided> =>
  withTransaction(pool, async (tx): Promise<FeeDecided> => {
    const { rows } = await tx.query<FeeVersionRow & { isLate: boolean }>(
      `select ${FEE_VERSION_COLUMNS}, effective_from <= ${TODAY} as "isLate"
      from fee_versions
      where partner_id = $1 and owner = $2 and fee_version_id = $3
      for update`,
      [partnerId, owner, feeVersionId],
    )
    const [found] = rows
    if (found === undefined) return { ok: false, code: 'FEE404_NOT_FOUND' }
    const { isLate, ...before } = found
    if (before.status === decision) return { ok: true, version: before }
    if (before.status !== 'proposed') return { ok: false, code: 'FEE409_DECIDED' }
    if (decision === 'approved') {
      const made = {
        table: 'fee_versions',
        partnerId,
        id: feeVersionId,
        by: before.madeBy,
      } as const
      if (await isOwnWork(tx, made, by)) return { ok: false, code: 'APPROVAL409_SAME_PERSON' }
      if (isLate) return { ok: false, code: 'FEE409_TOO_LATE' }
    }
    const { rows: changed } = await tx.query<FeeVersionRow>(
      decision === 'approved' ? APPROVE : DECLINE,
      [partnerId, feeVersionId, by.holder],
    )
    const [version] = changed
    if (version === undefined) throw new Error(`the fee version ${feeVersionId} was not decided`)
    await appendAudit(tx, by, {
      partnerId,
      action: decision === 'approved' ? 'fee.approve' : 'fee.decline',
      subject: feeVersionId,
      details: { owner },
    })
    return { ok: true, version }
  })

const APPROVE = `
  update fee_versions set approved_by = $3, approved_at = wasl_now()
  where partner_id = $1 and fee_version_id = $2
  returning ${FEE_VERSION_COLUMNS}`

const DECLINE = `
  update fee_versions set declined_by = $3, declined_at = wasl_now()
  where partner_id = $1 and fee_version_id = $2
  returning ${FEE_VERSION_COLUMNS}`
