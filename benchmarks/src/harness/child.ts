import { fork, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { Cleanup } from './cleanup.ts'

/** After this long a process that was asked to end is ended. */
const END_TIMEOUT_MS = 15_000

/** What is kept of what a process said, for the error that tells of its failure. */
const SAID_CHARACTERS_MAX = 4_000

export type Child = {
  process: ChildProcess
  /** The last it printed, on both of its outputs. */
  said(): string
  /** SIGTERM, and SIGKILL when that is not heeded. */
  stop: () => Promise<void>
}

/** Starts a server that runs until it is stopped; at the latest when the bench ends. */
export const startServer = (
  cleanup: Cleanup,
  command: string,
  args: string[],
  options: { env?: NodeJS.ProcessEnv; cwd?: string } = {},
): Child => watch(cleanup, spawn(command, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] }))

/** Starts one of `programs/`, which talks with the bench by messages. */
export const startProgram = (cleanup: Cleanup, name: string, setup: unknown): Child =>
  watch(
    cleanup,
    fork(join(import.meta.dirname, '..', 'programs', `${name}.ts`), [JSON.stringify(setup)], {
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    }),
  )

/** The next message of a program; fails when it ends instead, or when none comes in time. */
export const nextMessage = async <Message>(child: Child, timeoutMs: number): Promise<Message> => {
  const late = new AbortController()
  const timer = setTimeout(() => late.abort(), timeoutMs)
  try {
    const [message] = await Promise.race([
      once(child.process, 'message', { signal: late.signal }),
      once(child.process, 'exit', { signal: late.signal }).then(([code]) => {
        throw new Error(`a program ended with code ${code}: ${child.said()}`)
      }),
    ])
    return message as Message
  } catch (error) {
    if (!late.signal.aborted) throw error
    throw new Error(`a program said nothing within ${timeoutMs} ms: ${child.said()}`, {
      cause: error,
    })
  } finally {
    clearTimeout(timer)
    late.abort()
  }
}

/** Runs a command to its end and returns what it printed; fails when it does. */
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
  if (code !== 0) throw new Error(`${command} ended with code ${code}: ${watched.said()}`)
  return out
}

const watch = (cleanup: Cleanup, child: ChildProcess): Child => {
  let said = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => {
      said = (said + text).slice(-SAID_CHARACTERS_MAX)
    })
  }
  child.on('error', (error) => {
    said += error.message
  })
  const stop = cleanup.add(() => end(child))
  return { process: child, said: () => said.trim(), stop }
}

const end = async (child: ChildProcess): Promise<void> => {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return
  const timer = setTimeout(() => child.kill('SIGKILL'), END_TIMEOUT_MS)
  child.kill('SIGTERM')
  await once(child, 'exit')
  clearTimeout(timer)
}
