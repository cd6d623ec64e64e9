/**
 * Idempotency-Keys of requests without an answer. The device keeps the key until the platform has
 * answered: who tries again, also after the page was loaded again, asks about the same request.
 */
import { ApiFailure } from '../../api/failure.ts'
import { serverNow } from '../../api/server-time.ts'
import { isAway } from '../base/network.ts'
import { forget as forgetKept, keep, kept } from '../store/database.ts'

type KeptKey = { key: string; atMs: number }

/** The platform keeps a key for a day: a later one is another request. */
const KEPT_MS = 20 * 3_600_000

/** Where the device has no room, the page alone knows the key. */
const ofPage = new Map<string, KeptKey>()

const nameOf = (what: string): string => `key ${what}`

const keyOf = async (what: string): Promise<KeptKey | null> => {
  const found = ofPage.get(what) ?? (await kept<KeptKey>(nameOf(what)).catch(() => undefined))
  return found && Math.abs(serverNow() - found.atMs) < KEPT_MS ? found : null
}

const forget = async (what: string): Promise<void> => {
  ofPage.delete(what)
  await forgetKept(nameOf(what)).catch(() => undefined)
}

/** The platform has decided: a repetition would get the same answer. */
const isDecided = (error: unknown): boolean =>
  error instanceof ApiFailure &&
  error.status < 500 &&
  ![401, 408, 429].includes(error.status) &&
  !error.code.startsWith('IDEMPOTENCY409')

/** An answer that was lost on the way is there when it is asked for again. */
const FIND_OUT_AFTER_MS = 1_000

/** Without an answer, asks once more by itself what became of the request: the key makes it the same. */
const findingOut = async <T>(call: (isRepeated: boolean) => Promise<T>): Promise<T> => {
  try {
    return await call(false)
  } catch (error) {
    if (!isAway(error) || !navigator.onLine) throw error
    await new Promise((resolve) => setTimeout(resolve, FIND_OUT_AFTER_MS))
    return call(true)
  }
}

/** Calls with the key of `what`, the same until an answer is known. */
export const withKey = async <T>(
  what: string,
  call: (key: string, isRepeated: boolean) => Promise<T>,
): Promise<T> => {
  const before = await keyOf(what)
  const used = before ?? { key: crypto.randomUUID(), atMs: serverNow() }
  ofPage.set(what, used)
  if (before === null) await keep(nameOf(what), used).catch(() => undefined)
  try {
    const answer = await findingOut((isAgain) => call(used.key, isAgain || before !== null))
    await forget(what)
    return answer
  } catch (error) {
    if (isDecided(error)) await forget(what)
    throw error
  }
}
