import type { SettlementSettings } from '@wasl/protocol'
import type pg from 'pg'
import { appendAudit, type Actor } from '../../../base/audit/append.ts'
import { withTransaction } from '../../../base/database/with-transaction.ts'
import { partnerWireId } from '../../../base/wire-ids.ts'

/** When a partner's statements are closed, and when their money may be paid. */
export type Settings = Pick<SettlementSettings, 'schedule' | 'release'>

/** Null when there is no such partner. */
export const readSettings = async (
  db: pg.ClientBase | pg.Pool,
  partnerId: number,
): Promise<Settings | null> => {
  const { rows } = await db.query<Settings>(
    `select coalesce(settings.schedule, 'manual') as schedule,
      coalesce(settings.release, 'at_once') as release
    from partners
    left join settlement_settings settings using (partner_id)
    where partner_id = $1`,
    [partnerId],
  )
  return rows[0] ?? null
}

/** Absent fields stay unchanged. Null when there is no such partner. */
export const changeSettings = (
  pool: pg.Pool,
  partnerId: number,
  patch: { [Field in keyof Settings]?: Settings[Field] | undefined },
  by: Actor,
): Promise<Settings | null> =>
  withTransaction(pool, async (tx) => {
    const before = await readSettings(tx, partnerId)
    if (before === null) return null
    await tx.query(
      `insert into settlement_settings (partner_id, schedule, release)
      values ($1, coalesce($2, 'manual'), coalesce($3, 'at_once'))
      on conflict (partner_id) do update
      set schedule = coalesce($2, settlement_settings.schedule),
        release = coalesce($3, settlement_settings.release)`,
      [partnerId, patch.schedule ?? null, patch.release ?? null],
    )
    const after = await readSettings(tx, partnerId)
    await appendAudit(tx, by, {
      partnerId,
      action: 'settlement.update',
      subject: partnerWireId(partnerId),
      details: { from: before, to: after },
    })
    return after
  })
