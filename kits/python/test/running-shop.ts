/** Runs a test shop of the kit in its own process. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '@wasl/embedded-postgres'
import { KIT, type Python } from './python.ts'

export const API_SECRETS = ['wasl_sec_Q7MZ2v9TtXb4KcP1', 'wasl_sec_old_R8NA3w0UuYc5LdQ2']
export const HMAC_SECRETS = ['wasl_hmac_F3hJ6kL9pS2dG5xV', 'wasl_hmac_old_G4iK7lM0qT3eH6yW']

/** The orders of tests/shop/records.py, one for each case of a run. */
export const REFERENCES = {
  payable: 'INV-2026-0001',
  paid: 'INV-2026-0002',
  unknown: 'INV-1999-0001',
  unavailable: 'INV-2026-0003',
  pay: ['INV-2026-0004', 'INV-2026-0005', 'INV-2026-0006'],
  qr: '7Z3M9K0QW5T8R2VXN4BHJD01Z9',
  odd: ['فاتورة الماء/٢٠٢٦', 'A+B 100% c?d#e', 'École:№7/T1', 'CMD 2026 07', '//double//slash/'],
}

const START_TIMEOUT_MS = 60_000

export type RunningShop = { apiUrl: string; origin: string; stop: () => Promise<void> }

/** @param shop the name of a file of tests/shop. */
export const runShop = async (python: Python, shop: string): Promise<RunningShop> => {
  const port = await freePort()
  const folder = mkdtempSync(join(tmpdir(), 'wasl-python-shop-'))
  const child = spawn(python.command, [`${shop}.py`], {
    cwd: join(KIT, 'tests', 'shop'),
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...python.environment,
      PORT: String(port),
      API_SECRET: API_SECRETS.join(','),
      HMAC_SECRET: HMAC_SECRETS.join(','),
      DATA_FILE: join(folder, 'shop.db'),
    },
  })
  let printed = ''
  child.stdout.on('data', (chunk) => (printed += String(chunk)))
  child.stderr.on('data', (chunk) => (printed += String(chunk)))
  const ended = once(child, 'close')
  const stop = async (): Promise<void> => {
    child.kill('SIGKILL')
    await ended
    rmSync(folder, { recursive: true, force: true })
  }
  const deadline = performance.now() + START_TIMEOUT_MS
  while (!(await listens(port))) {
    if (child.exitCode !== null || performance.now() > deadline) {
      await stop()
      throw new Error(`${shop} did not start: ${printed}`)
    }
    await sleep(50)
  }
  const origin = `http://127.0.0.1:${port}`
  return { origin, apiUrl: `${origin}/payments`, stop }
}

const listens = async (port: number): Promise<boolean> => {
  const socket = connect(port, '127.0.0.1')
  try {
    await once(socket, 'connect')
    return true
  } catch {
    return false
  } finally {
    socket.destroy()
  }
}
