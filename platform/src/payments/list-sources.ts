/** Where a list of payments reads them from. */
import type pg from 'pg'
import type { PaymentFilter } from './payment-filter.ts'

export type Bind = (value: unknown) => string

/** SQL: the payments of the partner `p`. */
export type Source = (bind: Bind) => string

/** One reference more than are read from the index of references. */
const REFERENCES_PROBED = 5_001

export const PAYMENTS: Source = () => 'payments'

/** Each payment that is locked has a row there, and few others do. */
const LOCKED: Source = () => `(
  select payments.*
  from open_locks
  join payments using (partner_id, payment_id)
  where open_locks.partner_id = p.partner_id
)`

/**
 * Where the payments are read from. Few references with one beginning are read from their index, with
 * all their payments. Of many, the newest payments soon fill a page.
 */
export const sourceOf = async (
  pool: pg.Pool,
  { reference, referenceBegins, partnerId, stage }: PaymentFilter,
): Promise<Source> => {
  if (reference !== null) return (bind) => byReference(`= ${bind(reference)}`)
  if (referenceBegins === null) return stage === 'locked' ? LOCKED : PAYMENTS
  const { rows } = await pool.query<{ count: number }>(
    `select count(*)::int as count
    from (
      select
      from partners p
      cross join lateral (
        select from live_references live
        where live.partner_id = p.partner_id and live.reference ${beginsWith('$1')}
        limit ${REFERENCES_PROBED}
      ) as found
      where $2::int is null or p.partner_id = $2
      limit ${REFERENCES_PROBED}
    ) as probe`,
    [referenceBegins, partnerId],
  )
  return rows[0]?.count === REFERENCES_PROBED
    ? PAYMENTS
    : (bind) => byReference(beginsWith(bind(referenceBegins)))
}

/** SQL: a range of the index of references, which is in the order of bytes. */
export const beginsWith = (beginning: string): string =>
  `between ${beginning}::text and ${beginning}::text || chr(1114111)`

/** Starts at the newest payment of each reference, and follows each to the one before it. */
const byReference = (condition: string): string => `(
  with recursive found as (
    select payments.*
    from live_references live
    join payments using (partner_id, payment_id)
    where live.partner_id = p.partner_id and live.reference ${condition}
    union all
    select earlier.*
    from found
    join payments earlier
      on earlier.partner_id = found.partner_id and earlier.payment_id = found.previous_payment_id
  )
  select * from found
)`
