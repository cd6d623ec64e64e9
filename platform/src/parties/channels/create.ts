import type { ChannelKind } from '@wasl/protocol'
import type pg from 'pg'
import { withTransaction } from '../../base/database/with-transaction.ts'
import { addApiKey } from '../keys/issue-and-revoke.ts'
import { appendAudit, WHOLE_PLATFORM, type Actor } from '../../base/audit/append.ts'
import { channelWireId } from '../../base/wire-ids.ts'

export type NewChannel = {
  name: string
  kind: ChannelKind
  /** Whether it takes payments for testing partners alone (D40). It stays so. */
  isTest: boolean
}

/** With its key in plain text, returned once. */
export type CreatedChannel = NewChannel & { channelId: number; apiKey: string }

/** Creates a channel with its API key (D22). */
export const createChannel = (
  pool: pg.Pool,
  { name, kind, isTest }: NewChannel,
  by: Actor,
): Promise<CreatedChannel> =>
  withTransaction(pool, async (tx) => {
    const { rows } = await tx.query<{ channel_id: number }>(
      `insert into channels (name, kind, is_test) values ($1, $2, $3) returning channel_id`,
      [name, kind, isTest],
    )
    const channelId = rows[0]?.channel_id
    if (channelId === undefined) throw new Error('the new channel was not stored')
    const apiKey = await addApiKey(tx, { kind: 'channel', id: channelId })
    await appendAudit(tx, by, {
      partnerId: WHOLE_PLATFORM,
      action: 'channel.create',
      subject: channelWireId(channelId),
      details: { name, kind, ...(isTest && { isTest }) },
    })
    return { channelId, name, kind, isTest, apiKey }
  })
