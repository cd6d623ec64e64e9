import type { QrConfigKind } from '@wasl/protocol'
import type { Configuration } from './configuration.ts'

/** A configuration, with the payment that has its single use, as the database stores them. */
export type ConfigurationRow = {
  configuration_id: string
  kind: QrConfigKind
  /** Centimes. */
  amounts: number[]
  expires_at: Date | null
  set_at: Date
  ended_at: Date | null
  ended_by: 'replaced' | 'unset' | null
  /** Null when the single use is free, and for every other kind. */
  payment_id: string | null
  stage: 'locked' | 'paid' | 'refunded'
  lock_expires_at: Date
  paid_at: Date | null
}

/** The columns of a ConfigurationRow, of the configuration `configuration` and its `payment`. */
export const CONFIGURATION_COLUMNS = `
  configuration.configuration_id, configuration.kind, to_json(configuration.amounts) as amounts,
  configuration.expires_at, configuration.set_at, configuration.ended_at, configuration.ended_by,
  case when use.paid_at is null then payment.payment_id else use.payment_id end as payment_id,
  coalesce(payment.stage, 'paid') as stage, coalesce(payment.lock_expires_at, use.paid_at)
    as lock_expires_at, coalesce(payment.paid_at, use.paid_at) as paid_at`

/**
 * The payment that has the single use of `configuration`; `use` alone when its month was dropped. Each
 * is a subquery with a limit, so that PostgreSQL looks it up by its whole primary key: a plan made
 * while the tables are empty may otherwise read all payments of the partner.
 *
 * @param ids SQL for the lowest and the highest id between which the payment is looked for
 */
export const joinPayment = (ids?: readonly [from: string, to: string]): string => `
  left join lateral (
    select payment_id, paid_at
    from qr_single_uses
    where qr_single_uses.partner_id = configuration.partner_id
      and qr_single_uses.configuration_id = configuration.configuration_id
    limit 1
  ) as use on true
  left join lateral (
    select payment_id, stage, lock_expires_at, paid_at, channel_id, agent_id, taken_by, opened_at
    from payments
    where payments.partner_id = configuration.partner_id
      and payments.payment_id = use.payment_id
      ${ids ? `and payments.payment_id between ${ids[0]} and ${ids[1]}` : ''}
      and payments.stage <> 'released'
    limit 1
  ) as payment on true`

export const configurationOf = (row: ConfigurationRow): Configuration => ({
  configurationId: row.configuration_id,
  kind: row.kind,
  amounts: row.amounts,
  expiresAt: row.expires_at,
  setAt: row.set_at,
  endedAt: row.ended_at,
  endedBy: row.ended_by,
  use:
    row.payment_id === null
      ? null
      : {
          paymentId: row.payment_id,
          stage: row.stage,
          lockExpiresAt: row.lock_expires_at,
          paidAt: row.paid_at,
        },
})
