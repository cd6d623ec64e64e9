import type pg from 'pg'
import { withTransaction } from '../../base/database/with-transaction.ts'
import { OUTCOME } from '../../delivery/webhooks/event.ts'
import { pagesOf } from './pages.ts'

/**
 * Before a month is dropped: writes into `live_references` what the status goes on saying of its paid
 * payments (W94), and gives the references and single uses of its released payments free. It can run
 * again after it was interrupted. While the payment is there, its own row counts.
 *
 * @param partition of `payments`, attached or detached.
 */
export const keepReferences = async (pool: pg.Pool, partition: string): Promise<void> => {
  for await (const range of pagesOf(pool, partition)) {
    await withTransaction(pool, async (tx) => {
      // A month is few rows among all references: they are looked up, whatever the statistics say.
      await tx.query('set local enable_hashjoin = off; set local enable_mergejoin = off')
      await tx.query('set local enable_seqscan = off')
      const isAttached = await isPartition(tx, partition)
      const month = `${partition} payment where ctid >= $1::tid and ctid < $2::tid and`
      await tx.query(keepPaid(month, isAttached ? 'webhook_deliveries' : besides(partition)), range)
      await tx.query(keepRefunded(month), range)
      await tx.query(keepUsed(month), range)
      // Codes of refunds go once nobody can make another refund of the month.
      if (!isAttached) await tx.query(dropCodes(month), range)
      // A detached payment is not found by the trigger that guards its reference.
      if (!isAttached) return
      await tx.query(freeReleased(month), range)
      await tx.query(freeUses(month), range)
    })
  }
}

const isPartition = async (tx: pg.ClientBase, table: string): Promise<boolean> => {
  const { rows } = await tx.query(
    `select from pg_class where oid = $1::regclass and relispartition`,
    [table],
  )
  return rows.length > 0
}

/** The deliveries of a detached month: they are dropped after its payments. */
const besides = (partition: string): string => partition.replace('payments', 'webhook_deliveries')

const keepPaid = (month: string, deliveries: string): string => `
  with month as materialized (select * from ${month} paid_at is not null)
  update live_references live
  set amount = month.amount,
    paid_after_ms = least(2147483647,
      round(extract(epoch from month.paid_at - id_time(month.payment_id)) * 1000))::int,
    channel = left(month.channel_kind, 1)::"char",
    was_delivered = exists (
      select from ${deliveries} delivery
      where delivery.partner_id = month.partner_id
        and delivery.event_id = event_id_of(month.payment_id, ${OUTCOME})
        and delivery.delivered_at is not null
    )
  from month
  where live.partner_id = month.partner_id
    and live.reference = month.reference
    and live.payment_id = month.payment_id
    and live.amount is null`

const keepRefunded = (month: string): string => `
  with month as materialized (select * from ${month} refunded_amount > 0)
  update live_references live
  set refunded_at = month.refunded_at, refunded_amount = month.refunded_amount
  from month
  where live.partner_id = month.partner_id
    and live.reference = month.reference
    and live.payment_id = month.payment_id
    and live.refunded_amount is distinct from month.refunded_amount`

const dropCodes = (month: string): string => `
  with month as materialized (select * from ${month} refunded_amount > 0)
  delete from refund_codes codes
  using month
  where codes.partner_id = month.partner_id
    and codes.refund_id between month.payment_id and event_id_of(month.payment_id, 255)`

const keepUsed = (month: string): string => `
  with month as materialized (
    select * from ${month} paid_at is not null and qr_config_kind = 'SINGLE_USE'
  )
  update qr_single_uses used
  set paid_at = month.paid_at
  from month
  where used.partner_id = month.partner_id
    and used.configuration_id = month.qr_configuration_id
    and used.payment_id = month.payment_id
    and used.paid_at is null`

const freeReleased = (month: string): string => `
  with month as materialized (select * from ${month} stage = 'released')
  delete from live_references live
  using month
  where live.partner_id = month.partner_id
    and live.reference = month.reference
    and live.payment_id = month.payment_id`

const freeUses = (month: string): string => `
  with month as materialized (
    select * from ${month} stage = 'released' and qr_config_kind = 'SINGLE_USE'
  )
  delete from qr_single_uses used
  using month
  where used.partner_id = month.partner_id
    and used.configuration_id = month.qr_configuration_id
    and used.payment_id = month.payment_id`
