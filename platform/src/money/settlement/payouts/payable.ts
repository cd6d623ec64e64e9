import type { Centimes } from '@wasl/protocol'
import type pg from 'pg'
import { readStatement } from '../statements/read.ts'
import { readAvailable } from './available.ts'
import type { HeldSince } from './released.ts'

export type PayableRow = {
  available: Centimes
  underway: Centimes
  paid: Centimes
  withheld: Centimes
  release: 'at_once' | 'banked'
}

/** What may be paid of a statement now, for people who look: a payout locks and asks again. */
export const readPayable = async (
  pool: pg.Pool,
  { partnerId, statementId }: { partnerId: number; statementId: string },
  held: HeldSince | null = null,
): Promise<PayableRow | null> => {
  const statement = await readStatement(pool, partnerId, statementId)
  if (statement === null) return null
  const { available: most, release } = await readAvailable(pool, statement, statementId, held)
  const { rows } = await pool.query<{ underway: Centimes }>(
    `select coalesce(sum(amount), 0)::bigint as underway from payouts
    where partner_id = $1 and statement_id = $2 and status in ('proposed', 'approved', 'instructed')`,
    [partnerId, statementId],
  )
  const underway = rows[0]?.underway ?? 0
  const { paid } = statement
  const available = statement.status === 'approved' ? most : 0
  const rest = (statement.figures?.net ?? 0) - paid - underway
  return { available, underway, paid, withheld: Math.max(0, rest - available), release }
}
