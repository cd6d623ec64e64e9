import type { Centimes } from '@wasl/protocol'
import type pg from 'pg'
import { balanceOf } from '../../../ledger/balance.ts'
import { agentWireId } from '../../../base/wire-ids.ts'
import { isOfAgent } from './list.ts'
import { BY_TOLERANCE } from '../../../base/audit/append.ts'

type Found = { count: number; amount: Centimes }

export type MonthOfDifferences = {
  month: string
  short: Found
  over: Found
  shortWithinTolerance: Found
  overWithinTolerance: Found
}

export type Differences = { owed: Centimes; months: MonthOfDifferences[] }

const MONTHS_MAX = 24

/**
 * What counts found of an agent, month by month, also what was within the tolerance: a little less each
 * day is seen only in the sum (W197).
 *
 * @param channelId of any channel when null.
 * @returns null when the channel has no such agent.
 */
export const readDifferences = async (
  pool: pg.Pool,
  agentId: number,
  channelId: number | null,
): Promise<Differences | null> => {
  const { rowCount } = await pool.query(
    'select from agents where agent_id = $1 and ($2::int is null or channel_id = $2)',
    [agentId, channelId],
  )
  if (rowCount === 0) return null
  const owner = agentWireId(agentId)
  const { rows } = await pool.query<MonthOfDifferences>(
    `select month, ${sumsOf(`kind = 'short'`)} as short, ${sumsOf(`kind = 'over'`)} as over,
      ${sumsOf(`kind = 'short' and is_small`)} as "shortWithinTolerance",
      ${sumsOf(`kind = 'over' and is_small`)} as "overWithinTolerance"
    from (
      select to_char(found_at at time zone state.time_zone, 'YYYY-MM') as month, kind, amount,
        decided_by is not distinct from $2 as is_small
      from variances, ledger_state state
      where ${isOfAgent('$1')}
    ) as found
    group by month
    order by month desc
    limit ${MONTHS_MAX}`,
    [owner, BY_TOLERANCE],
  )
  const owed = await balanceOf(pool, { kind: 'agent_receivable', owner })
  return { owed, months: rows }
}

const sumsOf = (condition: string): string => `json_build_object(
        'count', count(*) filter (where ${condition}),
        'amount', coalesce(sum(amount) filter (where ${condition}), 0)
      )`
