import type { Centimes, WorkStep } from '@wasl/protocol'
import type pg from 'pg'
import { NO_COPY } from '../../base/database/copies.ts'
import { isCounted } from '../../cells/counted.ts'

export type OpenStep = {
  step: WorkStep
  count: number
  amount: Centimes | null
  oldest: Date | null
}

export type OpenWorkRow = { today: string; sealedThrough: string | null; steps: OpenStep[] }

/**
 * What is still open in the money. Every step reads only what is open, by an index where much is
 * closed.
 */
export const readOpenWork = async (pool: pg.Pool): Promise<OpenWorkRow> => {
  const [calendar, steps] = await Promise.all([
    pool.query<{ today: string; sealedThrough: string | null }>(
      `select business_date_of(wasl_now())::text as today, sealed_through::text as "sealedThrough"
      from ledger_state`,
    ),
    readOpenSteps(pool),
  ])
  const [row] = calendar.rows
  if (row === undefined) throw new Error('the ledger has no calendar')
  return { ...row, steps }
}

/** Only the steps, so that a transaction can read them with other things. */
export const readOpenSteps = async (
  db: pg.ClientBase | pg.Pool,
  leftOut: readonly number[] = [],
): Promise<OpenStep[]> => {
  const { rows } = await db.query<OpenStep>(stepsWithout(isCounted('partner_id', leftOut)))
  return rows
}

/** @param here the condition that a partner is counted in this cell. */
const stepsWithout = (here: string): string => `
  select 'shifts' as step, count(*)::int as count, null::bigint as amount, min(opened_at) as oldest
    from shifts where status in ('open', 'counting') and ${NO_COPY}
  union all
  select 'variances', count(*)::int, coalesce(sum(amount), 0)::bigint, min(found_at)
    from variances where status = 'open'
  union all
  select 'handovers', count(*)::int, coalesce(sum(amount), 0)::bigint, min(offered_at)
    from handovers where status in ('offered', 'disputed')
  union all
  select 'cases', count(*)::int, coalesce(sum(amount), 0)::bigint, min(reported_at)
    from cases where status = 'open'
  union all
  select 'bags', count(*)::int, coalesce(sum(amount), 0)::bigint, min(bagged_at)
    from deposits where status <> 'banked' and status = 'bagged'
  union all
  select 'deposits', count(*)::int, coalesce(sum(amount), 0)::bigint, min(bagged_at)
    from deposits where status <> 'banked' and status in ('deposited', 'disputed')
  union all
  select 'remittances', count(*)::int, coalesce(sum(amount), 0)::bigint, min(announced_at)
    from remittances where status = 'announced'
  union all
  select 'bank-lines', count(*)::int, coalesce(sum(amount), 0)::bigint,
      min(booked_on::timestamp at time zone 'UTC')
    from bank_lines where status <> 'matched'
  union all
  select 'refunds', count(*)::int, coalesce(sum(amount), 0)::bigint, min(requested_at)
    from refunds where status = 'requested' and ${here}
  union all
  select 'adjustments', count(*)::int, coalesce(sum(amount), 0)::bigint, min(made_at)
    from adjustments where status = 'proposed' and ${here}
  union all
  select 'fees', count(*)::int, null, min(made_at)
    from fee_versions where approved_at is null and declined_at is null and ${here}
  union all
  select 'account-changes', count(*)::int, null, min(requested_at)
    from partner_account_changes where status = 'requested' and ${here}
  union all
  select 'statements', count(*)::int, coalesce(sum(net), 0)::bigint, min(closed_at)
    from statements where status = 'closed' and ${here}
  union all
  select 'payouts-to-approve', count(*)::int, coalesce(sum(amount), 0)::bigint, min(made_at)
    from payouts where status = 'proposed' and ${here}
  union all
  select 'payouts-to-instruct', count(*)::int, coalesce(sum(amount), 0)::bigint, min(approved_at)
    from payouts where status = 'approved' and ${here}
  union all
  select 'payouts-at-bank', count(*)::int, coalesce(sum(amount), 0)::bigint, min(instructed_at)
    from payouts where status = 'instructed' and ${here}`
