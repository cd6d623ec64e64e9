import type { Pipeline } from '../database/pipeline.ts'

/** A delivery whose next attempt is ours to make: it is on record already. */
export type ClaimedDelivery = {
  partner_id: number
  payment_id: string
  /** Whether the event tells how the payment ended: one payment has at most one that does. */
  is_outcome: boolean
  event_id: string
  /** The number of this attempt, from 1; a settlement must name it. */
  attempt: number
  /** How many attempts of the present retry schedule came before this one. */
  step: number
  body: string
  /** The revision of the partner's settings, to find the right URL and secrets by. */
  revision: number
  created_at: Date
}

export type ClaimRequest = {
  /** How many deliveries at most. */
  limit: number
  /** Partners are served in turn: this claim begins after this partner. */
  afterPartner: number
  /** How many deliveries of one partner at most, unless `free` names another number. */
  partnerLimit: number
  /** Partners with attempts under way, and how many more each may have. */
  free: Map<number, number>
}

/**
 * Longer than an attempt can take (10 s) and than its settlement may wait: an attempt whose lease
 * has lapsed belongs to a process that died.
 */
export const LEASE_SECONDS = 30

/** Partners looked at in one claim; bounds its cost when many have nothing due yet. */
const PARTNERS_MAX = 1_000

/**
 * Where a claim that came back with free places left off: the last partner that it looked at, or
 * null when it looked at all that wait. The next claim goes on from there.
 */
export const lastPartnerLookedAt = async (
  connection: Pipeline,
  afterPartner: number,
): Promise<number | null> => {
  const [row] = await connection.query<{ partner_id: number }>({
    name: 'last-partner-looked-at',
    text: `
      with recursive ${WAITING_PARTNERS}
      select partner_id
      from waiting_partners
      where partner_id is not null
      offset $2::int - 1
      limit 1`,
    values: [afterPartner, PARTNERS_MAX],
  })
  return row?.partner_id ?? null
}

/**
 * Claims due deliveries, partner by partner in turn, so that one partner's backlog costs the others
 * nothing; skips what another process is claiming; records the attempts. Afterwards the lease is
 * committed and no transaction is open: the attempts can be made.
 *
 * A payment's outcome waits until the first attempt to tell its opening is over, not longer: first
 * attempts go out in order, and a failing event never holds the next one back (D14).
 */
export const claimDeliveries = (
  connection: Pipeline,
  { limit, afterPartner, partnerLimit, free }: ClaimRequest,
): Promise<ClaimedDelivery[]> =>
  connection.query<ClaimedDelivery>({
    name: 'claim-deliveries',
    text: CLAIM_DELIVERIES,
    values: [
      afterPartner,
      limit,
      partnerLimit,
      [...free.keys()],
      [...free.values()],
      LEASE_SECONDS,
      PARTNERS_MAX,
    ],
  })

/** Partners after $1 to whom something is owed, due or not, found by leaping through the index. */
const WAITING_PARTNERS = `
waiting_partners as (
  (
    select partner_id
    from webhook_deliveries
    where due_at is not null and partner_id > $1::int
    order by partner_id
    limit 1
  )
  union all
  select (
    select partner_id
    from webhook_deliveries
    where due_at is not null and partner_id > waiting_partners.partner_id
    order by partner_id
    limit 1
  )
  from waiting_partners
  where waiting_partners.partner_id is not null
)`

const CLAIM_DELIVERIES = `
with recursive ${WAITING_PARTNERS}, due as (
  select due.partner_id, due.payment_id, due.is_outcome
  from (
    select partner_id from waiting_partners where partner_id is not null limit $7::int
  ) as partner
  left join unnest($4::int[], $5::int[]) as busy (partner_id, free) using (partner_id)
  cross join lateral (
    select delivery.partner_id, delivery.payment_id, delivery.is_outcome
    from webhook_deliveries delivery
    where delivery.partner_id = partner.partner_id
      and delivery.due_at <= (select wasl_now())
      and (delivery.leased_until is null or delivery.leased_until <= (select wasl_now()))
      and not (delivery.is_outcome and delivery.attempts = 0 and exists (
        select from webhook_deliveries opening
        where opening.partner_id = delivery.partner_id
          and opening.payment_id = delivery.payment_id
          and not opening.is_outcome
          and opening.due_at is not null
          and (opening.attempts = 0
            or (opening.attempts = 1 and opening.leased_until > (select wasl_now())))
      ))
    order by delivery.due_at
    limit coalesce(busy.free, $3::int)
    for update of delivery skip locked
  ) as due
  limit $2::int
), claimed as (
  update webhook_deliveries delivery
  set leased_until = (select wasl_now()) + make_interval(secs => $6::int),
    attempts = attempts + 1
  from due
  where delivery.partner_id = due.partner_id
    and delivery.payment_id = due.payment_id
    and delivery.is_outcome = due.is_outcome
  returning delivery.partner_id, delivery.payment_id, delivery.is_outcome, delivery.event_id,
    delivery.attempts as attempt, delivery.step
), recorded as (
  insert into webhook_attempts (partner_id, event_id, attempt, started_at)
  select partner_id, event_id, attempt, (select wasl_now())
  from claimed
)
select claimed.partner_id, claimed.payment_id, claimed.is_outcome, claimed.event_id,
  claimed.attempt, claimed.step, event.body, event.created_at, partner.revision
from claimed
join webhook_events event using (partner_id, event_id)
join partners partner using (partner_id)
`
