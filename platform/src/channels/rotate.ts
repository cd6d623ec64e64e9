import type pg from 'pg'
import { withTransaction } from '../database/with-transaction.ts'
import { hashApiKey, makeApiKey } from '../partners/api-key.ts'
import { appendAudit, WHOLE_PLATFORM, type Actor } from '../partners/audit.ts'
import { channelWireId } from '../partners/ids.ts'

/** The new key in clear, this one time, and until when the ones before it are accepted. */
export type RotatedChannelKey = { apiKey: string; previousValidUntil: Date }

/**
 * Gives a channel a new API key; null when there is no such channel. The ones before are accepted
 * until the overlap ends, and never longer than an earlier rotation allowed; an overlap of 0 withdraws
 * them at once.
 */
export const rotateChannelKey = (
  pool: pg.Pool,
  { channelId, overlapSeconds }: { channelId: number; overlapSeconds: number },
  by: Actor,
): Promise<RotatedChannelKey | null> =>
  withTransaction(pool, async (tx) => {
    if (!(await lockChannel(tx, channelId))) return null
    const previousValidUntil = await endKeys(tx, channelId, overlapSeconds)
    const apiKey = makeApiKey({ kind: 'channel', channelId })
    await tx.query(`insert into channel_api_keys (channel_id, key_hash) values ($1, $2)`, [
      channelId,
      hashApiKey(apiKey),
    ])
    await appendAudit(tx, by, {
      partnerId: WHOLE_PLATFORM,
      action: 'channel.rotate',
      subject: channelWireId(channelId),
      details: { overlapSeconds },
    })
    return { apiKey, previousValidUntil }
  })

/** So that the keys of one channel change one after another. */
const lockChannel = async (tx: pg.ClientBase, channelId: number): Promise<boolean> => {
  const { rowCount } = await tx.query(
    `select from channels where channel_id = $1 for no key update`,
    [channelId],
  )
  return rowCount === 1
}

const endKeys = async (
  tx: pg.ClientBase,
  channelId: number,
  overlapSeconds: number,
): Promise<Date> => {
  const { rows } = await tx.query<{ overlap_end: Date }>(
    `with clock as materialized (
      select now, now + make_interval(secs => $2) as overlap_end from (select wasl_now() as now) as n
    ), ended as (
      delete from channel_api_keys
      using clock
      where channel_id = $1 and ($2 = 0 or expires_at <= clock.now)
    ), ending as (
      update channel_api_keys
      set expires_at = clock.overlap_end
      from clock
      where $2 > 0 and channel_id = $1
        and (expires_at is null or expires_at > clock.overlap_end)
    )
    select overlap_end from clock`,
    [channelId, overlapSeconds],
  )
  const overlapEnd = rows[0]?.overlap_end
  if (overlapEnd === undefined) throw new Error("the database's clock did not answer")
  return overlapEnd
}
