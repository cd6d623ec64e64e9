import type pg from 'pg'
import { makeSecret, seal, type Keyring, type SecretField } from './seal.ts'

/**
 * The version of a secret that the platform uses at `clock.now`, as a subquery over a partner `p`:
 * the highest version that is valid by then. If the clock was set back before all of them, it is
 * the lowest.
 */
export const secretInForce = (field: SecretField): string => `
  select version, master_key_id, sealed
  from partner_secrets
  where partner_id = p.partner_id and field = '${field}'
  order by case when active_from <= clock.now then version end desc nulls last, version
  limit 1`

/** A new value in plain text, returned once, and how long the previous one stays valid. */
export type Replacement = { value: string; previousValidUntil: Date }

/**
 * Adds a version of a secret that comes into use when the overlap ends. Until then the platform
 * uses the previous one, so that the partner has time to install the new one beside it.
 *
 * Deletes versions that can no longer come into use: an unused secret can only be stolen. The
 * caller holds the partner's row lock, so that versions are added one after another.
 */
export const addSecretVersion = async (
  tx: pg.ClientBase,
  keyring: Keyring,
  wanted: { partnerId: number; field: SecretField; overlapSeconds: number },
): Promise<Replacement> => {
  const { partnerId, field, overlapSeconds } = wanted
  const newest = await tx.query<{ version: number }>(
    `select coalesce(max(version), 0) + 1 as version
    from partner_secrets
    where partner_id = $1 and field = $2`,
    [partnerId, field],
  )
  const version = newest.rows[0]?.version ?? 1
  const value = makeSecret(field)
  const { masterKeyId, sealed } = seal(keyring, { partnerId, field, version }, value)
  const added = await tx.query<{ active_from: Date }>(
    `with clock as materialized (
      select now, now + make_interval(secs => $6) as overlap_end from (select wasl_now() as now) as n
    ), useless as (
      delete from partner_secrets as old
      using clock
      where old.partner_id = $1 and old.field = $2 and (
        $6 = 0
        or old.active_from >= clock.overlap_end
        or old.version < (
          select max(version)
          from partner_secrets
          where partner_id = $1 and field = $2 and active_from <= clock.now
        )
      )
    )
    insert into partner_secrets (partner_id, field, version, master_key_id, sealed, active_from)
    select $1, $2, $3, $4, $5, overlap_end from clock
    returning active_from`,
    [partnerId, field, version, masterKeyId, sealed, overlapSeconds],
  )
  const previousValidUntil = added.rows[0]?.active_from
  if (previousValidUntil === undefined) throw new Error('the new secret was not stored')
  return { value, previousValidUntil }
}
