import type { Centimes } from '@wasl/protocol'
import type pg from 'pg'
import { isChannel, type Owner } from '../fees/owner.ts'
import { LIVE } from './payout.ts'
import type { HeldSince } from './released.ts'

/**
 * What may still be paid of an approved statement: its net without the payouts that are paid or may be.
 * With the release as cash is banked, the payouts of this statement and of earlier ones also never exceed
 * what these statements owe without what is not released of their dates; the same holds for a later
 * statement that has payouts. A channel gets no more than its account has.
 *
 * Lock the owner's payouts first (`lockPayouts`).
 *
 * @param held what all cells say of channels; null with one database.
 */
export const readAvailable = async (
  tx: pg.Pool | pg.ClientBase,
  { partnerId, owner }: Owner,
  statementId: string,
  held: HeldSince | null,
): Promise<{ available: Centimes; release: 'at_once' | 'banked' }> => {
  const { rows } = await tx.query<{ rest: Centimes; release: 'at_once' | 'banked' }>(REST, [
    partnerId,
    statementId,
  ])
  const [statement] = rows
  if (statement === undefined) throw new Error(`the statement ${statementId} is not there`)
  const { rest, release } = statement
  const limit = await readLimit(tx, { partnerId, owner }, statementId, { release, held })
  return { available: Math.max(0, limit === null ? rest : Math.min(rest, limit)), release }
}

const readLimit = async (
  tx: pg.Pool | pg.ClientBase,
  { partnerId, owner }: Owner,
  statementId: string,
  { release, held }: { release: 'at_once' | 'banked'; held: HeldSince | null },
): Promise<Centimes | null> => {
  if (isChannel({ partnerId })) return readOne(tx, OF_CHANNEL, [owner])
  if (release !== 'banked') return null
  if (held === null) return readOne(tx, banked(UNRELEASED), [partnerId, statementId])
  const values = [partnerId, statementId, held.channels, held.dates]
  return readOne(tx, banked(UNRELEASED_SINCE), values)
}

const readOne = async (
  tx: pg.Pool | pg.ClientBase,
  text: string,
  values: unknown[],
): Promise<Centimes> => {
  const { rows } = await tx.query<{ most: Centimes }>(text, values)
  return rows[0]?.most ?? 0
}

/** One proposal of an owner at a time: two must not reserve the same money. */
export const lockPayouts = async (tx: pg.ClientBase, { owner }: Owner): Promise<void> => {
  await tx.query(`select pg_advisory_xact_lock(hashtext('payouts'), hashtext($1))`, [owner])
}

const REST = `
  select coalesce(settings.release, 'at_once') as release, (statement.net - coalesce((
    select sum(payout.amount)
    from payouts payout
    where payout.partner_id = statement.partner_id
      and payout.statement_id = statement.statement_id and payout.status in ${LIVE}
  ), 0))::bigint as rest
  from statements statement
  left join settlement_settings settings using (partner_id)
  where statement.partner_id = $1 and statement.statement_id = $2`

const UNRELEASED = 'unreleased($1, every.period_until)'

const UNRELEASED_SINCE = 'unreleased_since($1, every.period_until, $3::int[], $4::date[])'

const banked = (unreleased: string): string => `
  select min(every.owed - every.reserved - ${unreleased})::bigint as most
  from (
    select statement.statement_id, statement.period_until,
      sum(statement.net - statement.carried_forward) over by_date as owed,
      sum(live.amount) over by_date as reserved, live.amount as own
    from statements statement
    cross join lateral (
      select coalesce(sum(payout.amount), 0) as amount
      from payouts payout
      where payout.partner_id = statement.partner_id
        and payout.statement_id = statement.statement_id and payout.status in ${LIVE}
    ) as live
    where statement.partner_id = $1 and statement.status <> 'open'
    window by_date as (order by statement.period_from)
  ) as every
  join statements asked on asked.partner_id = $1 and asked.statement_id = $2
  where every.period_until = asked.period_until
    or (every.period_until > asked.period_until and every.own > 0)`

/** A channel may have kept a part of its commission (NETTED). */
const OF_CHANNEL = `
  select (
    coalesce((
      select sum(case credit_kind when 'channel_payable' then amount else -amount end)
      from ledger_transfers
      where partner_id = 0 and 'channel_payable' in (debit_kind, credit_kind)
        and $1 in (debit_owner, credit_owner)
    ), 0)
    - coalesce((
      select sum(payout.amount)
      from payouts payout
      join statements statement using (partner_id, statement_id)
      where payout.partner_id = 0 and statement.owner = $1
        and payout.status in ('proposed', 'approved', 'instructed')
    ), 0)
  )::bigint as most`
