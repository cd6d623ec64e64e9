import type pg from 'pg'
import { withTransaction } from '../../../src/base/database/with-transaction.ts'
import { expectDocumented } from '../oracles/documented.ts'
import type { Context } from './operation.ts'

/** Undoes the transaction of a refusal, as the handlers do. */
class Refused extends Error {
  readonly code: string
  constructor(code: string) {
    super(code)
    this.code = code
  }
}

type Result = { ok: boolean; code?: string }
type Documented = { path: string; errors: readonly string[] }

/** What a use case in a transaction of its handler decides; the code of a refusal. */
export const decide = async <Decided extends Result>(
  { process, report }: Context,
  operation: Documented,
  run: (tx: pg.PoolClient) => Promise<Decided>,
): Promise<Extract<Decided, { ok: true }> | string> => {
  try {
    return await withTransaction(process.db.pool, async (tx) => {
      const result = await run(tx)
      if (!result.ok) throw new Refused(result.code ?? '')
      return result as Extract<Decided, { ok: true }>
    })
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    expectDocumented(operation, error.code, report)
    return error.code
  }
}
