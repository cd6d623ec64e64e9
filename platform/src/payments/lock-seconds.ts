import type { ChannelKind } from '@wasl/protocol'
import type { Pipeline } from '../database/pipeline.ts'

/** The lock time of a channel's kind: the operator's setting, or the platform's default (D10). */
export const lockSecondsFor = async (
  connection: Pipeline,
  kind: ChannelKind,
  defaultSeconds: number,
): Promise<number> => {
  const [row] = await connection.query<{ lock_seconds: number | null }>({
    name: 'lock-seconds-of-kind',
    text: 'select lock_seconds from channel_kinds where kind = $1::text',
    values: [kind],
  })
  return row?.lock_seconds ?? defaultSeconds
}
