import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '@wasl/embedded-postgres'
import { request } from 'undici'
import { START_TIMEOUT_MS, startServer, type Child } from './child.ts'
import type { Cleanup } from './cleanup.ts'
import { keepBundle } from '../../../scripts/bundle/keep.ts'
import { programOf } from '../../../scripts/bundle/kept.mjs'

export type Platform = {
  origin: string
  child: Child
  /** Sent as `x-api-key`. */
  operatorKey: string
  operate<Answer>(method: 'GET' | 'POST' | 'PATCH', path: string, body?: unknown): Promise<Answer>
  stop(): Promise<void>
}

export type PlatformOptions = {
  databaseUrl: string
  /** As WASL_CELLS, instead of the database. */
  cells?: string
  /** As WASL_ROLES; by default all. */
  roles?: string
  /** The folder that --cpu-profile names, or null. */
  profileTo: string | null
}

const REPOSITORY = join(import.meta.dirname, '..', '..', '..')

const MAIN = join(REPOSITORY, 'platform', 'src', 'run', 'main.ts')

const OPERATOR_KEY = 'benchmark-operator-key-of-this-run'

/** The same in every run: a kept database has secrets that are sealed under it. */
export const MASTER_KEY = createHash('sha256').update('benchmarks').digest('base64')

/** Starts the platform as an operator does: in its own process, with production settings. */
export const startPlatform = async (
  cleanup: Cleanup,
  { databaseUrl, cells, roles, profileTo }: PlatformOptions,
): Promise<Platform> => {
  const profile = profileTo === null ? [] : ['--cpu-prof', `--cpu-prof-dir=${profileTo}`]
  const { origin, child } = await launchPlatform(cleanup, profile, {
    ...(cells === undefined ? { DATABASE_URL: databaseUrl } : { WASL_CELLS: cells }),
    ...(roles !== undefined && { WASL_ROLES: roles }),
    WASL_MASTER_KEY: MASTER_KEY,
  })
  return {
    origin,
    child,
    operatorKey: OPERATOR_KEY,
    stop: () => child.stop(),
    operate: async (method, path, body) => {
      const response = await request(`${origin}/operator/v1${path}`, {
        method,
        headers: { 'x-api-key': OPERATOR_KEY, 'content-type': 'application/json' },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      })
      const text = await response.body.text()
      if (response.statusCode >= 300) throw new Error(`${method} ${path}: ${text}`)
      return JSON.parse(text)
    },
  }
}

export type Launched = { origin: string; child: Child; readyMs: number }

/** Starts the platform from its bundle, as a release does, and waits until `/readyz` answers 200. */
export const launchPlatform = async (
  cleanup: Cleanup,
  nodeArgs: string[],
  env: Record<string, string>,
): Promise<Launched> => {
  await keepBundle()
  const port = await freePort()
  const origin = `http://127.0.0.1:${port}`
  const startedMs = performance.now()
  const child = startServer(cleanup, process.execPath, [...nodeArgs, programOf(MAIN)], {
    cwd: REPOSITORY,
    env: {
      PATH: process.env['PATH'],
      PORT: String(port),
      HOST: '127.0.0.1',
      WASL_OPERATOR_KEY: OPERATOR_KEY,
      WASL_ALLOW_PRIVATE_TARGETS: '1',
      ...env,
    },
  })
  while (!(await isReady(origin))) {
    if (child.process.exitCode !== null || performance.now() - startedMs > START_TIMEOUT_MS) {
      throw new Error(`the platform did not become ready: ${child.output()}`)
    }
    await sleep(5)
  }
  return { origin, child, readyMs: performance.now() - startedMs }
}

const isReady = async (origin: string): Promise<boolean> => {
  try {
    const { statusCode, body } = await request(`${origin}/readyz`)
    await body.dump()
    return statusCode === 200
  } catch {
    return false
  }
}
