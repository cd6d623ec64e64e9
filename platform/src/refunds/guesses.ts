import type pg from 'pg'
import { withTransaction } from '../database/with-transaction.ts'

/** The wrong codes that a channel may send within the window. Mistyped codes are no guesses. */
export const GUESSES_MAX = 20

export const GUESS_WINDOW_SECONDS = 600

const SECOND_US = 1_000_000n

const WINDOW_US = GUESS_WINDOW_SECONDS * Number(SECOND_US)

/** A place among the guesses of a channel, as microseconds since 1970. */
export type Guess = { ok: true; at: number } | { ok: false; retryAfterSeconds: number }

/**
 * Counts a guess before its code is compared, so that the limit is exact however many requests of the
 * channel are under way, in however many processes. `forgetGuess` gives back what was no guess.
 */
export const countGuess = (pool: pg.Pool, channelId: number): Promise<Guess> =>
  withTransaction(pool, async (tx) => {
    const { now, guesses } = await lockGuesses(tx, channelId)
    // After the clock was set back, guesses with later times would count for too long.
    const counted = guesses.map((at) => Math.min(at, now)).filter((at) => at > now - WINDOW_US)
    if (counted.length >= GUESSES_MAX) {
      const waitUs = Math.min(...counted) + WINDOW_US - now
      const waitSeconds = (BigInt(waitUs) + SECOND_US - 1n) / SECOND_US
      return { ok: false, retryAfterSeconds: Math.max(1, Number(waitSeconds)) }
    }
    await storeGuesses(tx, channelId, [...counted, now])
    return { ok: true, at: now }
  })

export const forgetGuess = (pool: pg.Pool, channelId: number, at: number): Promise<void> =>
  withTransaction(pool, async (tx) => {
    const { guesses } = await lockGuesses(tx, channelId)
    const index = guesses.indexOf(at)
    if (index !== -1) await storeGuesses(tx, channelId, guesses.toSpliced(index, 1))
  })

const lockGuesses = async (
  tx: pg.ClientBase,
  channelId: number,
): Promise<{ now: number; guesses: number[] }> => {
  await tx.query(
    'insert into refund_guesses (channel_id) values ($1) on conflict (channel_id) do nothing',
    [channelId],
  )
  await tx.query('select from refund_guesses where channel_id = $1 for update', [channelId])
  const { rows } = await tx.query<{ now: number; guesses: number[] }>(
    `select (date_part('epoch', wasl_clock()) * 1000000)::bigint as now,
      array(select unnest(guessed_at)::float8) as guesses
    from refund_guesses
    where channel_id = $1`,
    [channelId],
  )
  const [row] = rows
  if (row === undefined) throw new Error(`the guesses of channel ${channelId} were not locked`)
  return row
}

const storeGuesses = async (
  tx: pg.ClientBase,
  channelId: number,
  guesses: number[],
): Promise<void> => {
  await tx.query('update refund_guesses set guessed_at = $2 where channel_id = $1', [
    channelId,
    guesses,
  ])
}
