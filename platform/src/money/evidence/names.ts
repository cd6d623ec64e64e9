import type pg from 'pg'

/** The names of agents, channels and their safes, by owners such as `agt_12`, `chn_7` and `safe_7`. */
export const readOwnerNames = async (
  pool: pg.Pool,
  owners: readonly string[],
): Promise<Record<string, string>> => {
  const numbers = (prefix: string): number[] =>
    owners
      .filter((owner) => owner.startsWith(prefix))
      .map((owner) => Number(owner.slice(prefix.length)))
  const { rows } = await pool.query<{ owner: string; name: string }>(
    `select 'agt_' || agent_id as owner, name from agents where agent_id = any($1::int[])
    union all
    select 'chn_' || channel_id, name from channels where channel_id = any($2::int[])
    union all
    select 'safe_' || channel_id, name from channels where channel_id = any($3::int[])`,
    [numbers('agt_'), numbers('chn_'), numbers('safe_')],
  )
  return Object.fromEntries(rows.map(({ owner, name }) => [owner, name]))
}
