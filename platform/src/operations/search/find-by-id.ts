import type { RecordType } from '@wasl/protocol'
import type pg from 'pg'
import { NO_COPY } from '../../base/database/copies.ts'
import type { AuditRow } from '../../base/audit/list.ts'
import { DELIVERY_RECORD, type DeliveryRecord } from '../../delivery/webhooks/queue/delivery.ts'
import { ownerNumberOfId, partnerOfId } from '../../base/wire-ids.ts'
import type { Search } from './asked.ts'
import { PERMISSION_TO_FIND } from './who-may-find.ts'

/** The event with this id. */
export const findEvents = async (
  pool: pg.Pool,
  { typed: { uuid }, partnerId }: Search,
): Promise<DeliveryRecord[]> => {
  const owner = uuid === null ? null : partnerOfId(uuid)
  if (owner === null || (partnerId !== null && owner !== partnerId)) return []
  const { rows } = await pool.query<DeliveryRecord>(
    `with clock as materialized (select wasl_now() as now)
    select ${DELIVERY_RECORD}
    from clock
    cross join webhook_events event
    join webhook_deliveries delivery using (partner_id, event_id)
    where event.partner_id = $1 and event.event_id = $2`,
    [owner, uuid],
  )
  return rows
}

export type FoundRecord = {
  type: RecordType
  id: string
  status: string
  at: Date | null
  /** Centimes. */
  amount: number | null
  partnerId: number | null
  channelId: number | null
  paymentId: string | null
}

/** What else has this id, of the types that this caller may list: each by its primary key. */
export const findRecords = async (
  pool: pg.Pool,
  { typed: { uuid }, permissions }: Search,
): Promise<FoundRecord[]> => {
  const owner = uuid === null ? null : ownerNumberOfId(uuid)
  if (owner === null) return []
  const own = RECORDS.filter(({ type }) => permissions.has(PERMISSION_TO_FIND[type]))
  if (own.length === 0) return []
  const byId = own.map(({ sql }) => sql).join(' union all ')
  const { rows } = await pool.query<FoundRecord>(byId, [uuid, owner])
  return rows
}

const NO_PAYMENT = 'null::uuid'

const record = (
  type: RecordType,
  columns: readonly [status: string, at: string, amount: string, channel: string, payment: string],
  from: string,
): { type: RecordType; sql: string } => {
  const [status, at, amount, channel, payment] = columns
  const sql = `select '${type}' as type, $1::uuid as id, ${status} as status, ${at} as at,
    ${amount} as amount, nullif($2::int, 0) as "partnerId", ${channel} as "channelId",
    ${payment} as "paymentId"
  from ${from}`
  return { type, sql }
}

const RECORDS = [
  record(
    'refund',
    ['status', 'requested_at', 'amount', 'paid_channel_id', 'event_id_of(refund_id, 0)'],
    'refunds where partner_id = $2 and refund_id = $1',
  ),
  record(
    'case',
    ['status', 'reported_at', 'amount', 'channel_id', 'payment_id'],
    'cases where partner_id = $2 and case_id = $1',
  ),
  record(
    'payout',
    ['status', 'made_at', 'amount', 'null::int', NO_PAYMENT],
    'payouts where partner_id = $2 and payout_id = $1',
  ),
  record(
    'shift',
    ['status', 'opened_at', 'float', 'channel_id', NO_PAYMENT],
    `shifts where shift_id = $1 and ${NO_COPY}`,
  ),
  record(
    'handover',
    ['status', 'offered_at', 'amount', 'channel_id', NO_PAYMENT],
    'handovers where handover_id = $1',
  ),
  record(
    'deposit',
    ['status', 'bagged_at', 'amount', 'channel_id', NO_PAYMENT],
    'deposits where deposit_id = $1',
  ),
  record(
    'remittance',
    ['status', 'announced_at', 'amount', 'channel_id', NO_PAYMENT],
    'remittances where remittance_id = $1',
  ),
  record(
    'float',
    ['status', 'funded_at', 'amount', 'channel_id', NO_PAYMENT],
    'floats where float_id = $1',
  ),
  record(
    'variance',
    ['status', 'found_at', 'amount', 'channel_id', NO_PAYMENT],
    'variances where variance_id = $1',
  ),
  record(
    'bankLine',
    ['status', 'null::timestamptz', 'amount', 'null::int', NO_PAYMENT],
    'bank_lines where bank_line_id = $1',
  ),
]

/** What a request with this id did. */
export const findRequests = async (
  pool: pg.Pool,
  { typed: { uuid }, limit }: Search,
): Promise<AuditRow[]> => {
  if (uuid === null) return []
  const { rows } = await pool.query<AuditRow>(
    `select partner_id, audit_id, at, actor_id, actor, action, subject, request_id, details
    from audit_log
    where request_id = $1
    order by audit_id desc
    limit $2`,
    [uuid, limit + 1],
  )
  return rows
}
