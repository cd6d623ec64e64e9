import type pg from 'pg'
import { hashApiKey, makeApiKey } from './api-key.ts'

/** A table of API keys, and the column of its owner. */
const TABLES = {
  partner: { table: 'partner_api_keys', owner: 'partner_id' },
  channel: { table: 'channel_api_keys', owner: 'channel_id' },
} as const

export type KeysOf = { kind: keyof typeof TABLES; id: number }

/** Makes and stores a new key. @returns the key in plain text, which is stored nowhere. */
export const addApiKey = async (tx: pg.ClientBase, { kind, id }: KeysOf): Promise<string> => {
  const { table, owner } = TABLES[kind]
  const key = makeApiKey(kind === 'partner' ? { kind, partnerId: id } : { kind, channelId: id })
  await tx.query(`insert into ${table} (${owner}, key_hash) values ($1, $2)`, [id, hashApiKey(key)])
  return key
}

/**
 * Ends the present keys of an owner before it gets a new one. They stay valid until the overlap
 * ends, and never longer than an earlier rotation allowed; an overlap of 0 revokes them at once.
 * Deletes keys that have expired.
 *
 * @returns when the overlap ends.
 */
export const revokeApiKeys = async (
  tx: pg.ClientBase,
  of: KeysOf,
  overlapSeconds: number,
): Promise<Date> => {
  const { table, owner } = TABLES[of.kind]
  const { rows } = await tx.query<{ overlap_end: Date }>(
    `with clock as materialized (
      select now, now + make_interval(secs => $2) as overlap_end from (select wasl_now() as now) as n
    ), ended as (
      delete from ${table}
      using clock
      where ${owner} = $1 and ($2 = 0 or expires_at <= clock.now)
    ), ending as (
      update ${table}
      set expires_at = clock.overlap_end
      from clock
      where $2 > 0 and ${owner} = $1
        and (expires_at is null or expires_at > clock.overlap_end)
    )
    select overlap_end from clock`,
    [of.id, overlapSeconds],
  )
  const overlapEnd = rows[0]?.overlap_end
  if (overlapEnd === undefined) throw new Error("the database's clock did not answer")
  return overlapEnd
}
