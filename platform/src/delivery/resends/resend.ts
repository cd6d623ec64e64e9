import type { EventKind, EventState, ResendRecord } from '@wasl/protocol'
import { partnerWireId } from '../../base/wire-ids.ts'

/**
 * A resend sends a backlog of webhook events again (W146). It looks at each event of its period
 * once, in the order of their ids, and makes it due again if its state is one of those asked for.
 * It never has more than DUE_MAX deliveries of a partner due at once.
 */
export type ResendFilter = {
  /** Null for all partners. */
  partnerId: number | null
  since: Date
  until: Date
  event: EventKind | null
  states: EventState[]
}

export type ResendRow = {
  resend_id: string
  /** Null for all partners. */
  partner_id: number | null
  since: Date
  until: Date
  event: EventKind | null
  states: EventState[]
  status: ResendRecord['status']
  count: number
  sent: number
  left_out: number
  asked_at: Date
  asked_by: string
  finished_at: Date | null
}

/**
 * Due deliveries of one partner while its resend runs: as many as it answers within moments. The
 * rest follow when these have ended.
 */
export const DUE_MAX = 256

export const resendBody = (row: ResendRow): ResendRecord => ({
  resendId: row.resend_id,
  partnerId: row.partner_id === null ? null : partnerWireId(row.partner_id),
  since: row.since.toISOString(),
  until: row.until.toISOString(),
  event: row.event,
  states: row.states,
  status: row.status,
  count: row.count,
  sent: row.sent,
  leftOut: row.left_out,
  askedAt: row.asked_at.toISOString(),
  askedBy: row.asked_by,
  finishedAt: row.finished_at?.toISOString() ?? null,
})
