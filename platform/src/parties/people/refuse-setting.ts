import type pg from 'pg'
import { appendAudit, WHOLE_PLATFORM, type OperatorActor } from '../../base/audit/append.ts'
import { withTransaction } from '../../base/database/with-transaction.ts'
import { SETTING_REQUEST_COLUMNS, type SettingRequestRow } from './setting-requests.ts'

/**
 * Ends a change of a setting that waits for its second person: another person refuses it, or who asked
 * takes it back (W232). Null when nothing with this id waits.
 */
export const refuseSetting = (
  pool: pg.Pool,
  requestId: string,
  by: OperatorActor,
): Promise<SettingRequestRow | null> =>
  withTransaction(pool, async (tx) => {
    const { rows } = await tx.query<SettingRequestRow>(
      `update setting_requests set ended_at = wasl_now(), refused_by = $2
      where request_id = $1 and ended_at is null
      returning ${SETTING_REQUEST_COLUMNS}`,
      [requestId, by.holder],
    )
    const [row] = rows
    if (row === undefined) return null
    await appendAudit(tx, by, {
      partnerId: WHOLE_PLATFORM,
      action: 'setting.refuse',
      subject: row.subject,
      details: { settingRequestId: requestId, askedBy: row.asked_by },
    })
    return row
  })
