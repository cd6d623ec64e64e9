import { CHANNEL_KINDS, type ChannelKind } from '@wasl/protocol'
import type pg from 'pg'
import { withTransaction } from '../../base/database/with-transaction.ts'
import { appendAudit, WHOLE_PLATFORM, type Actor } from '../../base/audit/append.ts'

/** What is set for a kind of channel; null means the platform's default (D10, W79). */
export type ChannelKindSettings = {
  lockSeconds: number | null
  lockSecondsMax: number | null
  openLocksMax: number | null
  notFoundPerMinute: number | null
}

export type ChannelKindRecord = { kind: ChannelKind } & ChannelKindSettings

export const isChannelKind = (text: string): text is ChannelKind =>
  (CHANNEL_KINDS as readonly string[]).includes(text)

const COLUMNS = `kind, lock_seconds as "lockSeconds",
  lock_seconds_max as "lockSecondsMax", open_locks_max as "openLocksMax",
  not_found_per_minute as "notFoundPerMinute"`

export const listChannelKinds = async (pool: pg.Pool): Promise<ChannelKindRecord[]> => {
  const { rows } = await pool.query<ChannelKindRecord>(
    `select ${COLUMNS} from channel_kinds order by kind`,
  )
  return rows
}

/** Changes the settings that are named. They apply to payments opened from now on. */
export const updateChannelKind = (
  pool: pg.Pool,
  kind: ChannelKind,
  changes: { [Name in keyof ChannelKindSettings]?: ChannelKindSettings[Name] | undefined },
  by: Actor,
): Promise<ChannelKindRecord> =>
  withTransaction(pool, async (tx) => {
    const { rows } = await tx.query<ChannelKindRecord>(
      `update channel_kinds set
        lock_seconds = case when $2::jsonb ? 'lockSeconds'
          then ($2::jsonb ->> 'lockSeconds')::int else lock_seconds end,
        lock_seconds_max = case when $2::jsonb ? 'lockSecondsMax'
          then ($2::jsonb ->> 'lockSecondsMax')::int else lock_seconds_max end,
        open_locks_max = case when $2::jsonb ? 'openLocksMax'
          then ($2::jsonb ->> 'openLocksMax')::int else open_locks_max end,
        not_found_per_minute = case when $2::jsonb ? 'notFoundPerMinute'
          then ($2::jsonb ->> 'notFoundPerMinute')::int else not_found_per_minute end
      where kind = $1
      returning ${COLUMNS}`,
      [kind, JSON.stringify(changes)],
    )
    await appendAudit(tx, by, {
      partnerId: WHOLE_PLATFORM,
      action: 'channel-kind.update',
      subject: kind,
      details: changes,
    })
    const [updated] = rows
    if (updated === undefined) throw new Error(`there is no channel kind ${kind}`)
    return updated
  })
