import type pg from 'pg'
import type { OperatorNumber } from '../../parties/operators/operator-number.ts'
import { KEPT_HOURS } from '../../base/idempotency/forget-old.ts'
import type { KeyOwner } from '../idempotency.ts'
import type { IdempotencyKey } from '../../base/idempotency/idempotency-key.ts'

/** Users' numbers follow those of keys, of which there are never so many. */
const FIRST_USER = 1_000_000_000

/**
 * The owner of a key that an operator sends: the operator's own key or user (D25). Channels have
 * positive numbers, so a negative one is an operator's.
 */
export const ownerOfOperator = (partnerId: number, operator: OperatorNumber): KeyOwner => ({
  partnerId,
  channelId: -('userId' in operator ? FIRST_USER + operator.userId : operator.operatorKeyId),
})

/** The refund of the first request with a key; null when that was another request. */
export type KeptRefund = { refundId: string | null }

/**
 * The refund that an earlier request with this key made or paid; null when the key is new or expired.
 * Call it under the lock that the requests with this key take, so that one sees what the other did.
 */
export const findKeptRefund = async (
  tx: pg.ClientBase,
  { partnerId, channelId }: KeyOwner,
  { key, fingerprint }: IdempotencyKey,
): Promise<KeptRefund | null> => {
  await tx.query(
    `delete from idempotency_keys
    where partner_id = $1 and channel_id = $2 and key = $3
      and created_at <= wasl_now() - make_interval(hours => $4)`,
    [partnerId, channelId, key, KEPT_HOURS],
  )
  const { rows } = await tx.query<{ refund_id: string | null; same_request: boolean }>(
    `select refund_id, fingerprint = $4 as same_request
    from idempotency_keys
    where partner_id = $1 and channel_id = $2 and key = $3`,
    [partnerId, channelId, key, fingerprint],
  )
  const [row] = rows
  if (row === undefined) return null
  return { refundId: row.same_request ? row.refund_id : null }
}

/**
 * Keeps the refund as the answer to a key, in the transaction that makes or pays it.
 *
 * @throws Error (`isKeyTaken`) when another request took the key meanwhile: nothing is changed then.
 */
export const keepRefund = async (
  tx: pg.ClientBase,
  { partnerId, channelId }: KeyOwner,
  { key, fingerprint }: IdempotencyKey,
  refundId: string,
): Promise<void> => {
  await tx.query(
    `insert into idempotency_keys (partner_id, channel_id, key, fingerprint, refund_id, cause)
    values ($1, $2, $3, $4, $5, 'refund')`,
    [partnerId, channelId, key, fingerprint, refundId],
  )
}
