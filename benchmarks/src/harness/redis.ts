import { mkdtempSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '@wasl/embedded-postgres'
import { startServer } from './child.ts'
import type { Cleanup } from './cleanup.ts'
import { toolPath } from './tools.ts'

const START_TIMEOUT_MS = 10_000

/** Starts Redis as BullMQ's documentation recommends: with an append-only file, synced each second. */
export const startRedis = async (
  cleanup: Cleanup,
): Promise<{ url: string; stop: () => Promise<void> }> => {
  const folder = mkdtempSync(join(tmpdir(), 'wasl-bench-redis-'))
  cleanup.add(() => rmSync(folder, { recursive: true, force: true }))
  const port = await freePort()
  const place = ['--port', String(port), '--bind', '127.0.0.1', '--dir', folder]
  const durability = ['--appendonly', 'yes', '--appendfsync', 'everysec', '--save', '']
  const policy = ['--maxmemory-policy', 'noeviction']
  const server = startServer(cleanup, toolPath('redis-server'), [
    ...place,
    ...durability,
    ...policy,
  ])
  const deadline = performance.now() + START_TIMEOUT_MS
  while (!(await accepts(port))) {
    if (server.process.exitCode !== null || performance.now() > deadline) {
      throw new Error(`redis-server did not start: ${server.output()}`)
    }
    await sleep(20)
  }
  return { url: `redis://127.0.0.1:${port}`, stop: server.stop }
}

const accepts = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
    socket.unref().once('connect', () => socket.destroy())
  })
