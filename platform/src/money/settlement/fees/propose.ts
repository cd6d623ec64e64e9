import type pg from 'pg'
import { appendAudit, type OperatorActor } from '../../../base/audit/append.ts'
import { withTransaction } from '../../../base/database/with-transaction.ts'
import { behind } from '../../../parties/people/persons-behind.ts'
import {
  FEE_VERSION_COLUMNS,
  TODAY,
  type FeeVersionRow,
  type FeeVersionTerms,
} from './fee-version.ts'
import type { Owner } from './owner.ts'

export type FeeProposed =
  | { ok: true; version: FeeVersionRow }
  | { ok: false; code: 'FEE409_TOO_LATE' }

/**
 * Proposes a version of fees: another person must approve it. The same terms again get the version that
 * already waits or applies.
 */
export const proposeFee = (
  pool: pg.Pool,
  { partnerId, owner }: Owner,
  terms: FeeVersionTerms,
  by: OperatorActor,
): Promise<FeeProposed> =>
  withTransaction(pool, async (tx): Promise<FeeProposed> => {
    // Two proposals of one date must not take the same revision.
    await tx.query(`select pg_advisory_xact_lock(hashtext('fee_versions'), hashtext($1))`, [owner])
    const values = [
      partnerId,
      owner,
      terms.channelKind,
      terms.from,
      terms.basisPoints,
      terms.fixed,
      terms.minimum,
      terms.maximum,
      terms.vatBasisPoints,
      terms.onRefund,
    ]
    const { rows: same } = await tx.query<FeeVersionRow>(SAME, values)
    if (same[0] !== undefined) return { ok: true, version: same[0] }
    const { rows } = await tx.query<FeeVersionRow>(INSERT, [...values, by.holder, behind(by)])
    const [version] = rows
    if (version === undefined) return { ok: false, code: 'FEE409_TOO_LATE' }
    await appendAudit(tx, by, {
      partnerId,
      action: 'fee.propose',
      subject: version.feeVersionId,
      details: { owner, ...terms },
    })
    return { ok: true, version }
  })

/** The newest version of the date, if it has these terms and was not declined. */
const SAME = `
  select * from (
    select ${FEE_VERSION_COLUMNS}
    from fee_versions
    where partner_id = $1 and owner = $2 and channel_kind = $3 and effective_from = $4
    order by fee_versions.revision desc
    limit 1
  ) as newest
  where status <> 'declined'
    and (newest."basisPoints", newest.fixed, newest.minimum, newest.maximum, newest."vatBasisPoints",
      newest."onRefund")
    is not distinct from ($5::int, $6::bigint, $7::bigint, $8::bigint, $9::int, $10::text)`

const INSERT = `
  insert into fee_versions (partner_id, fee_version_id, owner, channel_kind, effective_from, revision,
    basis_points, fixed, minimum, maximum, vat_basis_points, on_refund, made_by, made_behind, made_at)
  select $1, new_id($1), $2, $3, $4, (
      select coalesce(max(revision), 0) + 1
      from fee_versions
      where partner_id = $1 and owner = $2 and channel_kind = $3 and effective_from = $4
    ), $5, $6, $7, $8, $9, $10, $11, $12, wasl_now()
  where $4::date > ${TODAY}
  returning ${FEE_VERSION_COLUMNS}`
