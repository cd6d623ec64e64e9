import type { ChannelKind } from '@wasl/protocol'
import type { Pipeline } from '../base/database/pipeline.ts'

/**
 * How long a lock of this channel's kind is: the operator's setting, or the platform's default (D10).
 *
 * @param asked what the opening asks for: granted up to the longest lock of the kind (W155).
 */
export const lockSecondsFor = async (
  connection: Pipeline,
  kind: ChannelKind,
  defaultSeconds: number,
  asked?: number,
): Promise<number> => {
  const [row] = await connection.query<{
    lock_seconds: number | null
    lock_seconds_max: number | null
  }>({
    name: 'lock-seconds-of-kind',
    text: `select lock_seconds, lock_seconds_max from channel_kinds where kind = $1::text`,
    values: [kind],
  })
  const usual = row?.lock_seconds ?? defaultSeconds
  if (asked === undefined) return usual
  return Math.min(asked, Math.max(usual, row?.lock_seconds_max ?? 0))
}
