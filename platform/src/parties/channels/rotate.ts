import type pg from 'pg'
import { withTransaction } from '../../base/database/with-transaction.ts'
import { replaceApiKey, type KeyReplacement } from '../keys/issue-and-revoke.ts'
import { appendAudit, WHOLE_PLATFORM, type Actor } from '../../base/audit/append.ts'
import { tellOwners } from '../people/security-notices.ts'
import { channelWireId } from '../../base/wire-ids.ts'

/** The new key in plain text, returned once, and until when earlier keys are accepted. */
export type RotatedChannelKey = { apiKey: string; previousValidUntil: Date }

/** Gives a channel a new API key (D22); null when there is no such channel. */
export const rotateChannelKey = (
  pool: pg.Pool,
  { channelId, ...asked }: { channelId: number } & Omit<KeyReplacement, 'most'>,
  by: Actor,
): Promise<RotatedChannelKey | null> =>
  withTransaction(pool, async (tx) => {
    if (!(await lockChannel(tx, channelId))) return null
    const replaced = await replaceApiKey(tx, { kind: 'channel', id: channelId }, asked)
    if (replaced === null) throw new Error('no key asks for a key of a channel')
    const { overlapSeconds, permissions } = asked
    await appendAudit(tx, by, {
      partnerId: WHOLE_PLATFORM,
      action: 'channel.rotate',
      subject: channelWireId(channelId),
      details: { overlapSeconds, ...(permissions && { permissions }) },
    })
    const of = { side: 'channel', partnerId: null, channelId } as const
    const subject = channelWireId(channelId)
    await tellOwners(tx, of, { kind: 'channel.rotate', subject, name: subject }, by)
    return { apiKey: replaced.value, previousValidUntil: replaced.previousValidUntil }
  })

/** Makes concurrent rotations of one channel's keys wait for each other. */
const lockChannel = async (tx: pg.ClientBase, channelId: number): Promise<boolean> => {
  const { rowCount } = await tx.query(
    `select from channels where channel_id = $1 for no key update`,
    [channelId],
  )
  return rowCount === 1
}
