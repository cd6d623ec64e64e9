import type { RefundStatus } from '@wasl/protocol'
import type pg from 'pg'
import { partnerOfId } from '../../base/wire-ids.ts'
import { isRefundOf, REFUND_COLUMNS, type RefundRow } from './refund-row.ts'

export type RefundFilter = {
  partnerId: number | null
  paymentId: string | null
  status: RefundStatus | null
  requestedSince: Date | null
  requestedBefore: Date | null
  madeBefore: Date | null
}

/**
 * Refunds for operators, those of the newest payments first, starting before `beforeId`. Reads each
 * partner's from that partner's index.
 */
export const listRefunds = async (
  pool: pg.Pool,
  filter: RefundFilter,
  { limit, beforeId }: { limit: number; beforeId: string | null },
): Promise<RefundRow[]> => {
  const values: unknown[] = []
  const bind = (value: unknown): string => `$${values.push(value)}`
  const add = (condition: (value: string) => string, value: unknown): string[] =>
    value === null ? [] : [condition(bind(value))]
  const conditions = [
    'refund.partner_id = p.partner_id',
    ...add((value) => `refund.refund_id < ${value}::uuid`, beforeId),
    ...add((value) => isRefundOf(`${value}::uuid`), filter.paymentId),
    ...add((value) => `refund.status = ${value}`, filter.status),
    ...add((value) => `refund.requested_at >= ${value}`, filter.requestedSince),
    ...add((value) => `refund.requested_at < ${value}`, filter.requestedBefore),
    ...add((value) => `refund.made_at < ${value}`, filter.madeBefore),
  ]
  const partnerId =
    filter.paymentId === null ? filter.partnerId : (partnerOfId(filter.paymentId) ?? 0)
  if (filter.partnerId !== null && filter.partnerId !== partnerId) return []
  const count = bind(limit)
  const { rows } = await pool.query<RefundRow>(
    `select ${REFUND_COLUMNS}
    from partners p
    cross join lateral (
      select refund.*
      from refunds refund
      where ${conditions.join(' and ')}
      order by refund.refund_id desc
      limit ${count}
    ) as refund
    ${partnerId === null ? '' : `where p.partner_id = ${bind(partnerId)}`}
    order by refund.refund_id desc
    limit ${count}`,
    values,
  )
  return rows
}
