import type pg from 'pg'
import type { CashCells } from '../../ledger/custody/over-cells.ts'
import { ofDate, TRANSFER, type CashStep, type Transfer } from './cash-step.ts'
import { leavesOverCells } from './leaves-over-cells.ts'

/** From an agent to a supervisor, the safe and the bank, with one to spare. */
const STEPS_MAX = 6

/**
 * Where the cash of a payment went (W143). Notes have no marks, so the oldest cash leaves first (W110):
 * what came to a holder up to the payment has left when as much has left. The trail ends with the holder
 * who still has it, with a bag, or at the bank.
 */
export const readCashTrail = async (
  pool: pg.Pool,
  partnerId: number,
  paymentId: string,
  cells: CashCells = null,
): Promise<CashStep[]> => {
  const { rows } = await pool.query<Transfer>(
    `select ${TRANSFER}, debit_kind as kind, debit_owner as owner
    from ledger_transfers transfer
    where partner_id = $1 and source_id = $2 and code = 'COLLECT' and line = 1`,
    [partnerId, paymentId],
  )
  const trail = rows
  while (trail.length < STEPS_MAX) {
    const last = trail.at(-1)
    if (last?.kind !== 'cash') break
    const next =
      cells === null ? await leavesWith(pool, last) : await leavesOverCells(cells.every, last)
    if (next === null) break
    trail.push(next)
  }
  return trail.map(({ at, code, amount, sourceId, kind, owner }) => ({
    at,
    code,
    amount,
    sourceId,
    kind,
    owner,
  }))
}

const leavesWith = async (pool: pg.Pool, last: Transfer): Promise<Transfer | null> => {
  const { owner, businessDate, at, sourceId } = last
  const { rows } = await pool.query<Transfer>(LEAVES_WITH, [owner, businessDate, at, sourceId])
  return rows[0] ?? null
}

/** $1 a holder of cash; $2 to $4 the date, time and source of the transfer that it came with. */
const LEAVES_WITH = `
with days as (
  select business_date, sum(debits) as debits, sum(credits) as credits
  from (
    select business_date, debits, credits
    from ledger_days
    where kind = 'cash' and owner = $1 and ledger_rolled_up_to() <> '0'
    union all
    select business_date, debits, credits from ledger_tail('cash', $1)
  ) as parts
  group by business_date
), came as (
  select coalesce((select sum(debits) from days where business_date < $2::date), 0) + (
    select coalesce(sum(amount), 0)
    from ${ofDate('$2::date', `debit_kind = 'cash' and debit_owner = $1`)}
    where (transfer.at, transfer.source_id) <= ($3::timestamptz, $4::uuid)
  ) as upto
), left_on as (
  select business_date, before
  from (
    select business_date, credits, sum(credits) over (order by business_date) - credits as before
    from days
  ) as running, came
  where before + credits >= upto
  order by business_date
  limit 1
)
select at, code, amount, "sourceId", "businessDate", kind, owner
from (
  select ${TRANSFER}, transfer.debit_kind as kind, transfer.debit_owner as owner,
    left_on.before + sum(transfer.amount) over (
      order by transfer.at, transfer.source_id, transfer.code, transfer.line
    ) as gone
  from left_on
  cross join ${ofDate('left_on.business_date', `credit_kind = 'cash' and credit_owner = $1`)}
) as leaving, came
where gone >= upto
order by gone
limit 1`
