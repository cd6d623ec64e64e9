import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { types } from '../../src/base/database/types.ts'
import { checkInvariants } from './invariants.ts'
import { newReference } from './node.ts'
import { qrCalls } from './qr.ts'
import { useScene } from './scene.ts'

const scene = useScene()

/** One connection, so that its transaction covers every query. */
let pool: pg.Pool

/** A payment that is paid and told of, with its whole history. */
let paid: { paymentId: string; reference: string }

/** By QR code: a payment by a single use, and one whose payer named the amount. */
let single: { paymentId: string; reference: string }
let open: { paymentId: string; reference: string }

beforeAll(async () => {
  const { platform, server, partner, channel } = scene
  pool = new pg.Pool({ connectionString: platform.databaseUrl, max: 1, types })
  paid = await platform.opened(channel, partner, newReference())
  await platform.change(channel, 'confirm', paid.paymentId)
  await server.webhooksArrived(paid.reference, 2)
  const qr = qrCalls(scene)
  const token = await qr.code()
  open = await qr.pay(token, 700)
  await qr.set(token, [300, 400])
  await qr.set(token, [500], { singleUse: true })
  single = await qr.pay(token)
  for (const { reference } of [open, single]) await server.webhooksArrived(reference, 1)
  await platform.settled()
})

afterAll(() => pool.end())

/** What the invariants say while this is so; it is undone at once. */
const violationsWith = async (sql: string): Promise<string[]> => {
  await pool.query('begin')
  try {
    // Neither triggers nor foreign keys stand in the way.
    await pool.query('set local session_replication_role = replica')
    await pool.query(
      sql
        .replaceAll(':id', `'${paid.paymentId}'`)
        .replaceAll(':single', `'${single.paymentId}'`)
        .replaceAll(':open', `'${open.paymentId}'`),
    )
    return await checkInvariants(pool)
  } finally {
    await pool.query('rollback')
  }
}

const COPY_PAYMENT = `
insert into payments
select partner_id, new_id(partner_id), reference, channel_id, channel_kind, stage, amount,
  currency, amount_detail, details, opened_at, lock_expires_at, paid_at, released_at,
  refunded_at, fail_reason
from payments
where payment_id = :id`

const COPY_SINGLE = `
insert into payments
select partner_id, new_id(partner_id), reference || '2', channel_id, channel_kind, stage, amount,
  currency, amount_detail, details, opened_at, lock_expires_at, paid_at, released_at,
  refunded_at, fail_reason, null, qr_token, qr_configuration_id, qr_config_kind
from payments
where payment_id = :single`

describe('each invariant notices', () => {
  test.each([
    ['L1: each payment that was paid', `delete from ledger_transfers where source_id = :id`],
    [
      'L1: each payment that was paid',
      `update ledger_transfers set amount = amount + 1 where source_id = :id`,
    ],
    [
      'L1: each payment that was paid',
      `update ledger_transfers set source_id = :open where source_id = :id`,
    ],
    [
      'I1: at most one payment.success',
      `insert into webhook_events
      select partner_id, event_id_of(event_id, 3), kind, body, created_at
      from webhook_events where event_id = event_id_of(:id, 2)`,
    ],
    ['I1: at most one payment of a reference', COPY_PAYMENT],
    ['I1: a payment that is locked, paid', `delete from live_references where payment_id = :id`],
    ['I1: a reference leads to its newest', COPY_PAYMENT],
    ['I1: a reference whose payment is gone', `delete from payments where payment_id = :id`],
    [
      'I1: a reference whose payment is gone',
      `update live_references set payment_id = :open where payment_id = :id`,
    ],
    ['I1: the open locks', `delete from open_locks where payment_id = :single`],
    [
      'I1: the open locks',
      `update open_locks set lock_expires_at = lock_expires_at + interval '1 ms'`,
    ],
    [
      'I1: the open locks',
      `insert into open_locks
      select partner_id, payment_id, channel_id, lock_expires_at
      from payments where payment_id = :id`,
    ],
    ['I4: every transition, refusal and event', `delete from payments where payment_id = :id`],
    [
      'I4: every transition, refusal and event',
      `insert into payment_refusals
      select partner_id, new_id(partner_id), new_id(partner_id), paid_at, 'confirm', 'x', null
      from payments where payment_id = :id`,
    ],
    ['I2: paid or refunded', `delete from webhook_events where event_id = event_id_of(:id, 2)`],
    [
      'I3: released if and only if',
      `insert into webhook_events
      select partner_id, event_id_of(event_id, 3), 'payment.fail', body, created_at
      from webhook_events where event_id = event_id_of(:id, 2)`,
    ],
    [
      'I3: every payment has the event of its opening',
      `delete from webhook_events where event_id = event_id_of(:id, 1)`,
    ],
    [
      'I3: each event has the ordinal of its kind',
      `update webhook_events set event_id = event_id_of(event_id, 3)
      where event_id = event_id_of(:id, 2)`,
    ],
    [
      'I4: history holds only allowed',
      `update payment_transitions set cause = 'cancel' where payment_id = :id and sequence = 2`,
    ],
    [
      'I4: history holds only allowed',
      `insert into payment_transitions
      select partner_id, payment_id, 3, 'locked', 'paid', 'confirm', at
      from payment_transitions where payment_id = :id and sequence = 2`,
    ],
    [
      'I4: the current stage is the last',
      `delete from payment_transitions where payment_id = :id and sequence = 2`,
    ],
    [
      'I4: the current stage is the last',
      `update payments set paid_at = paid_at + interval '1 ms' where payment_id = :id`,
    ],
    [
      'I4: nothing was confirmed at or after',
      `update payments set lock_expires_at = paid_at where payment_id = :id`,
    ],
    [
      'I5: no delivery is overdue',
      `update webhook_deliveries set leased_until = wasl_now() - interval '1 min'
      where event_id = event_id_of(:id, 2)`,
    ],
    [
      'I6: every event is delivered',
      `delete from webhook_deliveries where event_id = event_id_of(:id, 2)`,
    ],
    [
      'I6: every event is delivered',
      `update webhook_deliveries set delivered_at = null where event_id = event_id_of(:id, 2)`,
    ],
    [
      'I6: delivered means',
      `update webhook_attempt_results set response_body = '{"success":false}'`,
    ],
    ['I6: delivered means', `update webhook_attempt_results set status = 201`],
    ['I6: as many attempts', `delete from webhook_attempts`],
    [
      'I6: as many attempts',
      `update webhook_deliveries set attempts = 2 where event_id = event_id_of(:id, 2)`,
    ],
    [
      'I7: all attempts',
      `update webhook_events set body = body || ' ' where event_id = event_id_of(:id, 2)`,
    ],
    ['I8: a single use', COPY_SINGLE],
    ['I8: a payment that has a single use', `delete from qr_single_uses`],
    ['I8: a payment by QR code', `update payments set amount = 50001 where payment_id = :single`],
    [
      'I8: a payment by QR code',
      `update payments set qr_token = qr_token || 'X' where payment_id = :single`,
    ],
    [
      'I8: a payment by QR code',
      `update payments set qr_config_kind = 'PERMANENT' where payment_id = :single`,
    ],
    [
      'I8: no payment was opened',
      `update qr_configurations
      set kind = 'TIME_LIMITED', expires_at = (
        select opened_at from payments where payment_id = :single
      ) where kind = 'SINGLE_USE'`,
    ],
    [
      'I8: no payment was opened',
      `update payments set qr_config_kind = 'PERMANENT', qr_configuration_id = (
        select configuration_id from qr_configurations where kind = 'PERMANENT'
      ), opened_at = opened_at + interval '1 min' where payment_id = :single`,
    ],
    [
      'I8: no amount was typed',
      `update payments set opened_at = opened_at + interval '1 min' where payment_id = :open`,
    ],
    [
      'I8: a code asks for one thing',
      `update qr_configurations set set_at = set_at - interval '1 ms' where kind = 'SINGLE_USE'`,
    ],
    [
      'I8: a code asks for one thing',
      `drop index qr_configurations_of_code;
      update qr_configurations set ended_at = null, ended_by = null`,
    ],
    [
      'I8: a code asks for one thing',
      `update qr_configurations set ended_at = ended_at - interval '1 ms' where ended_at > set_at`,
    ],
    [
      'I9: no quota holds',
      `update status_quotas set accepted_at = array(select generate_series(1, 61))`,
    ],
    ['I9: no quota holds', `update status_quotas set accepted_at = array[2, 1]`],
  ])('%s (%#)', async (name, sql) => {
    expect(await checkInvariants(pool)).toEqual([])
    const violations = await violationsWith(sql)
    expect(violations.filter((violation) => violation.startsWith(name))).not.toEqual([])
  })

  test('I9: 61 status calls that were accepted within less than a minute', async () => {
    const calls = (lastMs: number) =>
      Array.from({ length: 61 }, (_, index) => {
        const atMs = index === 60 ? lastMs : index
        return { partnerId: 1001, sentAtMs: atMs, receivedAtMs: atMs + 5 }
      })
    expect(await checkInvariants(pool, { acceptedCalls: calls(59_000) })).toHaveLength(1)
    expect(await checkInvariants(pool, { acceptedCalls: calls(60_000) })).toEqual([])
  })

  test('I10: a status that contradicts the history', async () => {
    const { platform, partner } = scene
    const sentAt = await platform.clock.now()
    const { body: status } = await platform.status(partner, paid.reference)
    const receivedAt = await platform.clock.now()
    const answer = { partnerId: partner.number, reference: paid.reference, sentAt, receivedAt }
    expect(await checkInvariants(pool, { statusAnswers: [{ ...answer, status }] })).toEqual([])
    for (const wrong of [
      { ...status, stage: 'locked' as const },
      { ...status, paymentId: 'another' },
      { ...status, stage: 'not_found' as const, paymentId: null },
    ]) {
      const statusAnswers = [{ ...answer, status: wrong }]
      expect(await checkInvariants(pool, { statusAnswers })).toHaveLength(1)
    }
  })
})
