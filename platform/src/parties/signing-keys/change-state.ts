/** The only file that changes the states of `signing-key.ts`. */
import type { SigningKeyPurpose } from '@wasl/protocol'
import type pg from 'pg'

/** Why a key ends: another takes its place, an operator revokes it, or its master key is lost. */
export type KeyEnd =
  | { cause: 'rotated'; validUntil: Date }
  | { cause: 'revoked'; reason: string }
  | { cause: 'lost' }

/** Makes changes of keys follow each other. */
export const lockKeys = async (tx: pg.ClientBase): Promise<void> => {
  await tx.query('lock table signing_keys in share row exclusive mode')
}

/**
 * Ends or revokes a key; returns whether it did. A key that has an end is not rotated again, and a
 * revoked one is not revoked again. A key that signs no more loses its private part, which could
 * only be stolen; a rotated key keeps it until its end.
 */
export const endKey = async (tx: pg.ClientBase, kid: string, end: KeyEnd): Promise<boolean> => {
  const { rowCount } = await tx.query(
    `with clock as materialized (select wasl_now() as now)
    update signing_keys set
      valid_until = greatest(
        valid_from,
        case $2 when 'rotated' then $3::timestamptz else least(valid_until, clock.now) end
      ),
      revoked_at = case $2 when 'revoked' then clock.now else revoked_at end,
      revoked_reason = case $2 when 'revoked' then $4 else revoked_reason end,
      sealed = case $2 when 'rotated' then sealed end,
      master_key_id = case $2 when 'rotated' then master_key_id end
    from clock
    where kid = $1 and case $2
      when 'rotated' then valid_until is null
      when 'revoked' then revoked_at is null
      else sealed is not null
    end`,
    [
      kid,
      end.cause,
      end.cause === 'rotated' ? end.validUntil : null,
      end.cause === 'revoked' ? end.reason : null,
    ],
  )
  return rowCount === 1
}

/** Lets a pending key sign from now on, if no other key signs. */
export const startPendingKey = async (
  tx: pg.ClientBase,
  purpose: SigningKeyPurpose,
): Promise<void> => {
  await tx.query(
    `with clock as materialized (select wasl_now() as now)
    update signing_keys as pending
    set valid_from = clock.now
    from clock
    where pending.purpose = $1 and pending.valid_from > clock.now
      and pending.valid_until is null
      and not exists (
        select
        from signing_keys as other
        where other.purpose = $1 and other.sealed is not null and other.valid_from <= clock.now
          and (other.valid_until is null or other.valid_until > clock.now)
      )`,
    [purpose],
  )
}

/** Deletes the private keys that have ended. */
export const deleteEndedSeeds = async (
  tx: pg.ClientBase,
  purpose: SigningKeyPurpose,
): Promise<void> => {
  await tx.query(
    `update signing_keys
    set sealed = null, master_key_id = null
    where purpose = $1 and sealed is not null and valid_until <= wasl_now()`,
    [purpose],
  )
}
