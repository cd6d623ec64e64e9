/**
 * The first answers to an Idempotency-Key, for requests whose answer is kept as it was (D25). Those on
 * payments have their own table (`payments/idempotency.ts`), because their hot statements write it.
 */
import type pg from 'pg'
import { KEPT_HOURS } from './forget-old.ts'
import type { IdempotencyKey } from './idempotency-key.ts'

/**
 * The caller is the wire id of a channel or of an operator's key. The partner is 0 where no partner is
 * concerned.
 */
export type KeyScope = { partnerId: number; caller: string }

/**
 * - `new`: the key now belongs to this transaction, which must keep its answer.
 * - `answered`: the first answer, for the same request.
 * - `other`: the key was used for another request.
 */
export type Claim = { state: 'new' } | { state: 'answered'; answer: unknown } | { state: 'other' }

/**
 * Claims the key for a transaction. A second request with the same key waits here until the first one
 * has committed, and then gets its answer.
 */
export const claimKey = async (
  tx: pg.ClientBase,
  { partnerId, caller }: KeyScope,
  { key, fingerprint }: IdempotencyKey,
): Promise<Claim> => {
  const owner = [partnerId, caller, key]
  await tx.query(
    `delete from idempotent_answers
    where partner_id = $1 and caller = $2 and key = $3
      and created_at <= wasl_now() - make_interval(hours => $4)`,
    [...owner, KEPT_HOURS],
  )
  const claimed = await tx.query(
    `insert into idempotent_answers (partner_id, caller, key, fingerprint)
    values ($1, $2, $3, $4)
    on conflict do nothing`,
    [...owner, fingerprint],
  )
  if (claimed.rowCount === 1) return { state: 'new' }
  const { rows } = await tx.query<{ same: boolean; answer: unknown }>(
    `select fingerprint = $4 as same, answer
    from idempotent_answers
    where partner_id = $1 and caller = $2 and key = $3`,
    [...owner, fingerprint],
  )
  const [first] = rows
  if (first === undefined) throw new Error('the key was claimed, and its answer is gone')
  return first.same ? { state: 'answered', answer: first.answer } : { state: 'other' }
}

/** Keeps the answer of the transaction that claimed the key. */
export const keepAnswer = async (
  tx: pg.ClientBase,
  { partnerId, caller }: KeyScope,
  { key }: IdempotencyKey,
  answer: unknown,
): Promise<void> => {
  await tx.query(
    `update idempotent_answers set answer = $4
    where partner_id = $1 and caller = $2 and key = $3`,
    [partnerId, caller, key, JSON.stringify(answer)],
  )
}
