import { isHere } from '../../base/database/fenced.ts'
import type { Pipeline } from '../../base/database/pipeline.ts'
import type { PartnerCall } from '../metrics/partner-failures.ts'
import type { OwnCall } from '../objectives/own-call.ts'
import { DURATION_RANGES, rangeOfDuration } from './durations.ts'

/** What is counted: calls to partners, and what the objectives ask for (W278). */
export type CountedCall = PartnerCall | OwnCall | 'prompt'

export type CallCounts = {
  partnerId: number
  call: CountedCall
  failed: number
  answered: number[]
}

/** What was counted, until it is recorded. */
export type CallSource = {
  /** What was counted since the last time. */
  take(): CallCounts[]
  /** Adds what was counted elsewhere, or could not be recorded. */
  add(counts: CallCounts[]): void
}

/** Counts calls in memory, until they are recorded. */
export type CallCounter = CallSource & {
  answered(partnerId: number, call: CountedCall, durationMs: number): void
  failed(partnerId: number, call: CountedCall): void
}

/** Limits memory and the statement when thousands of partners are called in a minute. */
const PARTNERS_MAX = 20_000

export const createCallCounter = (): CallCounter => {
  let counts = new Map<string, CallCounts>()
  const of = (partnerId: number, call: CountedCall): CallCounts | null => {
    const key = `${partnerId} ${call}`
    const known = counts.get(key)
    if (known !== undefined) return known
    if (counts.size >= PARTNERS_MAX) return null
    const added = { partnerId, call, failed: 0, answered: Array<number>(DURATION_RANGES).fill(0) }
    counts.set(key, added)
    return added
  }
  return {
    answered(partnerId, call, durationMs) {
      const found = of(partnerId, call)
      if (found === null) return
      const range = rangeOfDuration(durationMs)
      found.answered[range] = (found.answered[range] ?? 0) + 1
    },
    failed(partnerId, call) {
      const found = of(partnerId, call)
      if (found !== null) found.failed += 1
    },
    take() {
      const taken = [...counts.values()]
      counts = new Map()
      return taken
    },
    add(more) {
      for (const { partnerId, call, failed, answered } of more) {
        const found = of(partnerId, call)
        if (found === null) continue
        found.failed += failed
        found.answered = found.answered.map((count, range) => count + (answered[range] ?? 0))
      }
    },
  }
}

/**
 * Adds what a process counted to the present hour. What could not be recorded is kept for the next time: an
 * outage of the database counts against the objectives (W278). A crash loses the calls of a minute at most.
 */
export const recordCalls = async (connection: Pipeline, calls: CallSource): Promise<void> => {
  const counts = calls.take()
  if (counts.length === 0) return
  try {
    await insertCalls(connection, counts)
  } catch (error) {
    calls.add(counts)
    throw error
  }
}

const insertCalls = async (connection: Pipeline, counts: CallCounts[]): Promise<void> => {
  await connection.query({
    name: 'record-partner-calls',
    text: `
      insert into partner_calls as calls (partner_id, hour, call, failed, answered)
      select partner_id, date_trunc('hour', wasl_now()), call, failed, string_to_array(answered, ',')::int[]
      from unnest($1::int[], $2::text[], $3::int[], $4::text[])
        as counted (partner_id, call, failed, answered)
      where ${isHere('partner_id')}
      -- A fixed order, so that two processes never deadlock.
      order by partner_id, call
      on conflict (partner_id, hour, call) do update
      set failed = calls.failed + excluded.failed,
        answered = array(
          select coalesce(here, 0) + coalesce(more, 0)
          from unnest(calls.answered, excluded.answered) with ordinality as sums (here, more, place)
          order by place
        )`,
    values: [
      counts.map(({ partnerId }) => partnerId),
      counts.map(({ call }) => call),
      counts.map(({ failed }) => failed),
      counts.map(({ answered }) => answered.join(',')),
    ],
  })
}

const KEPT_DAYS = 90

export const forgetOldCalls = async (connection: Pipeline): Promise<void> => {
  await connection.query({
    name: 'forget-old-partner-calls',
    text: `
      delete from partner_calls
      where hour < wasl_now() - make_interval(days => ${KEPT_DAYS}) and ${isHere('partner_id')}
      returning partner_id`,
    values: [],
  })
}
