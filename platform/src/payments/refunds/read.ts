import type pg from 'pg'
import { partnerOfId } from '../../base/wire-ids.ts'
import { isRefundOf, REFUND_COLUMNS, type RefundRow } from './refund-row.ts'

/** A refund; null when no refund has this id. */
export const readRefund = async (
  db: pg.ClientBase | pg.Pool,
  refundId: string,
): Promise<RefundRow | null> => {
  const { rows } = await db.query<RefundRow>(
    `select ${REFUND_COLUMNS} from refunds refund where partner_id = $1 and refund_id = $2`,
    [partnerOfId(refundId), refundId],
  )
  return rows[0] ?? null
}

/** The refunds of a payment, in the order in which they were requested. */
export const refundsOf = async (
  db: pg.ClientBase | pg.Pool,
  paymentId: string,
): Promise<RefundRow[]> => {
  const { rows } = await db.query<RefundRow>(
    `select ${REFUND_COLUMNS}
    from refunds refund
    where partner_id = $1 and ${isRefundOf('$2::uuid')}
    order by refund_id`,
    [partnerOfId(paymentId), paymentId],
  )
  return rows
}

/** The same, locked until the transaction ends. */
export const lockRefund = async (
  tx: pg.ClientBase,
  refundId: string,
): Promise<RefundRow | null> => {
  const { rowCount } = await tx.query(
    `select from refunds where partner_id = $1 and refund_id = $2 for no key update`,
    [partnerOfId(refundId), refundId],
  )
  // Another statement: a row that was changed while this one waited is read as it is now.
  return rowCount === 0 ? null : readRefund(tx, refundId)
}
