import type { QrConfigurationRecord } from '@wasl/protocol'
import { dinarsFromCentimes } from '@wasl/protocol'
import type pg from 'pg'
import {
  CONFIGURATION_COLUMNS,
  configurationOf,
  joinPayment,
  type ConfigurationRow,
} from './configuration-row.ts'
import { endOf } from './configuration.ts'
import { partnerOfQrToken } from './token.ts'

type HistoryRow = ConfigurationRow & { set_by: string; unset_by: string | null; at: Date }

/**
 * A code's configurations, the newest first, starting before `beforeId`: who set what, when, until
 * when, and who removed it. Empty when the code does not exist.
 */
export const listQrConfigurations = async (
  pool: pg.Pool,
  token: string,
  { limit, beforeId }: { limit: number; beforeId: string | null },
): Promise<QrConfigurationRecord[]> => {
  const { rows } = await pool.query<HistoryRow>(
    `select ${CONFIGURATION_COLUMNS}, configuration.set_by, configuration.unset_by, wasl_now() as at
    from qr_configurations configuration
    ${joinPayment()}
    where configuration.partner_id = $1 and configuration.token = $2
      and ($3::uuid is null or configuration.configuration_id < $3)
    order by configuration.configuration_id desc
    limit $4`,
    [partnerOfQrToken(token), token, beforeId, limit],
  )
  return rows.map(recordOf)
}

const recordOf = (row: HistoryRow): QrConfigurationRecord => {
  const end = endOf(configurationOf(row), row.at)
  return {
    configurationId: row.configuration_id,
    kind: row.kind,
    amounts: row.amounts.map(dinarsFromCentimes),
    expiresAt: row.expires_at?.toISOString() ?? null,
    singleUse: row.kind === 'SINGLE_USE',
    setAt: row.set_at.toISOString(),
    setBy: row.set_by,
    endedAt: end?.at.toISOString() ?? null,
    endedBy: end?.by ?? null,
    // A configuration that had expired or was paid was not removed by anyone, only cleared
    // afterwards (W43).
    unsetBy: end?.by === 'unset' ? row.unset_by : null,
  }
}
