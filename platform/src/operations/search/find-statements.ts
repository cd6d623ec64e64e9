import type pg from 'pg'
import { ownerNumberOfId, partnerNumber } from '../../base/wire-ids.ts'
import type { StatementStatus } from '../../money/settlement/statements/statement.ts'
import type { Search } from './asked.ts'
import { withLatinDigits } from '../../base/typed/typed-text.ts'

export type FoundStatement = {
  statementId: string
  partnerId: number
  channelId: number | null
  number: string | null
  owner: string
  from: string
  to: string
  status: StatementStatus
  /** Centimes. */
  net: number | null
}

/** `1001-2026-0001` of a partner, `chn7-2026-0001` of a channel. */
const NUMBER = /^(chn)?([1-9][0-9]{0,9})-([0-9]{4})-([0-9]{1,9})$/i

/** A partner does not see a statement that is still open. */
export const findStatements = async (
  pool: pg.Pool,
  { typed, partnerId }: Search,
): Promise<FoundStatement[]> => {
  const [, channel, owner, year, number] = NUMBER.exec(withLatinDigits(typed.text)) ?? []
  const ownerId = typed.uuid === null ? null : ownerNumberOfId(typed.uuid)
  if (owner === undefined && ownerId === null) return []
  const of = channel === undefined ? (ownerId ?? partnerNumber(`prt_${owner}`)) : 0
  if (of === null || (partnerId !== null && of !== partnerId)) return []
  const { rows } = await pool.query<FoundStatement>(
    `select statement_id as "statementId", statement.partner_id as "partnerId", period_from::text as "from",
      case when statement.partner_id = 0 then substr(owner, 5)::int end as "channelId",
      statement_number(owner, year, number, '') as number, period_until::text as to, status, net,
      coalesce(
        (select name from partners where partner_id = statement.partner_id),
        (select name from channels where 'chn_' || channel_id = owner)
      ) as owner
    from statements statement
    where partner_id = $1 and ($6 or closed_at is not null) and (
      statement_id = $2::uuid or (owner = $3 and year = $4::int and number = $5::int)
    )`,
    [
      of,
      ownerId === null ? null : typed.uuid,
      `${channel === undefined ? 'prt' : 'chn'}_${owner}`,
      year ?? null,
      number ?? null,
      partnerId === null,
    ],
  )
  return rows
}
