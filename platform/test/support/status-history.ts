import type { PaymentStatus } from '@wasl/protocol'
import type pg from 'pg'

/** What the status API said of a reference, and when, by the platform's clock. */
export type StatusAnswer = {
  partnerId: number
  reference: string
  sentAt: Date
  receivedAt: Date
  status: PaymentStatus
  /** What is decided shows a moment later, when it is committed: so far back the answer may be. */
  slackMs?: number
}

type Moment = { at: Date; payment_id: string; stage: string }

/**
 * I10: whether the history, read by itself, says at some moment between request and answer what the
 * status said. Null when it does, else a sentence.
 */
export const isConsistent = async (
  pool: pg.Pool,
  { partnerId, reference, sentAt, receivedAt, status, slackMs = 0 }: StatusAnswer,
): Promise<string | null> => {
  const { rows: moments } = await pool.query<Moment>(MOMENTS, [partnerId, reference])
  const from = new Date(sentAt.getTime() - slackMs)
  const within = moments.filter(({ at }) => at >= from && at <= receivedAt)
  const times = [from, ...within.map(({ at }) => at)]
  const possible = times.map((at) => told(moments.filter((moment) => moment.at <= at)))
  const said = status.paymentId === null ? 'not_found' : `${status.stage} ${status.paymentId}`
  if (possible.includes(said)) return null
  return (
    `the status of ${reference} of partner ${partnerId} said ${said}; between ` +
    `${from.toISOString()} and ${receivedAt.toISOString()} the history says ${possible.join(', ')}`
  )
}

/** A paid or refunded payment is never hidden; else the newest payment decides (D7). */
const told = (past: Moment[]): string => {
  const shown =
    past.findLast(({ stage }) => stage === 'paid' || stage === 'refunded') ?? past.at(-1)
  return shown === undefined ? 'not_found' : `${shown.stage} ${shown.payment_id}`
}

/** Each transition, and the lapse of each lock that nobody has noticed yet, the oldest first. */
const MOMENTS = `
select at, payment_id, to_stage as stage, payment_id as tie, sequence
from payment_transitions
join payments using (partner_id, payment_id)
where partner_id = $1 and reference = $2
union all
select lock_expires_at, payment_id, 'released', payment_id, 2
from payments
where partner_id = $1 and reference = $2 and stage = 'locked'
order by at, tie, sequence`
