import type { CaseStatus } from '@wasl/protocol'
import type pg from 'pg'
import { narrowedSql, narrowedValues, NOT_NARROWED, type Narrowed } from '../narrowed.ts'
import { CASE_COLUMNS, partnerOfCase, type CaseRow } from './case.ts'

export type CaseFilter = {
  channelId: number | null
  partnerId: number | null
  status: CaseStatus | null
  /** The agent that took the cash. */
  agent?: string | null
  narrowed?: Narrowed
}

/** Cases, the newest first. */
export const listCases = async (
  pool: pg.Pool,
  { channelId, partnerId, status, agent = null, narrowed = NOT_NARROWED }: CaseFilter,
  { limit, beforeId }: { limit: number; beforeId: string | null },
): Promise<CaseRow[]> => {
  const { rows } = await pool.query<CaseRow>(
    `select ${CASE_COLUMNS}
    from cases
    where ($1::int is null or channel_id = $1)
      and ($2::int is null or partner_id = $2)
      and ($3::text is null or status = $3)
      and ($4::uuid is null or case_id < $4)
      and ($6::text is null or taken_by = $6)
      and ${narrowedSql('taken_at', 7)}
    order by case_id desc
    limit $5`,
    [channelId, partnerId, status, beforeId, limit, agent, ...narrowedValues(narrowed)],
  )
  return rows
}

/** A case; null when it does not exist, or is of another channel than the one given. */
export const findCase = async (
  pool: pg.Pool,
  { channelId, caseId }: { channelId: number | null; caseId: string },
): Promise<CaseRow | null> => {
  const { rows } = await pool.query<CaseRow>(
    `select ${CASE_COLUMNS}
    from cases
    where partner_id = $1 and case_id = $2 and ($3::int is null or channel_id = $3)`,
    [partnerOfCase(caseId), caseId, channelId],
  )
  return rows[0] ?? null
}

/** Whether this user reported the cash of a case, or counted the surplus that made it. */
export const saidByUser = async (
  pool: pg.Pool,
  { partner_id: partnerId, case_id: caseId }: Pick<CaseRow, 'partner_id' | 'case_id'>,
  userId: number,
): Promise<boolean> => {
  const { rowCount } = await pool.query(
    `select from cases left join variances using (variance_id)
    where cases.partner_id = $1 and cases.case_id = $2
      and $3 in (cases.reported_by_user, variances.found_by_user)`,
    [partnerId, caseId, userId],
  )
  return rowCount === 1
}
