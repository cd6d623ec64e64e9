import type pg from 'pg'
import type { Log } from '../../base/database/log.ts'
import { partnerWireId } from '../../base/wire-ids.ts'

/** How many partners one log line names. */
const NAMED_MAX = 20

/**
 * Logs the active partners with a URL that is not https. A platform that allowed private targets
 * stored them; this one does not call them (D26), and each attempt says so.
 */
export const warnOfPlainHttp = async (pool: pg.Pool, log: Pick<Log, 'warn'>): Promise<void> => {
  const { rows } = await pool.query<{ partner_id: number; count: string }>(
    `select partner_id, count(*) over () as count
    from partners
    where status = 'active' and (api_url ilike 'http:%' or webhook_url ilike 'http:%')
    order by partner_id
    limit ${NAMED_MAX}`,
  )
  const [first] = rows
  if (first === undefined) return
  const names = rows.map((row) => partnerWireId(row.partner_id)).join(', ')
  const more = Number(first.count) - rows.length
  log.warn(
    `${first.count} active partners have a URL that is not https and are not called: ${names}` +
      `${more > 0 ? ` and ${more} more` : ''}. Give them https URLs ` +
      '(PATCH /operator/v1/partners/{partnerId}).',
  )
}
