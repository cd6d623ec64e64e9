import { setTimeout as pause } from 'node:timers/promises'

const POLL_MS = 10

/**
 * How long a test waits for an expected event. It only ends a wait that fails and asserts no speed: a
 * machine with a fraction of a core still passes. It is shorter where tests are expected to fail.
 */
export const PATIENCE_MS = Number(process.env['WASL_TEST_PATIENCE_MS'] ?? 120_000)

/**
 * How long a test waits for a business day to be closed: a closing waits for every transaction of the
 * server, also those of other test files.
 */
export const CLOSING_PATIENCE_MS = 5 * PATIENCE_MS

/**
 * Waits until `read` gives something other than undefined, null or false, and returns it.
 *
 * @param what the thing waited for, for the error's sentence.
 */
export const until = async <Value>(
  what: string,
  read: () => Promise<Value> | Value,
  timeoutMs = PATIENCE_MS,
): Promise<Exclude<Value, undefined | null | false>> => {
  const deadline = performance.now() + timeoutMs
  for (;;) {
    const value = await read()
    if (value !== undefined && value !== null && value !== false) {
      return value as Exclude<Value, undefined | null | false>
    }
    if (performance.now() > deadline) throw new Error(`waited ${timeoutMs} ms for ${what}`)
    await pause(POLL_MS)
  }
}
