import type { EveryCell } from '../../../cells/every-cell.ts'
import { isHere } from '../../../base/database/fenced.ts'
import type { Logger } from 'pino'
import type pg from 'pg'
import { THE_PLATFORM } from '../../../base/audit/append.ts'
import { ownerOfPartner, type Owner } from '../fees/owner.ts'
import { rollUpChannelDays } from './channel-days.ts'
import { closeStatement, finishStatement } from './close.ts'
import { endOfPeriod, type Schedule } from './period.ts'

/** A statement that has been open longer was left by a process that was killed. */
const OPEN_SECONDS_MAX = 60

/**
 * Closes what is due: statements that a killed process left open, then those of partners whose schedule
 * has a period with lines that ended on a sealed date. A period without lines gets no statement; its
 * dates belong to the next one. After a pause of some periods, each gets its own statement.
 *
 * First it adds newly sealed dates to the sums of channels, which decide what is released.
 *
 * Every process may run it: closing is idempotent. A statement that fails does not hold up the others.
 *
 * @param cells in the control cell of several, which has the statements of channels.
 * @returns whether there may be more to close now.
 */
export const closeDueStatements = async (
  pool: pg.Pool,
  log: Logger,
  cells: EveryCell | null = null,
): Promise<boolean> => {
  await rollUpChannelDays(pool)
  let closed = 0
  for (const { statementId, ...owner } of await findLeft(pool)) {
    const finish = (): Promise<void> =>
      finishStatement(pool, owner, statementId, THE_PLATFORM, cells)
    if (await succeeds(finish, owner, log)) closed += 1
  }
  for (const { owner, until } of await findDue(pool)) {
    const close = (): Promise<unknown> =>
      closeStatement(pool, owner, until, { actor: THE_PLATFORM, holder: null })
    if (await succeeds(close, owner, log)) closed += 1
  }
  return closed > 0
}

const succeeds = async (
  close: () => Promise<unknown>,
  { owner }: Owner,
  log: Logger,
): Promise<boolean> => {
  try {
    await close()
    return true
  } catch (error) {
    log.error({ err: error, owner }, 'a statement could not be closed and will be tried again')
    return false
  }
}

const findLeft = async (pool: pg.Pool): Promise<(Owner & { statementId: string })[]> => {
  const { rows } = await pool.query<Owner & { statementId: string }>(
    `select partner_id as "partnerId", owner, statement_id as "statementId"
    from statements
    where status = 'open' and opened_at < wasl_now() - make_interval(secs => $1)
      and ${isHere('partner_id')}
    order by opened_at`,
    [OPEN_SECONDS_MAX],
  )
  return rows
}

type Scheduled = { partnerId: number; schedule: Schedule; first: string; sealedThrough: string }

const findDue = async (pool: pg.Pool): Promise<{ owner: Owner; until: string }[]> => {
  const { rows } = await pool.query<Scheduled>(SCHEDULED)
  return rows.flatMap(({ partnerId, schedule, first, sealedThrough }) => {
    const until = endOfPeriod(first, schedule)
    return until <= sealedThrough ? [{ owner: ownerOfPartner(partnerId), until }] : []
  })
}

/** The first date with a line that no statement covers. */
const SCHEDULED = `
  select settings.partner_id as "partnerId", settings.schedule, line.business_date::text as first,
    state.sealed_through::text as "sealedThrough"
  from ledger_state state
  cross join settlement_settings settings
  cross join lateral (
    select coalesce(max(period_until), '-infinity') as until
    from statements
    where partner_id = settings.partner_id and owner = 'prt_' || settings.partner_id
  ) as covered
  cross join lateral (
    select business_date
    from ledger_transfers
    where partner_id = settings.partner_id and business_date > covered.until
      and business_date <= state.sealed_through
      and code in ('COLLECT', 'REFUND', 'REFUND_EXPIRED', 'TOPUP', 'ADJUST')
    order by business_date
    limit 1
  ) as line
  where settings.schedule <> 'manual' and ${isHere('settings.partner_id')}
  order by settings.partner_id`
