/** What became of a request, by its Idempotency-Key. It changes nothing and claims nothing. */
import type { Cause } from './payment.ts'
import type { Pipeline } from '../base/database/pipeline.ts'
import { KEPT_HOURS } from '../base/idempotency/forget-old.ts'

export type KeptRequest = {
  created_at: Date
  /** Null for a request whose answer is kept whole. */
  cause: Cause | 'open' | 'refund' | null
  code: string | null
  payment_id: string | null
  refund_id: string | null
  answer: Record<string, unknown> | null
}

type RequestKey = {
  /** 0 for what concerns no partner. */
  partnerId: number
  channelId: number
  /** The wire id of the channel. */
  caller: string
  key: string
}

/** Null when no request with this key was answered while keys are kept. */
export const findRequest = async (
  hot: Pipeline,
  { partnerId, channelId, caller, key }: RequestKey,
): Promise<KeptRequest | null> => {
  const [row] = await hot.query<KeptRequest>({
    name: 'find-request',
    text: `
      select created_at, cause, code, payment_id, refund_id, null::json as answer
      from idempotency_keys
      where partner_id = $1::int and channel_id = $2::int and key = $3::text
        and created_at > wasl_now() - make_interval(hours => $5::int)
      union all
      select created_at, null, null, null, null, answer
      from idempotent_answers
      where partner_id = $1::int and caller = $4::text and key = $3::text and answer is not null
        and created_at > wasl_now() - make_interval(hours => $5::int)
      limit 1`,
    values: [partnerId, channelId, key, caller, KEPT_HOURS],
  })
  return row ?? null
}
