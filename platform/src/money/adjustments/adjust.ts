import type { Centimes } from '@wasl/protocol'
import type pg from 'pg'
import { appendAudit, type OperatorActor } from '../../base/audit/append.ts'
import { withTransaction } from '../../base/database/with-transaction.ts'
import { isOwnWork } from '../../parties/people/is-own-work.ts'
import { behind } from '../../parties/people/persons-behind.ts'
import type { Account } from '../../ledger/account.ts'
import {
  ADJUSTMENT_COLUMNS,
  mayAdjust,
  ownerOf,
  type AdjustmentRow,
  type OwnerId,
} from './adjustment.ts'
import { NO_PARTNER, postTransfers } from '../../ledger/post.ts'

export type NewAdjustment = { debit: Account; credit: Account; amount: Centimes; reason: string }

/** Proposes an adjustment; null when these accounts may not be adjusted. */
export const proposeAdjustment = async (
  pool: pg.Pool,
  { debit, credit, amount, reason }: NewAdjustment,
  by: OperatorActor,
): Promise<AdjustmentRow | null> => {
  if (!mayAdjust(debit.kind, credit.kind)) return null
  const owners = [ownerOf(debit), ownerOf(credit)]
  for (const owner of owners) if (owner === null || !(await exists(pool, owner))) return null
  const partnerId = owners.map(partnerIn).find((id) => id !== null) ?? NO_PARTNER
  return withTransaction(pool, async (tx) => {
    const { rows } = await tx.query<AdjustmentRow>(
      `insert into adjustments (partner_id, adjustment_id, debit_kind, debit_owner, credit_kind,
        credit_owner, amount, reason, made_by, made_behind)
      values ($1, new_id($1), $2, $3, $4, $5, $6, $7, $8, $9)
      returning ${ADJUSTMENT_COLUMNS}`,
      [
        partnerId,
        debit.kind,
        debit.owner,
        credit.kind,
        credit.owner,
        amount,
        reason,
        by.holder,
        behind(by),
      ],
    )
    const [row] = rows
    if (row === undefined) throw new Error('the adjustment was not written')
    await appendAudit(tx, by, {
      partnerId,
      action: 'adjustment.propose',
      subject: row.adjustment_id,
      details: { debit, credit, amount, reason },
    })
    return row
  })
}

const partnerIn = (owner: OwnerId | null): number | null =>
  owner !== null && typeof owner === 'object' && 'partner' in owner ? owner.partner : null

const exists = async (pool: pg.Pool, owner: OwnerId): Promise<boolean> => {
  if (owner === 'operator') return true
  const { rows } = await pool.query(
    `select from partners where partner_id = $1
    union all
    select from agents where agent_id = $2
    union all
    select from channels where channel_id = $3`,
    [
      'partner' in owner ? owner.partner : null,
      'agent' in owner ? owner.agent : null,
      'channel' in owner ? owner.channel : null,
    ],
  )
  return rows.length > 0
}

export type AdjustmentDecided =
  | { ok: true; adjustment: AdjustmentRow }
  | {
      ok: false
      code: 'ADJUSTMENT404_NOT_FOUND' | 'ADJUSTMENT409_DECIDED' | 'APPROVAL409_SAME_PERSON'
    }

/**
 * Approves or declines an adjustment, once; approving writes its transfer. The same decision again gets
 * the same answer, the other one is refused. Nobody approves what they proposed.
 */
export const decideAdjustment = (
  pool: pg.Pool,
  partnerId: number,
  adjustmentId: string,
  decision: 'approved' | 'declined',
  by: OperatorActor,
): Promise<AdjustmentDecided> =>
  withTransaction(pool, async (tx): Promise<AdjustmentDecided> => {
    const { rows } = await tx.query<AdjustmentRow>(
      `select ${ADJUSTMENT_COLUMNS} from adjustments
      where partner_id = $1 and adjustment_id = $2
      for update`,
      [partnerId, adjustmentId],
    )
    const [before] = rows
    if (before === undefined) return { ok: false, code: 'ADJUSTMENT404_NOT_FOUND' }
    if (before.status === decision) return { ok: true, adjustment: before }
    if (before.status !== 'proposed') return { ok: false, code: 'ADJUSTMENT409_DECIDED' }
    const made = { table: 'adjustments', partnerId, id: adjustmentId, by: before.made_by } as const
    if (decision === 'approved' && (await isOwnWork(tx, made, by)))
      return { ok: false, code: 'APPROVAL409_SAME_PERSON' }
    const { rows: changed } = await tx.query<AdjustmentRow>(
      `update adjustments
      set status = $3, decided_by = $4, decided_at = wasl_now()
      where partner_id = $1 and adjustment_id = $2 and status = 'proposed'
      returning ${ADJUSTMENT_COLUMNS}`,
      [partnerId, adjustmentId, decision, by.holder],
    )
    const adjustment = changed[0] ?? before
    if (decision === 'approved') await post(tx, adjustment, by)
    await appendAudit(tx, by, {
      partnerId,
      action: decision === 'approved' ? 'adjustment.approve' : 'adjustment.decline',
      subject: adjustmentId,
    })
    return { ok: true, adjustment }
  })

const post = async (tx: pg.ClientBase, row: AdjustmentRow, by: OperatorActor): Promise<void> => {
  await postTransfers(tx, [
    {
      partnerId: row.partner_id,
      sourceId: row.adjustment_id,
      code: 'ADJUST',
      debit: { kind: row.debit_kind, owner: row.debit_owner },
      credit: { kind: row.credit_kind, owner: row.credit_owner },
      amount: row.amount,
      actor: by.id ?? by.name,
    },
  ])
}

/** The newest first, from the one before `beforeId` on. */
export const listAdjustments = async (
  pool: pg.Pool,
  { limit, beforeId }: { limit: number; beforeId: string | null },
): Promise<AdjustmentRow[]> => {
  const { rows } = await pool.query<AdjustmentRow>(
    `select ${ADJUSTMENT_COLUMNS} from adjustments
    where $1::uuid is null or adjustment_id < $1
    order by adjustment_id desc
    limit $2`,
    [beforeId, limit],
  )
  return rows
}
