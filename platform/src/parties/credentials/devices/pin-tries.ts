import type pg from 'pg'
import type { Refusal } from '../../../base/refusal.ts'
import { pauseSeconds, WRONG_PINS_MAX } from './device.ts'

export type PinPlace = { deviceId: number; userId: number }

export type PinTry = { ok: true; triesLeft: number } | Refusal<'PIN403_LOCKED' | 'PIN429_TOO_SOON'>

/**
 * Counts a try as wrong before the PIN is compared, in one statement: of many tries at once, in however
 * many processes, no more pass than the limit. `forgetTries` forgives them after the right PIN.
 */
export const countTry = async (pool: pg.Pool, { deviceId, userId }: PinPlace): Promise<PinTry> => {
  const { rows } = await pool.query<{ wrong: number }>(
    `insert into pin_tries as tries (device_id, user_id, wrong, last_at)
    values ($1, $2, 1, wasl_clock())
    on conflict (device_id, user_id) do update
    set wrong = tries.wrong + 1, last_at = wasl_clock()
    where tries.wrong < $3
      and tries.last_at + make_interval(secs => tries.wrong * tries.wrong) <= wasl_clock()
    returning wrong`,
    [deviceId, userId, WRONG_PINS_MAX],
  )
  const [counted] = rows
  if (counted !== undefined) return { ok: true, triesLeft: WRONG_PINS_MAX - counted.wrong }
  return refusalOf(pool, { deviceId, userId })
}

const refusalOf = async (pool: pg.Pool, { deviceId, userId }: PinPlace): Promise<PinTry> => {
  const { rows } = await pool.query<{ wrong: number }>(
    'select wrong from pin_tries where device_id = $1 and user_id = $2',
    [deviceId, userId],
  )
  const wrong = rows[0]?.wrong ?? 0
  if (wrong >= WRONG_PINS_MAX) return { ok: false, code: 'PIN403_LOCKED' }
  // The whole pause, although a part of it may have passed.
  return { ok: false, code: 'PIN429_TOO_SOON', retryAfterSeconds: Math.max(1, pauseSeconds(wrong)) }
}

/** Gives back a try that was not compared, with the pause that had passed before it (D39). */
export const giveBackTry = async (pool: pg.Pool, { deviceId, userId }: PinPlace): Promise<void> => {
  await pool.query(
    `update pin_tries
    set wrong = wrong - 1, last_at = last_at - make_interval(secs => (wrong - 1) * (wrong - 1))
    where device_id = $1 and user_id = $2 and wrong > 0`,
    [deviceId, userId],
  )
}

export const forgetTries = async (
  tx: pg.Pool | pg.ClientBase,
  { deviceId, userId }: PinPlace,
): Promise<void> => {
  await tx.query('update pin_tries set wrong = 0 where device_id = $1 and user_id = $2', [
    deviceId,
    userId,
  ])
}
