import type { Centimes, PaymentStage } from '@wasl/protocol'
import { lowestIdAt, timeOfId } from '../base/database/period.ts'
import { stageCondition } from './list.ts'
import { CLOCK, type OperatorPaymentDeps, type PaymentRecordRow } from './payment-record.ts'
import { readPaymentRecords } from './read-records.ts'

export type ChannelPaymentFilter = {
  channelId: number
  /** Only those that this agent opened or took the money of; null for any. */
  agentId: number | null
  stage: PaymentStage | null
  /** The beginning of the reference, in any case; null for any. */
  referenceBegins: string | null
  /** Centimes; null for any. */
  amount: Centimes | null
  /** Opened from this time on; null for any time. */
  since: Date | null
  /** Opened before this time; null for any time. */
  before: Date | null
}

export type ChannelPage = {
  rows: PaymentRecordRow[]
  /** The list goes on below this id; null at its end. */
  nextId: string | null
}

/**
 * No index has the channel of a payment, because each opening would have to write it. So a page reads
 * all payments of one slice of time after another, from the newest on, and keeps the channel's. The
 * slices double while they have few payments. A page ends when it is full, or when it has read this
 * many: then it may have fewer payments than its limit, or none.
 */
const READ_MAX = 20_000

const FIRST_SLICE_MS = 60_000

/** A channel of few payments reads a long time in few statements. */
const FEW = 2_000

/** After a clock was set back, an id may be of a later time than its payment's opening. */
const CLOCK_STEP_MS = 3_600_000

/** A channel's own payments, the newest first, from the one before `beforeId` on (D30). */
export const listChannelPayments = async (
  deps: OperatorPaymentDeps,
  filter: ChannelPaymentFilter,
  { limit, beforeId }: { limit: number; beforeId: string | null },
): Promise<ChannelPage> => {
  const { now, lowest } = await readBounds(deps, filter)
  let high = beforeId ?? lowestIdAt(new Date((filter.before ?? now).getTime() + CLOCK_STEP_MS))
  const ids: string[] = []
  // Nearly all payments were opened by now: the dense slices begin there.
  let isFirst = beforeId === null
  let sliceMs = isFirst ? CLOCK_STEP_MS : FIRST_SLICE_MS
  for (let read = 0; high > lowest && ids.length < limit && read < READ_MAX;) {
    const sliceLow = lowestIdAt(new Date(timeOfId(high) - sliceMs))
    const low = sliceLow > lowest ? sliceLow : lowest
    const slice = await readSlice(deps, filter, { low, high, limit: limit - ids.length })
    ids.push(...slice.ids)
    read += slice.read
    // A full page ends at its last payment, which may be above what was read.
    high = ids.length === limit ? (ids.at(-1) as string) : (slice.stoppedAt ?? low)
    sliceMs = slice.read < FEW && !isFirst ? sliceMs * 2 : FIRST_SLICE_MS
    isFirst = false
  }
  return { rows: await readPaymentRecords(deps, ids), nextId: high > lowest ? high : null }
}

/** The present, and an id below every payment that fits: a channel opened none before it was made. */
const readBounds = async (
  { pool }: OperatorPaymentDeps,
  { channelId, since }: ChannelPaymentFilter,
): Promise<{ now: Date; lowest: string }> => {
  const { rows } = await pool.query<{ now: Date; created_at: Date }>(
    'select wasl_now() as now, created_at from channels where channel_id = $1',
    [channelId],
  )
  const [channel] = rows
  if (channel === undefined) throw new Error(`there is no channel ${channelId}`)
  const from = Math.max(since?.getTime() ?? 0, channel.created_at.getTime())
  return { now: channel.now, lowest: lowestIdAt(new Date(from - CLOCK_STEP_MS)) }
}

type Slice = {
  /** How many payments of all channels were read. */
  read: number
  /** The channel's payments. */
  ids: string[]
  /** The last payment that was read, when the slice has more. */
  stoppedAt: string | null
}

/** The newest READ_MAX payments of a slice. */
const readSlice = async (
  { pool }: OperatorPaymentDeps,
  { channelId, agentId, stage, referenceBegins, amount, since, before }: ChannelPaymentFilter,
  { low, high, limit }: { low: string; high: string; limit: number },
): Promise<Slice> => {
  const { rows } = await pool.query<Slice>(
    `${CLOCK}, slice as materialized (
      select payment.payment_id, payment.channel_id = $1
        and ($4::timestamptz is null or payment.opened_at >= $4)
        and ($5::timestamptz is null or payment.opened_at < $5)
        and ($7::text is null or starts_with(lower(payment.reference), lower($7)))
        and ($8::bigint is null or payment.amount = $8)
        and ($9::integer is null or $9 in (payment.agent_id, payment.taken_by))
        ${stage === null ? '' : `and ${stageCondition(stage)}`} as fits
      from clock
      cross join partners p
      cross join lateral (
        select *
        from payments
        where partner_id = p.partner_id and payment_id >= $2::uuid and payment_id < $3::uuid
        order by payment_id desc
        limit ${READ_MAX}
      ) as payment
      order by payment.payment_id desc
      limit ${READ_MAX}
    )
    select (select count(*) from slice) as read,
      array(
        select payment_id::text from slice where fits order by payment_id desc limit $6
      ) as ids,
      (select payment_id::text from slice order by payment_id desc offset ${READ_MAX - 1})
        as "stoppedAt"`,
    [channelId, low, high, since, before, limit, referenceBegins, amount, agentId],
  )
  return rows[0] as Slice
}
