import type pg from 'pg'
import type { Behind } from '../../../parties/people/persons-behind.ts'
import type { Owner } from '../fees/owner.ts'

/** The statement whose figures must be computed next, or one that is already closed. */
export type TakenDates =
  /** Another process took dates at the same time. */
  | 'again'
  | { ok: true; statementId: string; isOpen: boolean; isAsked: boolean }
  | { ok: false; code: 'STATEMENT409_NOT_SEALED'; completeThrough: string | null }
  | { ok: false; code: 'STATEMENT409_COVERED'; nextFrom: string }

/**
 * Takes the dates through `until` for a new statement, which is open from then on. Returns the existing
 * one instead when a statement ends on `until`, and the one before when that is still open: it must be
 * closed first.
 *
 * The unique key on the first date decides between two that take dates at once: the second finds the
 * statement of the first.
 */
export const takeDates = async (
  pool: pg.Pool,
  { partnerId, owner }: Owner,
  until: string,
  closer: { holder: string | null; behind?: Behind },
  cells: DatesOfCells | null = null,
): Promise<TakenDates> => {
  const { rows } = await pool.query<Facts>(FACTS, [
    partnerId,
    owner,
    until,
    cells !== null,
    cells?.sealedThrough ?? null,
    cells?.first ?? null,
  ])
  const [facts] = rows
  if (facts === undefined) throw new Error('the ledger has no state')
  if (facts.asked !== null) {
    return { ok: true, statementId: facts.asked, isOpen: facts.askedIsOpen, isAsked: true }
  }
  if (facts.before !== null) {
    return { ok: true, statementId: facts.before, isOpen: true, isAsked: false }
  }
  if (facts.isCovered) {
    return { ok: false, code: 'STATEMENT409_COVERED', nextFrom: facts.nextFrom }
  }
  if (!facts.isSealed) {
    return { ok: false, code: 'STATEMENT409_NOT_SEALED', completeThrough: facts.sealedThrough }
  }
  const { rows: taken } = await pool.query<{ statementId: string }>(TAKE, [
    partnerId,
    owner,
    facts.nextFrom,
    until,
    closer.holder,
    closer.behind ?? null,
  ])
  const [statement] = taken
  if (statement === undefined) return 'again'
  return { ok: true, statementId: statement.statementId, isOpen: true, isAsked: true }
}

/** What all cells say of the dates of a channel's statement. */
export type DatesOfCells = {
  /** Through which date all of them are sealed. */
  sealedThrough: string | null
  /** The first date with a transfer. */
  first: string | null
}

type Facts = {
  sealedThrough: string | null
  isSealed: boolean
  nextFrom: string
  isCovered: boolean
  /** The statement that ends on `until`. */
  asked: string | null
  askedIsOpen: boolean
  /** Another one that is still open. */
  before: string | null
}

/**
 * The first statement of an owner starts on the date of its first transfer, or on the date when it was
 * created. A channel's starts on that of the whole ledger: its transfers have many partners.
 */
const FACTS = `
  select sealed.through::text as "sealedThrough",
    coalesce($3::date <= sealed.through, false) as "isSealed",
    first.date::text as "nextFrom", $3::date < first.date as "isCovered",
    asked.statement_id as asked, coalesce(asked.status = 'open', false) as "askedIsOpen",
    unfinished.statement_id as before
  from ledger_state state
  cross join lateral (
    select case when $4::boolean then $5::date else state.sealed_through end as through
  ) as sealed
  cross join lateral (
    select coalesce(
      (
        select max(period_until) + 1 from statements where partner_id = $1 and owner = $2
      ),
      least(
        (
          select (coalesce(partner.created_at, channel.created_at) at time zone state.time_zone)::date
          from (select $2::text as owner) as wanted
          left join partners partner on partner.partner_id = $1
          left join channels channel on 'chn_' || channel.channel_id = wanted.owner
        ),
        (select min(business_date) from ledger_transfers where $1 = 0 or partner_id = $1),
        $6::date
      )
    ) as date
  ) as first
  left join statements asked
    on asked.partner_id = $1 and asked.owner = $2 and asked.period_until = $3::date
  left join statements unfinished
    on unfinished.partner_id = $1 and unfinished.owner = $2 and unfinished.status = 'open'`

const TAKE = `
  insert into statements
    (partner_id, statement_id, owner, period_from, period_until, status, opened_at, closed_by,
      made_behind)
  values ($1, new_id($1), $2, $3, $4, 'open', wasl_now(), $5, $6)
  on conflict (partner_id, owner, period_from) do nothing
  returning statement_id as "statementId"`
