import { isHere } from '../../../base/database/fenced.ts'
import type pg from 'pg'
import type { Logger } from 'pino'
import { LinesDropped } from './with-document.ts'

type OfStatement = { partnerId: number; statementId: string }

/** Statements of one run: each may have a million lines. */
const STATEMENTS_MAX = 20

/**
 * Makes the manifests of statements that were closed in the last week and have none yet. The
 * manifest of an older one is made when somebody asks for it. Returns true when there may be more.
 */
export const signClosedStatements = async (
  pool: pg.Pool,
  manifest: (of: OfStatement) => Promise<unknown>,
  log: Logger,
): Promise<boolean> => {
  const { rows } = await pool.query<OfStatement>(
    `select statement.partner_id as "partnerId", statement.statement_id as "statementId"
    from statements statement
    where statement.closed_at > wasl_now() - interval '7 days'
      and statement.owner = 'prt_' || statement.partner_id
      and ${isHere('statement.partner_id')}
      and not exists (
        select
        from statement_manifests made
        where made.partner_id = statement.partner_id
          and made.statement_id = statement.statement_id
      )
    order by statement.closed_at
    limit $1`,
    [STATEMENTS_MAX],
  )
  let signed = 0
  for (const of of rows) {
    try {
      await manifest(of)
      signed += 1
    } catch (error) {
      if (!(error instanceof LinesDropped)) throw error
      log.warn({ err: error, statementId: of.statementId }, 'a statement cannot be signed')
    }
  }
  return rows.length === STATEMENTS_MAX && signed > 0
}
