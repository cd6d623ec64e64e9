import { fork, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { Cleanup } from './cleanup.ts'

/** A process that has not exited this long after SIGTERM is killed. */
const END_TIMEOUT_MS = 15_000

/** A program that has not started by then never will: nothing that is measured waits for it. */
export const START_TIMEOUT_MS = 120_000

/** How much of a process's output is kept, for the error message when it fails. */
const OUTPUT_CHARACTERS_MAX = 4_000

export type Child = {
  process: ChildProcess
  /** The end of its output: stdout and stderr together. */
  output(): string
  /** Sends SIGTERM, then SIGKILL if the process does not exit. */
  stop: () => Promise<void>
}

/** Starts a server that runs until it is stopped, at the latest at the end of the bench. */
export const startServer = (
  cleanup: Cleanup,
  command: string,
  args: string[],
  options: { env?: NodeJS.ProcessEnv; cwd?: string } = {},
): Child => watch(cleanup, spawn(command, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] }))

/** Starts one of `programs/`. It exchanges messages with the bench. */
export const startProgram = (cleanup: Cleanup, name: string, setup: unknown): Child =>
  watch(
    cleanup,
    fork(join(import.meta.dirname, '..', 'programs', `${name}.ts`), [JSON.stringify(setup)], {
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    }),
  )

/**
 * The next message of a program: by default the one by which it says that it has started.
 *
 * @throws Error when the program exits first, or sends no message in time.
 */
export const nextMessage = async <Message>(
  child: Child,
  timeoutMs = START_TIMEOUT_MS,
): Promise<Message> => {
  const late = new AbortController()
  const timer = setTimeout(() => late.abort(), timeoutMs)
  try {
    const [message] = await Promise.race([
      once(child.process, 'message', { signal: late.signal }),
      once(child.process, 'exit', { signal: late.signal }).then(([code]) => {
        throw new Error(`a program exited with code ${code}: ${child.output()}`)
      }),
    ])
    return message as Message
  } catch (error) {
    if (!late.signal.aborted) throw error
    throw new Error(`a program sent no message within ${timeoutMs} ms: ${child.output()}`, {
      cause: error,
    })
  } finally {
    clearTimeout(timer)
    late.abort()
  }
}

/**
 * Runs a command to its end and returns its output.
 *
 * @throws Error when its exit code is not 0.
 */
export const runCommand = async (
  cleanup: Cleanup,
  command: string,
  args: string[],
  options: { env?: NodeJS.ProcessEnv; timeoutMs: number },
): Promise<string> => {
  const child = spawn(command, args, {
    env: options.env ?? process.env,
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: options.timeoutMs,
  })
  const watched = watch(cleanup, child)
  let out = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    out += text
  })
  const [code] = (await once(child, 'close')) as [number | null]
  await watched.stop()
  if (code !== 0) throw new Error(`${command} exited with code ${code}: ${watched.output()}`)
  return out
}

const watch = (cleanup: Cleanup, child: ChildProcess): Child => {
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => {
      output = (output + text).slice(-OUTPUT_CHARACTERS_MAX)
    })
  }
  child.on('error', (error) => {
    output += error.message
  })
  const stop = cleanup.add(() => end(child))
  return { process: child, output: () => output.trim(), stop }
}

const end = async (child: ChildProcess): Promise<void> => {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return
  const timer = setTimeout(() => child.kill('SIGKILL'), END_TIMEOUT_MS)
  child.kill('SIGTERM')
  await once(child, 'exit')
  clearTimeout(timer)
}
