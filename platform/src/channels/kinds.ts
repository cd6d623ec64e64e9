import { CHANNEL_KINDS, type ChannelKind } from '@wasl/protocol'
import type pg from 'pg'
import { withTransaction } from '../database/with-transaction.ts'
import { appendAudit, WHOLE_PLATFORM, type Actor } from '../partners/audit.ts'

/** How long payments of a kind of channel are locked; null means WASL_LOCK_SECONDS (D10). */
export type ChannelKindLock = { kind: ChannelKind; lockSeconds: number | null }

export const isChannelKind = (text: string): text is ChannelKind =>
  (CHANNEL_KINDS as readonly string[]).includes(text)

export const listChannelKinds = async (pool: pg.Pool): Promise<ChannelKindLock[]> => {
  const { rows } = await pool.query<ChannelKindLock>(
    `select kind, lock_seconds as "lockSeconds" from channel_kinds order by kind`,
  )
  return rows
}

/** Sets the lock time of payments that are opened from now on. */
export const setLockSeconds = (
  pool: pg.Pool,
  { kind, lockSeconds }: ChannelKindLock,
  by: Actor,
): Promise<void> =>
  withTransaction(pool, async (tx) => {
    await tx.query(`update channel_kinds set lock_seconds = $2 where kind = $1`, [
      kind,
      lockSeconds,
    ])
    await appendAudit(tx, by, {
      partnerId: WHOLE_PLATFORM,
      action: 'channel-kind.update',
      subject: kind,
      details: { lockSeconds },
    })
  })
