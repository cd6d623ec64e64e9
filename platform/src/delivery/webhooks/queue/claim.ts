import { isHere } from '../../../base/database/fenced.ts'
import { isId, type IdRange } from '../../../base/database/id-range.ts'
import type { Pipeline } from '../../../base/database/pipeline.ts'

/** A claimed delivery: its next attempt is ours to make, and is already stored. */
export type ClaimedDelivery = {
  partner_id: number
  event_id: string
  /** The number of this attempt, from 1. Its result must name it. */
  attempt: number
  /** The number of attempts in the present retry schedule before this one. */
  step: number
  body: string
  /** The revision of the partner's settings, which identifies the right URL and secrets. */
  revision: number
  /** When the event was made, in seconds since 1970. */
  created_seconds: number
}

export type Claim = {
  deliveries: ClaimedDelivery[]
  /**
   * The last partner that the claim looked at, where the next claim continues. Null when it looked
   * at all, or when it is full: then the next claim continues after the last partner that it
   * served.
   */
  leftOff: number | null
  /** Whether the database's clock is past `idsEndAt`. */
  isPastIds: boolean
}

export type ClaimRequest = {
  /** The limit on deliveries. */
  limit: number
  /** Partners are served in turn: this claim starts after this partner. */
  afterPartner: number
  /** The limit on deliveries of one partner, unless `free` has another number for it. */
  partnerLimit: number
  /** Partners with recent claims, and how many more deliveries of each may be claimed. */
  free: Map<number, number>
  /** Only events with these ids: partitions of other months are not opened. */
  ids: IdRange
  /** No event that was made before this moment has a higher id. */
  idsEndAt: Date
}

/**
 * Longer than an attempt (10 s) and the recording of its result together: an attempt whose lease
 * has lapsed belongs to a process that died.
 */
const LEASE_SECONDS = 30

/** Partners looked at in one claim. Limits its cost when many have nothing due. */
const PARTNERS_MAX = 1_000

/**
 * Claims due deliveries, partner by partner in turn, so that one partner's backlog costs the others
 * nothing. Skips what another process is claiming, and stores the attempts. Afterwards the lease is
 * committed and no transaction is open: the attempts can be made.
 *
 * The first attempt of an event waits until the first attempt of the payment's previous event has
 * ended. So first attempts are made in order, and a failing event never delays the next one further
 * (D14).
 */
export const claimDeliveries = async (
  connection: Pipeline,
  { limit, afterPartner, partnerLimit, free, ids, idsEndAt }: ClaimRequest,
): Promise<Claim> => {
  const rows = await connection.query<ClaimRow>({
    name: 'claim-deliveries',
    text: CLAIM_DELIVERIES,
    values: [
      afterPartner,
      limit,
      partnerLimit,
      JSON.stringify(Object.fromEntries(free)),
      LEASE_SECONDS,
      PARTNERS_MAX,
      ...ids,
      idsEndAt,
    ],
  })
  return {
    deliveries: rows.filter(isDelivery),
    leftOff: rows[0]?.left_off ?? null,
    isPastIds: rows[0]?.is_past_ids === true,
  }
}

/** A claim that found nothing returns one row without a delivery. */
type ClaimRow = (ClaimedDelivery | { event_id: null }) & {
  left_off: number | null
  is_past_ids: boolean
}

const isDelivery = (row: ClaimRow): row is Exclude<ClaimRow, { event_id: null }> =>
  row.event_id !== null

/**
 * Repeated wherever the statement reads events or deliveries, because PostgreSQL excludes
 * partitions only for ids that it knows in advance. With a plain upper bound, the planner would
 * prefer the primary key to the index of due deliveries: it does not look up both parts of an `or`.
 */
const isInRange = (eventId: string): string =>
  `${eventId} >= $7::uuid and (${eventId} < $8::uuid or ${eventId} = $8::uuid)`

/** SQL for the id of the payment's event before that of `delivery`. */
const PREVIOUS_EVENT = 'event_id_of(delivery.event_id, event_ordinal(delivery.event_id) - 1)'

/**
 * A loose index scan finds the partners after $1 with open deliveries, due or not. A lease further
 * ahead than the longest lease was taken before the clock went back. It is ignored, because it
 * would last until then.
 */
const CLAIM_DELIVERIES = `
with recursive waiting_partners as (
  (
    select partner_id
    from webhook_deliveries
    where due_at is not null and partner_id > $1::int and ${isInRange('event_id')}
    order by partner_id
    limit 1
  )
  union all
  select (
    select partner_id
    from webhook_deliveries
    where due_at is not null and partner_id > waiting_partners.partner_id
      and ${isInRange('event_id')}
    order by partner_id
    limit 1
  )
  from waiting_partners
  where waiting_partners.partner_id is not null
), due as (
  select due.event_id, due.partner_id, partner.revision
  from (
    select partner_id, (
      select revision from partners where partners.partner_id = waiting_partners.partner_id
    ) as revision
    from waiting_partners
    where partner_id is not null and ${isHere('partner_id')}
    limit $6::int
  ) as partner
  cross join lateral (
    select delivery.event_id, delivery.partner_id
    from webhook_deliveries delivery
    where delivery.partner_id = partner.partner_id
      and ${isInRange('delivery.event_id')}
      and delivery.due_at <= (select wasl_now())
      and (delivery.leased_until is null or delivery.leased_until <= (select wasl_now())
        or delivery.leased_until > (select wasl_now()) + make_interval(secs => 2 * $5::int))
      and not (delivery.attempts = 0 and event_ordinal(delivery.event_id) > 1 and exists (
        select from webhook_deliveries earlier
        where earlier.partner_id = delivery.partner_id
          and ${isId('earlier.event_id', PREVIOUS_EVENT)}
          and ${isInRange('earlier.event_id')}
          and earlier.due_at is not null
          and earlier.step = 0
          and (earlier.leased_until is null or earlier.leased_until > (select wasl_now()))
      ))
    order by delivery.due_at
    limit coalesce(($4::jsonb -> partner.partner_id::text)::int, $3::int)
    for update of delivery skip locked
  ) as due
  limit $2::int
), claimed as (
  update webhook_deliveries delivery
  set leased_until = (select wasl_now()) + make_interval(secs => $5::int),
    attempts = attempts + 1
  from due
  where delivery.partner_id = due.partner_id
    and ${isId('delivery.event_id', 'due.event_id')}
    and ${isInRange('delivery.event_id')}
  returning delivery.partner_id, delivery.event_id, delivery.attempts as attempt, delivery.step,
    due.revision
), recorded as (
  insert into webhook_attempts (partner_id, event_id, attempt, started_at)
  select partner_id, event_id, attempt, (select wasl_now())
  from claimed
)
select claimed.partner_id, claimed.event_id, claimed.attempt, claimed.step, claimed.revision,
  event.body,
  date_part('epoch', event.created_at) as created_seconds, looked_at.left_off,
  looked_at.is_past_ids
from (
  select case when (select count(*) from claimed) < $2::int then (
    select partner_id from waiting_partners where partner_id is not null offset $6::int - 1 limit 1
  ) end as left_off, (select wasl_now()) >= $9::timestamptz as is_past_ids
) as looked_at
left join (
  claimed
  join webhook_events event on event.partner_id = claimed.partner_id
    and ${isId('event.event_id', 'claimed.event_id')} and ${isInRange('event.event_id')}
) on true
`
