import type pg from 'pg'
import type { PayoutStatus } from '@wasl/protocol'
import { PAYOUT_COLUMNS, PAYOUTS, type PayoutRow } from './payout.ts'

/** Null when the partner (0: a channel) has no such payout. */
export const readPayout = async (
  db: pg.ClientBase | pg.Pool,
  partnerId: number,
  payoutId: string,
): Promise<PayoutRow | null> => {
  const { rows } = await db.query<PayoutRow>(
    `select ${PAYOUT_COLUMNS} from ${PAYOUTS}
    where payout.partner_id = $1 and payout.payout_id = $2`,
    [partnerId, payoutId],
  )
  return rows[0] ?? null
}

export type PayoutFilter = {
  partnerId: number | null
  statementId: string | null
  batchId: string | null
  status: PayoutStatus | null
}

/** The newest first, starting before `beforeId`. */
export const listPayouts = async (
  db: pg.Pool,
  { partnerId, statementId, batchId, status }: PayoutFilter,
  { limit, beforeId }: { limit: number; beforeId: string | null },
): Promise<PayoutRow[]> => {
  const { rows } = await db.query<PayoutRow>(
    `select ${PAYOUT_COLUMNS} from ${PAYOUTS}
    where ($1::int is null or payout.partner_id = $1)
      and ($2::uuid is null or payout.statement_id = $2)
      and ($3::uuid is null or payout.batch_id = $3)
      and ($4::text is null or payout.status = $4)
      and ($5::uuid is null or payout.payout_id < $5)
    order by payout.payout_id desc
    limit $6`,
    [partnerId, statementId, batchId, status, beforeId, limit],
  )
  return rows
}
