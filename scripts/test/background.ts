/** Commands that go on, as in a terminal that is left open. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { delimiter, join } from 'node:path'
import { until } from '../../platform/test/support/wait.ts'
import { ROOT } from './guide.ts'

export type Background = {
  /** What it has printed so far, on both streams. */
  printed: () => string
  /** Resolves when it has printed this, and rejects when it ends before, or in two minutes. */
  says: (words: string | RegExp) => Promise<unknown>
  stop: () => Promise<void>
}

const SAYS_TIMEOUT_MS = 120_000

export const inBackground = (
  commands: string,
  environment: Readonly<Record<string, string>>,
): Background => {
  const child = spawn('bash', ['-ec', commands], {
    cwd: ROOT,
    // A group of its own, so that all that was started ends with it.
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      NO_COLOR: '1',
      PATH: [join(ROOT, 'node_modules', '.bin'), process.env['PATH']].join(delimiter),
      ...environment,
    },
  })
  let printed = ''
  child.stdout.on('data', (chunk) => (printed += String(chunk)))
  child.stderr.on('data', (chunk) => (printed += String(chunk)))
  const ended = once(child, 'close')
  const isOver = (): boolean => child.exitCode !== null || child.signalCode !== null
  return {
    printed: () => printed,
    says: (words) =>
      until(
        `${String(words)} to be printed`,
        () => {
          if (printed.search(words) >= 0) return true
          if (isOver()) {
            throw new Error(`Expected ${String(words)} to be printed, and this was: ${printed}`)
          }
          return false
        },
        SAYS_TIMEOUT_MS,
      ),
    async stop() {
      if (!isOver() && child.pid !== undefined) process.kill(-child.pid, 'SIGTERM')
      await ended
    },
  }
}
