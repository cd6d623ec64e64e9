import type pg from 'pg'
import { INTEGRITY, withLeaseGrace } from '../../../src/operations/integrity/integrity.ts'

/** No lease may have lapsed: the simulation goes on until every delivery is taken over. */
const LEASE_GRACE_SECONDS = 0

const SHOWN_MAX = 3

const pgLiteral = (text: string): string => `'${text.replaceAll("'", "''")}'`

/** I1 to I10 and L1 to L9 as one statement, because planning each of them takes longer than running it. */
const ALL = Object.entries(INTEGRITY)
  .map(
    ([name, query]) => `(
      select ${pgLiteral(name)} as name, to_jsonb(violation)::text as violation
      from (${withLeaseGrace(query, LEASE_GRACE_SECONDS)}) as violation
      limit ${SHOWN_MAX})`,
  )
  .join('\nunion all\n')

/** What contradicts the integrity of the platform's data: a sentence each. */
export const contradictions = async (client: pg.ClientBase): Promise<string[]> => {
  const { rows } = await client.query<{ name: string; violation: string }>({
    name: 'simulation-integrity',
    text: ALL,
  })
  return rows.map(({ name, violation }) => `${name}: ${violation}`)
}
