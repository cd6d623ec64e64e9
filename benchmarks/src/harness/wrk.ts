import { createWriteStream } from 'node:fs'
import { once } from 'node:events'
import { join } from 'node:path'
import { runCommand } from './child.ts'
import type { Cleanup } from './cleanup.ts'
import { toolPath } from './tools.ts'

export type LoadRequest = { method: 'GET' | 'POST'; path: string; key: string; body?: string }

export type Load = {
  /** Answered requests per second. */
  rate: number
  requests: number
  p50Ms: number
  p99Ms: number
}

export type LoadOptions = {
  origin: string
  /** A file written by `writeRequests`. */
  requestsFile: string
  connections: number
  seconds: number
  /** A script in `load/`; by default the one that sends the requests of such a file. */
  script?: string
}

type Result = { requests: number; durationUs: number; bad: number; p50Us: number; p99Us: number }

const SCRIPTS = join(import.meta.dirname, '..', '..', 'load')

/** Time for reading the list of requests and for connecting. */
const EXTRA_MS = 60_000

/**
 * Sends requests over keep-alive connections. Each connection sends the next request as soon as the
 * previous one is answered. wrk uses one thread, which is more than the servers can answer, and
 * leaves the rest of the machine to them.
 *
 * @throws Error when a request fails or its answer is not 2xx, because refusals are faster.
 */
export const load = async (cleanup: Cleanup, options: LoadOptions): Promise<Load> => {
  const { origin, requestsFile, connections, seconds, script = 'walk.lua' } = options
  const file = join(SCRIPTS, script)
  const args = ['-t1', `-c${connections}`, `-d${seconds}s`, '-s', file, origin, '--']
  const out = await runCommand(cleanup, toolPath('wrk'), [...args, requestsFile], {
    timeoutMs: seconds * 1000 + EXTRA_MS,
  })
  const json = /^result (\{.*\})$/m.exec(out)?.[1]
  if (json === undefined) throw new Error(`expected a result from wrk, received: ${out}`)
  const { requests, durationUs, bad, p50Us, p99Us } = JSON.parse(json) as Result
  if (bad > 0) {
    throw new Error(`${bad} of ${requests} requests to ${origin} failed or were not 2xx:\n${out}`)
  }
  return { rate: (requests / durationUs) * 1e6, requests, p50Ms: p50Us / 1e3, p99Ms: p99Us / 1e3 }
}

/** Writes a list of requests for `load`. */
export const writeRequests = async (
  file: string,
  requests: Iterable<LoadRequest>,
): Promise<string> => {
  const stream = createWriteStream(file)
  for (const { method, path, key, body = '' } of requests) {
    if (!stream.write(`${method}\t${path}\t${key}\t${body}\n`)) await once(stream, 'drain')
  }
  stream.end()
  await once(stream, 'finish')
  return file
}
