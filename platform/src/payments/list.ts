import type pg from 'pg'
import { CLOCK, HAS_LAPSED, OPERATOR_PAYMENT, type OperatorPaymentRow } from './operator-payment.ts'
import type { Stage } from './payment.ts'

export type PaymentFilter = {
  partnerId: number | null
  reference: string | null
  stage: Stage | null
}

export type PaymentPage = { limit: number; beforeId: string | null }

/**
 * Payments for operators, the newest first, from the one before `beforeId` on. Each partner's newest
 * are read from that partner's own index and the newest of all are kept, so that a page costs the
 * same however many payments there are.
 */
export const listPayments = async (
  pool: pg.Pool,
  filter: PaymentFilter,
  { limit, beforeId }: PaymentPage,
): Promise<OperatorPaymentRow[]> => {
  const values: unknown[] = []
  const bind = (value: unknown): string => `$${values.push(value)}`
  const conditions = [
    ...(beforeId === null ? [] : [`payment.payment_id < ${bind(beforeId)}::uuid`]),
    ...(filter.stage === null ? [] : [stageCondition(filter.stage)]),
  ]
  const source = filter.reference === null ? 'payments' : byReference(bind(filter.reference))
  const count = bind(limit)
  const { rows } = await pool.query<OperatorPaymentRow>(
    `${CLOCK}, page as (
      select newest.partner_id, newest.payment_id
      from clock
      cross join partners p
      cross join lateral (
        select payment.partner_id, payment.payment_id
        from ${source} as payment
        where ${['payment.partner_id = p.partner_id', ...conditions].join(' and ')}
        order by payment.payment_id desc
        limit ${count}
      ) as newest
      ${filter.partnerId === null ? '' : `where p.partner_id = ${bind(filter.partnerId)}`}
      order by newest.payment_id desc
      limit ${count}
    )
    select ${OPERATOR_PAYMENT}
    from clock
    cross join page
    join payments payment using (partner_id, payment_id)
    order by payment.payment_id desc`,
    values,
  )
  return rows
}

/** Every stage has its own partial index of references; a lapsed lock counts as released. */
const byReference = (reference: string): string => `(
  select * from payments
  where partner_id = p.partner_id and reference = ${reference} and stage <> 'released'
  union all
  select * from payments
  where partner_id = p.partner_id and reference = ${reference} and stage = 'released'
)`

const stageCondition = (stage: Stage): string => {
  switch (stage) {
    case 'locked':
      return `payment.stage = 'locked' and not ${HAS_LAPSED}`
    case 'released':
      return `(payment.stage = 'released' or ${HAS_LAPSED})`
    case 'paid':
    case 'refunded':
      return `payment.stage = '${stage}'`
    default:
      return stage satisfies never
  }
}
