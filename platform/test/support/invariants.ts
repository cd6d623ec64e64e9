import type { PaymentStatus } from '@wasl/protocol'
import type pg from 'pg'
import { EVENTS } from '../../src/webhooks/event.ts'
import { isConsistent, type StatusAnswer } from './status-history.ts'

/** A status call that was not refused, by this machine's clock. */
export type AcceptedCall = { partnerId: number; sentAtMs: number; receivedAtMs: number }

export type InvariantInput = {
  /** For I9: every status call that was answered with 200, 400 or 403. */
  acceptedCalls?: AcceptedCall[]
  /** For I10: what the status API said, and when. */
  statusAnswers?: StatusAnswer[]
  /** How long a lease may have lapsed before somebody must have taken it over: more than a poll. */
  leaseGraceSeconds?: number
}

export type { StatusAnswer }
export type { PaymentStatus }

/**
 * The invariants of the design, each a query that must return no row. Ask for them when the storm is
 * over and the deliveries have settled.
 *
 * @returns what is violated, one sentence with the offending row each; empty when all hold.
 */
export const checkInvariants = async (
  pool: pg.Pool,
  { acceptedCalls = [], statusAnswers = [], leaseGraceSeconds = 3 }: InvariantInput = {},
): Promise<string[]> => {
  const violations: string[] = []
  for (const [name, query] of Object.entries(QUERIES)) {
    const { rows } = await pool.query(query.replaceAll(':grace', String(leaseGraceSeconds)))
    for (const row of rows.slice(0, 5)) violations.push(`${name}: ${JSON.stringify(row)}`)
  }
  violations.push(...quotaViolations(acceptedCalls))
  for (const answer of statusAnswers) {
    const problem = await isConsistent(pool, answer)
    if (problem !== null) violations.push(`I10: ${problem}`)
  }
  return violations
}

const ORDINALS = Object.entries(EVENTS)
  .map(([kind, { ordinal }]) => `when '${kind}' then ${ordinal}`)
  .join(' ')

const QUERIES: Record<string, string> = {
  'I1: at most one payment.success for a payment': `
    select partner_id, event_id_of(event_id, 0) as payment_id, count(*)
    from webhook_events
    where kind = 'payment.success'
    group by partner_id, event_id_of(event_id, 0)
    having count(*) > 1`,

  'I1: at most one payment of a reference is locked, paid or refunded': `
    select partner_id, reference, array_agg(stage)
    from payments
    where stage <> 'released'
    group by partner_id, reference
    having count(*) > 1`,

  'I1: a payment that is locked, paid or refunded has its reference': `
    select payments.partner_id, payments.payment_id, stage, live.payment_id as with_payment
    from payments
    left join live_references live using (partner_id, reference)
    where stage <> 'released' and live.payment_id is distinct from payments.payment_id`,

  'I1: a reference leads to its newest payment, and each payment to the one before it': `
    select payments.partner_id, payments.reference, payments.payment_id
    from payments
    left join live_references live using (partner_id, reference)
    left join payments later
      on later.partner_id = payments.partner_id
      and later.previous_payment_id = payments.payment_id
      and later.reference = payments.reference
    where (live.payment_id is not distinct from payments.payment_id)
      = (later.payment_id is not null)`,

  'I1: a reference whose payment is gone says what its status goes on saying': `
    select live.partner_id, live.reference, live.payment_id
    from live_references live
    left join payments using (partner_id, payment_id)
    where payments.reference is distinct from live.reference
      and (payments.reference is not null or live.amount is null)`,

  'I1: the open locks are those of the locked payments': `
    select partner_id, payment_id, stage, open.channel_id
    from (select * from payments where stage = 'locked') as locked
    full join open_locks open using (partner_id, payment_id)
    where (locked.channel_id, locked.lock_expires_at)
      is distinct from (open.channel_id, open.lock_expires_at)`,

  'I2: paid or refunded if and only if there is a success event': `
    select partner_id, payment_id, stage
    from payments
    where (stage in ('paid', 'refunded')) <> exists (
      select from webhook_events event
      where event.partner_id = payments.partner_id
        and event_id_of(event.event_id, 0) = payments.payment_id
        and event.kind = 'payment.success'
    )`,

  'I3: released if and only if there is a fail event; never both success and fail': `
    select partner_id, payment_id, stage
    from payments
    where (stage = 'released') <> exists (
      select from webhook_events event
      where event.partner_id = payments.partner_id
        and event_id_of(event.event_id, 0) = payments.payment_id
        and event.kind = 'payment.fail'
    )`,

  'I3: every payment has exactly one event of its opening': `
    select partner_id, payment_id
    from payments
    where 1 <> (
      select count(*) from webhook_events event
      where event.partner_id = payments.partner_id
        and event_id_of(event.event_id, 0) = payments.payment_id
        and event.kind = 'payment.initialized'
    )`,

  'I3: each event has the ordinal of its kind, and a payment has every event before it': `
    select partner_id, event_id, kind
    from webhook_events event
    where event_ordinal(event_id) is distinct from case kind ${ORDINALS} end
      or event_ordinal(event_id) > 1 and not exists (
        select from webhook_events earlier
        where earlier.partner_id = event.partner_id
          and earlier.event_id = event_id_of(event.event_id, event_ordinal(event.event_id) - 1)
      )`,

  'I4: history holds only allowed transitions, each from where the one before it led': `
    select *
    from (
      select *,
        lag(to_stage) over of_payment as before,
        lag(at) over of_payment as before_at,
        row_number() over of_payment as place
      from payment_transitions
      window of_payment as (partition by partner_id, payment_id order by sequence)
    ) as history
    where sequence <> place
      or from_stage is distinct from before
      or at < before_at
      or (coalesce(from_stage, ''), to_stage, cause) not in (values
        ('', 'locked', 'open'), ('locked', 'paid', 'confirm'), ('locked', 'released', 'cancel'),
        ('locked', 'released', 'fail'), ('locked', 'released', 'expire'),
        ('paid', 'refunded', 'refund'))`,

  'I4: every transition, refusal and event is of a payment': `
    select belongs.*
    from (
      select partner_id, payment_id, 'transition' as what from payment_transitions
      union all
      select partner_id, payment_id, 'refusal' from payment_refusals
      union all
      select partner_id, event_id_of(event_id, 0), 'event' from webhook_events
    ) as belongs
    left join payments using (partner_id, payment_id)
    where payments.payment_id is null`,

  'I4: the current stage is the last of the history, with its time': `
    select payments.partner_id, payments.payment_id, stage, last.to_stage, last.at
    from payments
    left join lateral (
      select to_stage, at
      from payment_transitions
      where partner_id = payments.partner_id and payment_id = payments.payment_id
      order by sequence desc
      limit 1
    ) as last on true
    where last.to_stage is distinct from stage
      or last.at is distinct from case stage
        when 'locked' then opened_at
        when 'paid' then paid_at
        when 'released' then released_at
        else refunded_at
      end`,

  'I4: nothing was confirmed at or after the end of its lock': `
    select partner_id, payment_id, lock_expires_at, paid_at
    from payments
    where paid_at >= lock_expires_at or released_at > lock_expires_at`,

  'I5: no delivery is overdue with a lapsed lease': `
    select partner_id, event_id, leased_until, attempts
    from webhook_deliveries
    where leased_until < wasl_now() - interval ':grace seconds'`,

  'I6: every event is delivered, pending or visibly failed': `
    select event.partner_id, event.event_id, event.kind, due_at, delivered_at, failed_at
    from webhook_events event
    left join webhook_deliveries delivery using (partner_id, event_id)
    where delivery.event_id is null
      or num_nonnulls(delivery.due_at, delivery.delivered_at, delivery.failed_at) = 0`,

  'I6: delivered means an attempt answered with 200 and success: true': `
    select partner_id, event_id, delivered_at
    from webhook_deliveries delivery
    where delivered_at is not null and not exists (
      select from webhook_attempt_results result
      join webhook_attempts made using (partner_id, event_id, attempt)
      where result.partner_id = delivery.partner_id
        and result.event_id = delivery.event_id
        and result.outcome = 'acknowledged'
        and result.status = 200
        -- Null is {"success":true} to the byte.
        and coalesce(result.response_body, '{"success":true}') ~ '"success"\\s*:\\s*true'
    )`,

  'I6: as many attempts are on record as the delivery counts, and every result has its attempt': `
    select partner_id, event_id, attempts
    from webhook_deliveries delivery
    where attempts <> (
      select count(*) from webhook_attempts
      where partner_id = delivery.partner_id and event_id = delivery.event_id
    ) or exists (
      select from webhook_attempt_results result
      where result.partner_id = delivery.partner_id
        and result.event_id = delivery.event_id
        and not exists (
          select from webhook_attempts made
          where made.partner_id = result.partner_id
            and made.event_id = result.event_id
            and made.attempt = result.attempt
        )
    )`,

  'I7: all attempts of an event carried the body that is stored': `
    select partner_id, event_id, attempt
    from webhook_attempt_results
    join webhook_events event using (partner_id, event_id)
    where body_sha256 is distinct from
      case when outcome <> 'not_sent' then sha256(convert_to(event.body, 'UTF8')) end`,

  'I8: a single use was taken at most once': `
    select configuration.partner_id, configuration.configuration_id, count(*)
    from qr_configurations configuration
    join payments
      on payments.partner_id = configuration.partner_id
      and payments.qr_configuration_id = configuration.configuration_id
    where configuration.kind = 'SINGLE_USE' and payments.stage <> 'released'
    group by configuration.partner_id, configuration.configuration_id
    having count(*) > 1`,

  'I8: a payment that has a single use holds it': `
    select payments.partner_id, payments.payment_id, use.payment_id as held_by
    from payments
    left join qr_single_uses use
      on use.partner_id = payments.partner_id
      and use.configuration_id = payments.qr_configuration_id
    where qr_config_kind = 'SINGLE_USE' and stage <> 'released'
      and use.payment_id is distinct from payments.payment_id`,

  'I8: a payment by QR code is of its code, its kind and one of its amounts': `
    select payments.partner_id, payment_id, qr_token, amount, configuration.amounts
    from payments
    left join qr_configurations configuration
      on configuration.partner_id = payments.partner_id
      and configuration.token = payments.qr_token
      and configuration.configuration_id = payments.qr_configuration_id
    where payments.qr_configuration_id is not null
      and (amount = any(configuration.amounts)
        and qr_config_kind = configuration.kind) is not true`,

  'I8: no payment was opened by a configuration that had expired or was taken away': `
    select payments.partner_id, payment_id, opened_at, expires_at, ended_at
    from payments
    join qr_configurations configuration
      on configuration.partner_id = payments.partner_id
      and configuration.configuration_id = payments.qr_configuration_id
    where opened_at >= expires_at or opened_at > ended_at`,

  'I8: no amount was typed while amounts were in force': `
    select payments.partner_id, payments.payment_id, payments.opened_at, configuration_id
    from payments
    join qr_configurations configuration
      on configuration.partner_id = payments.partner_id
      and configuration.token = payments.qr_token
    where payments.qr_configuration_id is null
      and payments.opened_at > configuration.set_at
      and (payments.opened_at >= configuration.expires_at) is not true
      and (payments.opened_at >= configuration.ended_at) is not true
      and not exists (
        select from payments used
        where used.partner_id = configuration.partner_id
          and used.qr_configuration_id = configuration.configuration_id
          and used.qr_config_kind = 'SINGLE_USE' and used.paid_at <= payments.opened_at
      )`,

  'I8: a code asks for one thing at a time, and its history has neither gaps in it nor overlaps': `
    select *
    from (
      select partner_id, token, configuration_id, set_at, ended_at, ended_by,
        lead(set_at) over (partition by partner_id, token order by set_at) as next_set_at
      from qr_configurations
    ) as history
    where next_set_at < ended_at
      or (next_set_at is not null and ended_at is null)
      or (ended_by = 'replaced' and next_set_at is distinct from ended_at)`,

  'I9: no quota holds more than 60 calls, and what it holds is in order': `
    select partner_id, accepted_at
    from status_quotas
    where cardinality(accepted_at) > 60
      or accepted_at <> array(select unnest(accepted_at) order by 1)`,
}

const WINDOW_MS = 60_000
const CALLS_MAX = 60

/**
 * I9 from the caller's side: 61 accepted calls that were all sent and answered within less than 60
 * seconds must have been accepted within less than 60 seconds.
 */
const quotaViolations = (calls: AcceptedCall[]): string[] => {
  const violations: string[] = []
  for (const [partnerId, own] of Map.groupBy(calls, (call) => call.partnerId)) {
    const sent = own.toSorted((one, other) => one.sentAtMs - other.sentAtMs)
    for (const [index, first] of sent.entries()) {
      const received = sent
        .slice(index)
        .map((call) => call.receivedAtMs)
        .toSorted((one, other) => one - other)
      const last = received[CALLS_MAX]
      if (last === undefined) break
      if (last - first.sentAtMs < WINDOW_MS) {
        violations.push(
          `I9: partner ${partnerId} was given 61 status calls in ${last - first.sentAtMs} ms`,
        )
        break
      }
    }
  }
  return violations
}
