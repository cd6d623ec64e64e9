import { isId } from '../../base/database/id-range.ts'
import { OUTCOME } from '../webhooks/event.ts'
import { FIRST_LOOKUP_MS } from './echo.ts'

/** One payment in 16, by random bits of its id. */
const SAMPLED = 'get_byte(uuid_send(payment.payment_id), 10) < 16'

/**
 * Part of the statement that records results (`recorded`, `clock`): owes an echo of each success that
 * was acknowledged, if its partner's setting says so. A success that was acknowledged again is looked
 * up again only if the partner had not booked it, or had not answered. A payment by QR code has no
 * lookup. Partners without echoes cost one row each.
 *
 * @param isWithin SQL for whether an id is between those of the statement
 */
export const oweEchoes = (isWithin: (id: string) => string): string => `
  insert into payment_echoes as echo (partner_id, payment_id, reference, due_at, acknowledged_at)
  select payment.partner_id, payment.payment_id, payment.reference,
    clock.now + interval '${FIRST_LOOKUP_MS} milliseconds', clock.now
  from clock, recorded
  join partners on partners.partner_id = recorded.partner_id and partners.echo <> 'off'
  cross join lateral (
    select *
    from payments
    where payments.partner_id = recorded.partner_id
      and ${isId('payments.payment_id', 'event_id_of(recorded.event_id, 0)')}
      and ${isWithin('payments.payment_id')}
    limit 1
  ) as payment
  where recorded.outcome = 'acknowledged' and event_ordinal(recorded.event_id) = ${OUTCOME}
    and payment.stage = 'paid' and payment.qr_token is null
    and (partners.echo = 'all' or ${SAMPLED})
  on conflict (partner_id, payment_id) do update
  set state = 'due', lookups = 0, due_at = excluded.due_at,
    acknowledged_at = excluded.acknowledged_at
  where echo.state in ('unbooked', 'unanswered')`
