import { isId } from '../base/database/id-range.ts'
import { bodyOfKindSql, isWantedSql } from '../delivery/webhooks/event.ts'

/** The columns that no transition changes. */
const AFTER_COLUMNS = `partner_id, payment_id, reference, channel_id, channel_kind, amount, currency,
  amount_detail, details, opened_at, lock_expires_at, refunded_at, refunded_amount, qr_token,
  agent_id`

/**
 * The statement of `transition.ts`. Its parameters are columns with a value for each request; the
 * last two are the lowest and the highest payment id.
 */
export const MAKE_TRANSITIONS = `
with asked as (
  select *
  from unnest(
    $1::int[], $2::uuid[], $3::int[], $4::text[], $5::text[], $6::text[], $7::boolean[],
    $8::text[], $9::text[], $10::int[], $11::bigint[], $12::text[], $13::bytea[],
    $14::int[], $15::timestamptz[], $16::boolean[]
  ) with ordinality as asked (
    partner_id, payment_id, by_channel_id, cause, from_stage, to_stage, must_have_lapsed,
    new_fail_reason, event_kind, event_ordinal, named_amount, idempotency_key, fingerprint, named_taker,
    claimed_at, is_rounded, ord
  )
), seen as (
  select asked.ord, asked.by_channel_id, asked.cause, asked.from_stage, asked.to_stage,
    asked.must_have_lapsed, asked.new_fail_reason, asked.event_kind, asked.event_ordinal,
    asked.named_amount, asked.idempotency_key, asked.fingerprint, asked.named_taker,
    asked.claimed_at, asked.is_rounded, payments.*
  from asked
  join payments on payments.partner_id = asked.partner_id
    and ${isId('payments.payment_id', 'asked.payment_id')}
  where (asked.by_channel_id is null or payments.channel_id = asked.by_channel_id)
    -- So PostgreSQL opens the partitions of these months alone.
    and payments.payment_id between $17::uuid and $18::uuid
  -- Foreign keys may hold the row too: a transition does not change what they refer to.
  for no key update of payments skip locked
), decided as (
  select *, wasl_now() as at from seen
), judged as (
  select *,
    decided.must_have_lapsed = (decided.at >= decided.lock_expires_at)
    and decided.stage = decided.from_stage
    and (decided.named_amount is null or decided.named_amount = decided.amount) as moves
  from decided
), after as (
  select ord, at, by_channel_id, cause, from_stage, event_kind, event_ordinal, idempotency_key,
    fingerprint, moves, is_rounded, stage as seen_stage,
    -- A till's clock is only a claim: what cannot be is left out, and nothing depends on it (W159).
    case when claimed_at between opened_at and at then claimed_at end as taken_at,
    ${AFTER_COLUMNS},
    case when moves then to_stage else stage end as stage,
    case when moves then new_fail_reason else fail_reason end as fail_reason,
    case when moves and to_stage = 'paid' then at else paid_at end as paid_at,
    case when moves and to_stage = 'paid' then coalesce(named_taker, agent_id)
      else taken_by
    end as taken_by,
    case when moves and to_stage = 'released'
      -- A lapsed lock was released at the moment it lapsed, whenever that is noticed (D7).
      then case when must_have_lapsed then lock_expires_at else at end
      else released_at
    end as released_at
  from judged
), moved as (
  update payments
  set stage = after.stage, fail_reason = after.fail_reason, paid_at = after.paid_at,
    taken_by = after.taken_by, released_at = after.released_at
  from after
  where payments.partner_id = after.partner_id
    and ${isId('payments.payment_id', 'after.payment_id')}
    and payments.payment_id between $17::uuid and $18::uuid
    and after.moves
  returning payments.partner_id, payments.payment_id, payments.stage, payments.released_at,
    after.cause, after.from_stage, after.at, after.event_kind, after.by_channel_id,
    after.idempotency_key, after.fingerprint, after.taken_at, after.is_rounded,
    payments.channel_id, payments.taken_by, payments.amount,
    case when ${isWantedSql('after.event_kind', 'after.partner_id')}
      then event_id_of(payments.payment_id, after.event_ordinal)
    end as event_id,
    ${bodyOfKindSql('after.event_kind', 'payments')} as body
), unlocked as (
  delete from open_locks
  using moved
  where moved.from_stage = 'locked'
    and open_locks.partner_id = moved.partner_id
    and open_locks.payment_id = moved.payment_id
), history as (
  insert into payment_transitions
    (partner_id, payment_id, sequence, from_stage, to_stage, cause, at, taken_at)
  select partner_id, payment_id, 2, from_stage, stage, cause,
    case cause when 'expire' then released_at else at end, taken_at
  from moved
), calendar as materialized (
  -- Read once for the statement, and only when a row below asks for it.
  select time_zone, open_day from ledger_calendar()
), transfers as (
  insert into ledger_transfers (partner_id, source_id, code, debit_kind, debit_owner, credit_kind,
    credit_owner, amount, actor, at, business_date)
  select partner_id, payment_id, code, debit_kind, debit_owner, credit_kind, credit_owner, centimes,
    'chn_' || channel_id, at,
    greatest(
      (at at time zone (select time_zone from calendar))::date,
      (select open_day from calendar)
    )
  from moved, lateral (
    -- Who took the money, and else the channel itself (D30).
    select coalesce('agt_' || taken_by, 'chn_' || channel_id) as holder,
      'chn_' || channel_id as channel,
      -- Centimes have no coins: at least one dinar, half up (W236).
      case when is_rounded then greatest(100, (amount + 50) / 100 * 100) - amount else 0 end as more
  ) as taken, lateral (
    values
      ('COLLECT', 'cash', holder, 'partner_payable', 'prt_' || partner_id, amount),
      ('ROUNDED_UP', 'cash', holder, 'over_short', channel, greatest(more, 0)),
      ('ROUNDED_DOWN', 'over_short', channel, 'cash', holder, greatest(-more, 0))
  ) as booked (code, debit_kind, debit_owner, credit_kind, credit_owner, centimes)
  where stage = 'paid' and centimes > 0
), events as (
  insert into webhook_events (partner_id, event_id, kind, body, created_at)
  select partner_id, event_id, event_kind, body, at
  from moved
  where event_id is not null
), queue as (
  insert into webhook_deliveries (partner_id, event_id, due_at)
  select partner_id, event_id, at
  from moved
  where event_id is not null
), answers as (
  insert into idempotency_keys
    (partner_id, channel_id, key, fingerprint, payment_id, cause, created_at)
  select partner_id, by_channel_id, idempotency_key, fingerprint, payment_id, cause, at
  from moved
  where idempotency_key is not null
  -- A fixed order, so that two such statements never deadlock.
  order by partner_id, by_channel_id, idempotency_key
)
select ord, at, seen_stage, moves as moved,
  (partner_id, payment_id) in (select partner_id, payment_id from moved) as is_written,
  ${AFTER_COLUMNS}, stage, paid_at, taken_by, released_at, fail_reason
from after
`
