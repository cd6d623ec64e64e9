import type pg from 'pg'

export type Clock = {
  /** Moves the platform's one time source ahead, for every process on this database. */
  advanceMs(ms: number): Promise<void>
  advance(seconds: number): Promise<void>
  /** What the platform takes for the present, to the millisecond. */
  now(): Promise<Date>
  /** Moves ahead to `at`; never back. */
  advanceTo(at: Date | string | null | undefined): Promise<void>
  /** From now on it moves by `advance` alone: no lease and no lock ends because a machine is slow. */
  stop(): Promise<void>
}

/** Puts the platform's one time source this far ahead of the real time, for every process. */
export const setClockAhead = async (pool: pg.Pool, interval: string): Promise<void> => {
  await pool.query(
    `create or replace function wasl_clock() returns timestamptz
    language sql volatile parallel safe
    as $$ select clock_timestamp() + interval '${interval}' $$`,
  )
}

/**
 * Reads how far ahead the clock is from a sequence, because all sessions see a sequence move at the
 * same moment. A replaced function is seen by each session when it learns of it: on a slow machine,
 * one session confirmed a payment a day before another had opened it.
 */
const readClockFrom = (pool: pg.Pool, from: string): Promise<unknown> =>
  pool.query(
    `create sequence if not exists clock_ahead_us minvalue 0;
    create or replace function wasl_clock() returns timestamptz
    language sql volatile
    as $$
      select ${from} + coalesce(pg_sequence_last_value('clock_ahead_us'), 0) * interval '1 microsecond'
    $$`,
  )

/**
 * The ids of one microsecond have only 22 bits of their own: of thousands that a test makes at one time, two
 * can be equal, and the platform rightly refuses the second. These have a random microsecond.
 */
const spreadIds = async (pool: pg.Pool): Promise<void> => {
  const { rows } = await pool.query<{ definition: string }>(
    `select pg_get_functiondef('new_id'::regproc) as definition`,
  )
  const at = `date_trunc('milliseconds', wasl_clock()) + trunc(random() * 1000) * interval '1 microsecond'`
  await pool.query((rows[0]?.definition ?? '').replace('wasl_clock()', `(${at})`))
}

/**
 * The database's clock under the test's hand, as a local platform has it: it goes on ticking, only
 * ahead of the real one, until it is stopped. It never goes back, because the platform's time never does.
 */
export const clockOf = (pool: pg.Pool): Clock => {
  let aheadMs = 0
  let isOurs = false

  const advanceMs = async (ms: number): Promise<void> => {
    if (ms < 0) throw new RangeError(`the clock only moves ahead, not by ${ms} ms`)
    if (!isOurs) await readClockFrom(pool, 'clock_timestamp()')
    isOurs = true
    aheadMs += ms
    await pool.query(`select setval('clock_ahead_us', $1)`, [Math.round(aheadMs * 1000)])
  }

  const now = async (): Promise<Date> => {
    const { rows } = await pool.query<{ now: Date }>('select wasl_now() as now')
    return rows[0]?.now as Date
  }

  return {
    advanceMs,
    async stop() {
      const { rows } = await pool.query<{ at: string }>('select clock_timestamp()::text as at')
      isOurs = true
      await readClockFrom(pool, `timestamptz '${rows[0]?.at}'`)
      await spreadIds(pool)
    },
    advance: (seconds) => advanceMs(seconds * 1000),
    now,
    async advanceTo(at) {
      if (!at) throw new RangeError('there is no time to advance to')
      await advanceMs(Math.max(0, new Date(at).getTime() - (await now()).getTime()))
    },
  }
}

const DAY_MS = 86_400_000

/** Noon in Algiers of the day after this one of UTC: always ahead of now. */
export const nextNoon = (now: Date): Date => {
  const noon = new Date(now.getTime() + DAY_MS)
  noon.setUTCHours(11, 0, 0, 0)
  return noon
}

/** Moves on to noon of the next day: what begins there does not end on another business day. */
export const toNextNoon = async (clock: Clock): Promise<void> =>
  clock.advanceTo(nextNoon(await clock.now()))

/** The clocks of several cells as one: they are moved together. */
export const clockOver = (clocks: Clock[]): Clock => {
  const [first, ...others] = clocks as [Clock, ...Clock[]]
  if (others.length === 0) return first
  const advanceMs = async (ms: number): Promise<void> => {
    for (const clock of clocks) await clock.advanceMs(ms)
  }
  return {
    advanceMs,
    advance: (seconds) => advanceMs(seconds * 1000),
    now: first.now,
    async advanceTo(at) {
      if (!at) throw new RangeError('there is no time to advance to')
      await advanceMs(Math.max(0, new Date(at).getTime() - (await first.now()).getTime()))
    },
    async stop() {
      for (const clock of clocks) await clock.stop()
    },
  }
}
