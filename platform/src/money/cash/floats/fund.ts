import type { Centimes, FloatSource } from '@wasl/protocol'
import type pg from 'pg'
import { cashOfSafe } from '../../../ledger/account.ts'
import { NO_PARTNER, postTransfers } from '../../../ledger/post.ts'
import { FLOAT_COLUMNS, sourceAccount, type FloatRow } from './float.ts'

export type NewFloat = {
  channelId: number
  amount: Centimes
  from: FloatSource
  /** The person who funds it, and the wire id of the key. */
  by: string
  actor: string
}

/** Puts a float into the safe of a channel; null when there is no such channel. */
export const fundFloat = async (
  tx: pg.ClientBase,
  { channelId, amount, from, by, actor }: NewFloat,
): Promise<FloatRow | null> => {
  const { rows } = await tx.query<FloatRow>(
    `insert into floats (float_id, channel_id, amount, funded_from, funded_by)
    select new_id(0), channel_id, $2, $3, $4 from channels where channel_id = $1
    returning ${FLOAT_COLUMNS}`,
    [channelId, amount, from, by],
  )
  const [float] = rows
  if (float === undefined) return null
  await postTransfers(tx, [
    {
      partnerId: NO_PARTNER,
      sourceId: float.float_id,
      code: 'FLOAT_FUNDED',
      debit: cashOfSafe(channelId),
      credit: sourceAccount(from, channelId),
      amount,
      actor,
    },
  ])
  return float
}
