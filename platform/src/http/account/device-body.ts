import type { DeviceRecord } from '@wasl/protocol'
import type { DeviceRow } from '../../parties/credentials/devices/enrol.ts'
import { deviceWireId } from '../../base/wire-ids.ts'

/** @param here the device that the request comes from. */
export const deviceBody = (row: DeviceRow, here: number | null): DeviceRecord => ({
  deviceId: deviceWireId(row.device_id),
  name: row.name,
  enrolledBy: row.enrolled_by,
  enrolledAt: row.enrolled_at.toISOString(),
  lastUsedAt: row.last_used_at?.toISOString() ?? null,
  revokedAt: row.revoked_at?.toISOString() ?? null,
  isThis: row.device_id === here,
})
