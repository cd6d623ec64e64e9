import { setTimeout as pause } from 'node:timers/promises'

const POLL_MS = 10

/**
 * Waits until `read` gives something other than undefined, null or false, and returns it.
 *
 * @param what the thing waited for, for the error's sentence.
 */
export const until = async <Value>(
  what: string,
  read: () => Promise<Value> | Value,
  timeoutMs = 8_000,
): Promise<Exclude<Value, undefined | null | false>> => {
  const deadline = performance.now() + timeoutMs
  for (;;) {
    const value = await read()
    if (value !== undefined && value !== null && value !== false) {
      return value as Exclude<Value, undefined | null | false>
    }
    if (performance.now() > deadline) throw new Error(`waited ${timeoutMs} ms in vain for ${what}`)
    await pause(POLL_MS)
  }
}
