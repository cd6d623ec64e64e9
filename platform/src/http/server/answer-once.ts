import type pg from 'pg'
import { withTransaction } from '../../base/database/with-transaction.ts'
import { claimKey, keepAnswer, type KeyScope } from '../../base/idempotency/kept-answer.ts'
import type { IdempotencyKey } from '../../base/idempotency/idempotency-key.ts'
import type { Refuse } from './routes.ts'

/**
 * Runs a change in one transaction. With an Idempotency-Key, a repetition gets the body of the first
 * answer (D25). The change returns that body, or throws a refusal: then everything is undone, and the
 * key stays free.
 */
export const answerOnce = <Body>(
  pool: pg.Pool,
  { scope, idempotency }: { scope: KeyScope; idempotency: IdempotencyKey | null },
  refuse: Refuse<'IDEMPOTENCY422_KEY_REUSED'>,
  change: (tx: pg.PoolClient) => Promise<Body>,
): Promise<Body> =>
  withTransaction(pool, async (tx) => {
    if (idempotency === null) return change(tx)
    const claim = await claimKey(tx, scope, idempotency)
    if (claim.state === 'other') throw refuse('IDEMPOTENCY422_KEY_REUSED')
    // The same request of the same operation had this body.
    if (claim.state === 'answered') return claim.answer as Body
    const body = await change(tx)
    await keepAnswer(tx, scope, idempotency, body)
    return body
  })
