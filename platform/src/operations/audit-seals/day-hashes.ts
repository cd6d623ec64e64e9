/** The hashes of the transfers of a business date. */
import { hash } from 'node:crypto'
import type pg from 'pg'

export type DayHash = { partnerId: number; month: string; transfers: number; hash: string }

/**
 * An OPENING stands for archived transfers, and comes when their month is archived (`retention/`). A partner
 * without a row here has moved away.
 */
export const readDayHashes = async (
  pool: pg.Pool | pg.ClientBase,
  date: string,
): Promise<DayHash[]> => {
  const { rows } = await pool.query<DayHash>(
    `select partner.partner_id as "partnerId", day.month, day.transfers, day.hash
    from (select partner_id from partners union all select 0) as partner
    cross join lateral (
      select month, count(*)::float8 as transfers,
        encode(sha256(string_agg(sha256(convert_to(jsonb_build_array(source_id, code, line,
          debit_kind, debit_owner, credit_kind, credit_owner, amount, currency, actor,
          to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'))::text, 'UTF8')), ''::bytea
          order by source_id, code, line)), 'hex') as hash
      from ledger_transfers
      cross join lateral (
        select to_char(id_time(source_id) at time zone 'UTC', 'YYYY-MM') as month
      ) as of_source
      where partner_id = partner.partner_id and business_date = $1 and code <> 'OPENING'
      group by month
    ) as day
    order by partner.partner_id, day.month`,
    [date],
  )
  return rows
}

/** Those that were sealed. */
export const readSealedHashes = async (pool: pg.Pool, date: string): Promise<DayHash[]> => {
  const { rows } = await pool.query<DayHash>(
    `select partner_id as "partnerId", month, transfers::float8 as transfers,
      encode(hash, 'hex') as hash
    from ledger_day_hashes
    where business_date = $1
    order by partner_id, month`,
    [date],
  )
  return rows
}

/** What a seal says of a day. */
export const ledgerDayOf = (
  date: string,
  hashes: readonly DayHash[],
): { date: string; transfers: number; hash: string } => ({
  date,
  transfers: hashes.reduce((sum, { transfers }) => sum + transfers, 0),
  hash: hash('sha256', hashes.map(lineOf).join(''), 'hex'),
})

const lineOf = (of: DayHash): string => `${of.partnerId} ${of.month} ${of.transfers} ${of.hash}\n`
