import type pg from 'pg'
import { guess, type Guessed } from '../../parties/credentials/guesses.ts'
import { withTransaction } from '../../base/database/with-transaction.ts'
import { channelWireId } from '../../base/wire-ids.ts'

/**
 * The wrong codes that a channel's program may send within the window without the name of an agent.
 * Mistyped codes do not count.
 */
export const GUESSES_MAX = 20

/** The wrong codes of one agent or user. The others of the channel go on. */
export const GUESSES_OF_ONE_MAX = 10

/** The wrong codes of all its agents and users, against a program that names one after the other. */
const GUESSES_OF_ALL_MAX = 200

export const GUESS_WINDOW_SECONDS = 600

const SECOND_US = 1_000_000n

const WINDOW_US = GUESS_WINDOW_SECONDS * Number(SECOND_US)

/** Who sends a code: an agent or a user of a channel, or (null) the channel's program. */
export type Guesser = { channelId: number; name: string | null }

/**
 * Counts a guess, compares it, and gives back what was no guess.
 *
 * @param compare returns null for a wrong code.
 */
export const guessCode = async <Right>(
  pool: pg.Pool,
  { channelId, name }: Guesser,
  compare: () => Promise<Right | null>,
): Promise<Guessed<Right>> => {
  if (name === null) return guessOfProgram(pool, channelId, compare)
  const all = `refund codes of ${channelWireId(channelId)}`
  const ofOne = await guess(
    pool,
    `refund codes of ${name}`,
    async () => {
      const ofAll = await guess(pool, all, compare, [limitOf(GUESSES_OF_ALL_MAX)])
      return ofAll.ok || ofAll.isLimited ? ofAll : null
    },
    [limitOf(GUESSES_OF_ONE_MAX)],
  )
  return ofOne.ok ? ofOne.right : ofOne
}

const limitOf = (guesses: number) => ({ guesses, seconds: GUESS_WINDOW_SECONDS })

const guessOfProgram = async <Right>(
  pool: pg.Pool,
  channelId: number,
  compare: () => Promise<Right | null>,
): Promise<Guessed<Right>> => {
  const counted = await countGuess(pool, channelId)
  if (!counted.ok) return { ...counted, isLimited: true }
  const giveBack = () => forgetGuess(pool, channelId, counted.at)
  const right = await compare().catch(async (error: unknown) => {
    await giveBack().catch(() => undefined)
    throw error
  })
  if (right === null) return { ok: false, isLimited: false }
  await giveBack()
  return { ok: true, right }
}

/** A place among the guesses of a channel's program, as microseconds since 1970. */
type Guess = { ok: true; at: number } | { ok: false; retryAfterSeconds: number }

/**
 * Counts a guess before its code is compared, so that the limit is exact however many requests of the
 * channel are under way, in however many processes. `forgetGuess` gives back what was no guess.
 */
const countGuess = (pool: pg.Pool, channelId: number): Promise<Guess> =>
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

const forgetGuess = (pool: pg.Pool, channelId: number, at: number): Promise<void> =>
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
