import type { Pipeline } from '../database/pipeline.ts'
import type { PaymentRow } from './payment-row.ts'

type ChannelKind = PaymentRow['channel_kind']

export type LockSeconds = {
  /** For how long a payment of this kind of channel is locked (D10). */
  of(kind: ChannelKind): Promise<number>
}

/** A kind's own lock time as the operator set it, else the platform's default. */
export const createLockSeconds = (connection: Pipeline, defaultSeconds: number): LockSeconds => ({
  async of(kind) {
    const [row] = await connection.query<{ lock_seconds: number | null }>({
      name: 'lock-seconds-of-kind',
      text: 'select lock_seconds from channel_kinds where kind = $1::text',
      values: [kind],
    })
    return row?.lock_seconds ?? defaultSeconds
  },
})
