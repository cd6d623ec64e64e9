/** After kill -9 under load, every acknowledged event is on the disk, and no write is partial. */
import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { afterEach, expect, test } from 'vitest'
import { readDataFile } from '../src/data-file.ts'
import { API_SECRET, HMAC_SECRET, deliver, failed, success } from './platform.ts'
import type { TestEvent } from './platform.ts'

const MAIN = fileURLToPath(new URL('../src/main.ts', import.meta.url))
const KILLS = 4

const folder = mkdtempSync(join(tmpdir(), 'wasl-reference-partner-crash-'))
const dataFile = join(folder, 'shop.json')
let child: ChildProcess | undefined

afterEach(() => {
  child?.kill('SIGKILL')
  rmSync(folder, { recursive: true, force: true })
})

const start = async (): Promise<string> => {
  const env = { ...process.env, API_SECRET, HMAC_SECRET, DATA_FILE: dataFile, PORT: '0' }
  const started = spawn(process.execPath, [MAIN], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  child = started
  for await (const line of createInterface({ input: started.stdout })) {
    const url = /API URL: +(\S+)/.exec(line)?.[1]
    if (url !== undefined) return url
  }
  throw new Error('The reference partner did not start.')
}

const keyOf = ({ event, data }: TestEvent): string => `${event}:${data.paymentId}`

test(`${KILLS} kills lose no acknowledged event`, async () => {
  const acknowledged: string[] = []
  for (let kill = 0; kill < KILLS; kill += 1) {
    const url = await start()
    const events = [
      success('CMD-2026-0117', 'the-payment', 5490),
      ...Array.from({ length: 60 }, (_item, index) =>
        failed('CMD-2026-0118', `payment-${kill}-${index}`, 599.8),
      ),
    ]
    const storm = Promise.allSettled(
      events.map(async (event) => {
        if ((await deliver(url, event)).status === 200) acknowledged.push(keyOf(event))
      }),
    )
    // An acknowledgement waits for the disk, and a busy disk may take its time.
    await expect.poll(() => acknowledged.length, { interval: 1 }).toBeGreaterThan(kill * 10 + 5)
    const exited = once(child as ChildProcess, 'exit')
    child?.kill('SIGKILL')
    await exited
    await storm
    const records = await readDataFile(dataFile)
    const lost = acknowledged.filter((key) => records?.events.has(key) !== true)
    expect(lost).toEqual([])
    const isHandled = records?.events.has('payment.success:the-payment') === true
    expect(records?.orders.get('CMD-2026-0117')?.paid !== null).toBe(isHandled)
  }
})

test('SIGTERM stops it with consistent records', async () => {
  const url = await start()
  expect(await deliver(url, success('CMD-2026-0117', 'the-payment', 5490))).toMatchObject({
    status: 200,
  })
  const exited = once(child as ChildProcess, 'exit')
  child?.kill('SIGTERM')
  expect(await exited).toEqual([0, null])
  const records = await readDataFile(dataFile)
  expect(records?.orders.get('CMD-2026-0117')?.paid).toMatchObject({ paymentId: 'the-payment' })
})
