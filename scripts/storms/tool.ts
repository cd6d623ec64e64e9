/** Programs of the system that a storm starts and kills. */
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync } from 'node:fs'

export type Tool = {
  pid: number
  isRunning(): boolean
  /** kill -9; resolves when it is gone. */
  kill(): Promise<void>
  /** Asks it to end, and kills it when it has not after ten seconds. */
  stop(): Promise<void>
}

const PATIENCE_MS = 10_000

const running = new Set<ChildProcess>()
// A storm that dies leaves no server behind.
process.once('exit', () => running.forEach((child) => child.kill('SIGKILL')))

export type ToolOptions = {
  /** A file that gets all its output. */
  log: string
  /** Who runs it; null: the user that we are. */
  user: { uid: number; gid: number } | null
  cwd: string
  /** More of its environment. */
  env?: Record<string, string>
}

export const startTool = (
  command: string,
  args: readonly string[],
  { log, user, cwd, env }: ToolOptions,
): Tool => {
  // It writes into the file itself: what it leaves running may do so after its end.
  const out = openSync(log, 'a')
  const child = spawn(command, args, {
    ...user,
    cwd,
    env: { ...process.env, ...env },
    stdio: ['ignore', out, out],
  })
  closeSync(out)
  running.add(child)
  const ended = once(child, 'exit').then(() => running.delete(child))
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    child.kill(signal)
    await ended
  }
  return {
    pid: child.pid as number,
    isRunning: () => running.has(child),
    kill: () => end('SIGKILL'),
    async stop() {
      const late = setTimeout(() => child.kill('SIGKILL'), PATIENCE_MS)
      await end('SIGTERM')
      clearTimeout(late)
    },
  }
}
