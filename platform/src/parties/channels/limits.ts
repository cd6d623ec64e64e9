import type { ChannelKind } from '@wasl/protocol'
import type { Pipeline } from '../../base/database/pipeline.ts'
import { createBudget, type NotFoundBudget, refill, secondsUntilNext } from './not-found-budget.ts'
import { monotonicMs } from '../../base/chance.ts'

/**
 * The limits that keep one channel from locking references that others want to pay, and from
 * finding references by guessing (W79). They are settings of the channel's kind.
 */
export type ChannelLimits = {
  /** Runs one opening and counts it as under way until it ends. */
  during<Result>(channel: ChannelOfKind, opening: () => Promise<Result>): Promise<Result>
  /** Called before the partner's lookup: whether the channel may open one more payment. */
  admit(channel: ChannelOfKind): Promise<{ ok: true } | LimitRefusal>
  /** The same for a payment that needs no lookup. */
  admitLock(channel: ChannelOfKind): Promise<{ ok: true } | LockRefusal>
  /**
   * The limit that the opening statement must enforce; null when the channel is far below it and
   * counting would be wasted work. Call it right before the statement, because other openings go on
   * meanwhile.
   */
  locksMax(channel: ChannelOfKind): number | null
  /** The refusal when the channel has no lock left; null when it has one. */
  lockRefusal(channel: ChannelOfKind): Promise<LockRefusal | null>
  /** Counts a lookup for a reference that the partner does not know. */
  countNotFound(channel: ChannelOfKind): void
}

export type ChannelOfKind = { channelId: number; kind: ChannelKind }

export type LockRefusal = {
  ok: false
  code: 'CHANNEL429_TOO_MANY_LOCKS'
  retryAfterSeconds: number
}

export type LimitRefusal =
  | LockRefusal
  | { ok: false; code: 'CHANNEL429_TOO_MANY_NOT_FOUND'; retryAfterSeconds: number }

/**
 * The default of the operator's setting. A till needs far fewer: each open lock is a payer at a
 * counter.
 */
export const OPEN_LOCKS_MAX_DEFAULT = 1_000
export const NOT_FOUND_PER_MINUTE_DEFAULT = 300

/** The last count of a channel's locks, and when it was read. */
type Known = {
  readAtMs: number
  openLocksMax: number
  notFoundPerMinute: number
  openLocks: number
  /** Openings of this process that had ended when the count began. */
  endedBefore: number
  /** When the first of its locks lapses. */
  firstFreeInSeconds: number
}

type ChannelUsage = {
  known: Known | null
  reading: Promise<Known> | null
  budget: NotFoundBudget | null
  /** Openings of this process that have begun, and that have ended, since it started. */
  begun: number
  ended: number
}

/** How long a count is used, for each thousand open locks: counting more locks costs more. */
const COUNTED_FOR_MS = 250

export const createChannelLimits = (
  connection: Pipeline,
  now: () => number = monotonicMs,
): ChannelLimits => {
  const watched = new Map<number, ChannelUsage>()

  const watch = ({ channelId }: ChannelOfKind): ChannelUsage => {
    const entry = watched.get(channelId) ?? {
      known: null,
      reading: null,
      budget: null,
      begun: 0,
      ended: 0,
    }
    watched.set(channelId, entry)
    return entry
  }

  /** Concurrent callers share one count. */
  const read = (channel: ChannelOfKind): Promise<Known> => {
    const entry = watch(channel)
    entry.reading ??= readKnown(connection, channel, { readAtMs: now(), endedBefore: entry.ended })
      .then((known) => (entry.known = known))
      .finally(() => (entry.reading = null))
    return entry.reading
  }

  const lately = async (channel: ChannelOfKind): Promise<Known> => {
    const { known } = watch(channel)
    if (known === null) return read(channel)
    const keptMs = COUNTED_FOR_MS * Math.max(1, known.openLocks / 1_000)
    return now() - known.readAtMs < keptMs ? known : read(channel)
  }

  const budgetOf = (channel: ChannelOfKind, perMinute: number): NotFoundBudget => {
    const entry = watch(channel)
    entry.budget ??= createBudget(perMinute, now())
    refill(entry.budget, perMinute, now())
    return entry.budget
  }

  return {
    async during(channel, opening) {
      const entry = watch(channel)
      entry.begun += 1
      try {
        return await opening()
      } finally {
        entry.ended += 1
      }
    },
    async admit(channel) {
      const known = await lately(channel)
      const { notFoundPerMinute } = known
      const waitSeconds = secondsUntilNext(budgetOf(channel, notFoundPerMinute), notFoundPerMinute)
      if (waitSeconds > 0) {
        return { ok: false, code: 'CHANNEL429_TOO_MANY_NOT_FOUND', retryAfterSeconds: waitSeconds }
      }
      return refusalOf(known) ?? { ok: true }
    },
    admitLock: async (channel) => refusalOf(await lately(channel)) ?? { ok: true },
    locksMax(channel) {
      const { known, begun } = watch(channel)
      if (known === null) throw new Error('locksMax was asked for before the channel was admitted')
      // Each opening that had not ended when the count began may have added one lock since.
      const openLocksAtMost = known.openLocks + begun - known.endedBefore
      return openLocksAtMost < known.openLocksMax / 2 ? null : known.openLocksMax
    },
    async lockRefusal(channel) {
      return refusalOf(await read(channel))
    },
    countNotFound(channel) {
      const { known } = watch(channel)
      budgetOf(channel, known?.notFoundPerMinute ?? NOT_FOUND_PER_MINUTE_DEFAULT).left -= 1
    },
  }
}

const refusalOf = (known: Known): LockRefusal | null =>
  known.openLocks < known.openLocksMax
    ? null
    : {
        ok: false,
        code: 'CHANNEL429_TOO_MANY_LOCKS',
        retryAfterSeconds: Math.max(1, Math.ceil(known.firstFreeInSeconds)),
      }

const readKnown = async (
  connection: Pipeline,
  { channelId, kind }: ChannelOfKind,
  since: Pick<Known, 'readAtMs' | 'endedBefore'>,
): Promise<Known> => {
  const [row] = await connection.query<Omit<Known, keyof typeof since>>({
    name: 'read-channel-limits',
    text: `
      with kind as (
        select coalesce(open_locks_max, $3::int) as "openLocksMax",
          coalesce(not_found_per_minute, $4::int) as "notFoundPerMinute"
        from channel_kinds
        where kind = $2::text
      )
      select kind.*, counted.*
      from kind, lateral (
        select count(*) as "openLocks",
          coalesce(extract(epoch from min(lock_expires_at) - wasl_now()), 0)::float8
            as "firstFreeInSeconds"
        from (
          select lock_expires_at
          from open_locks
          where channel_id = $1::int and lock_expires_at > (select wasl_now())
          order by lock_expires_at
          limit kind."openLocksMax"
        ) as open
      ) as counted`,
    values: [channelId, kind, OPEN_LOCKS_MAX_DEFAULT, NOT_FOUND_PER_MINUTE_DEFAULT],
  })
  if (row === undefined) throw new Error(`there is no channel kind ${kind}`)
  return { ...row, ...since }
}

/** The number of open locks of a row's channel, counted up to its `locks_max`. */
export const openLocksOf = (row: string): string => `(
  select count(*)
  from (
    select
    from open_locks
    where open_locks.channel_id = ${row}.channel_id
      and open_locks.lock_expires_at > wasl_now()
    limit ${row}.locks_max
  ) as open
)`

/**
 * The condition in an opening statement that keeps each channel within `locks_max`, where one is
 * given. From a batch, it accepts the first ones that fit. It is evaluated only when some request
 * has a limit, and then every request of the batch counts.
 *
 * Two processes do not see what the other is opening at that moment: together they may exceed the
 * limit by one batch.
 */
export const WITHIN_LOCKS_MAX = `(
  asked.locks_max is null
  or asked.ord = any(array(
    select placed.ord
    from (
      select channel_id, ord, row_number() over (partition by channel_id order by ord) as place
      from asked
    ) as placed
    join (
      select limited.channel_id, limited.locks_max - ${openLocksOf('limited')} as room
      from (
        select channel_id, max(locks_max) as locks_max
        from asked
        where locks_max is not null
        group by channel_id
      ) as limited
    ) as roomy on roomy.channel_id = placed.channel_id
    where placed.place <= roomy.room
  ))
)`
