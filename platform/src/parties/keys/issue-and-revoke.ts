import { permissionsOfKey, type Permission } from '@wasl/protocol'
import type pg from 'pg'
import { hashApiKey, makeApiKey } from '../../base/secrets/api-key.ts'

/** A table of API keys, and the column of its owner. */
const TABLES = {
  partner: { table: 'partner_api_keys', owner: 'partner_id' },
  channel: { table: 'channel_api_keys', owner: 'channel_id' },
} as const

export type KeysOf = { kind: keyof typeof TABLES; id: number }

/**
 * Makes and stores a new key.
 *
 * @param permissions what it may do; null is all that such a key may.
 * @returns the key in plain text, which is stored nowhere.
 */
export const addApiKey = async (
  tx: pg.ClientBase,
  { kind, id }: KeysOf,
  permissions: readonly string[] | null = null,
): Promise<string> => {
  const { table, owner } = TABLES[kind]
  const key = makeApiKey(kind === 'partner' ? { kind, partnerId: id } : { kind, channelId: id })
  await tx.query(`insert into ${table} (${owner}, key_hash, permissions) values ($1, $2, $3)`, [
    id,
    hashApiKey(key),
    permissions,
  ])
  return key
}

export type KeyReplacement = {
  overlapSeconds: number
  /** What the new key may do; without it, what the present one may. */
  permissions?: readonly Permission[] | undefined
  /** What a key that asks may do itself: it never makes a stronger one (W162). Null for people. */
  most?: ReadonlySet<Permission> | null
}

export type ReplacedKey = { value: string; previousValidUntil: Date }

/** Gives an owner a new key, and ends the present ones; null when it would be too strong. */
export const replaceApiKey = async (
  tx: pg.ClientBase,
  of: KeysOf,
  { overlapSeconds, permissions, most = null }: KeyReplacement,
): Promise<ReplacedKey | null> => {
  const given = permissions ?? (await presentPermissions(tx, of))
  const wanted = [...permissionsOfKey(of.kind, given)]
  if (most !== null && !wanted.every((permission) => most.has(permission))) return null
  const previousValidUntil = await revokeApiKeys(tx, of, overlapSeconds)
  return { value: await addApiKey(tx, of, given), previousValidUntil }
}

/** Of the key that no rotation has replaced yet. */
const presentPermissions = async (
  tx: pg.ClientBase,
  { kind, id }: KeysOf,
): Promise<string[] | null> => {
  const { table, owner } = TABLES[kind]
  const { rows } = await tx.query<{ permissions: string[] | null }>(
    `select permissions from ${table} where ${owner} = $1 and expires_at is null`,
    [id],
  )
  return rows[0]?.permissions ?? null
}

/**
 * Ends the present keys of an owner before it gets a new one. They stay valid until the overlap
 * ends, and never longer than an earlier rotation allowed; an overlap of 0 revokes them at once.
 * Deletes keys that have expired.
 *
 * @returns when the overlap ends.
 */
const revokeApiKeys = async (
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
