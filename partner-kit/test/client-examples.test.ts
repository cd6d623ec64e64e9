/** The README's programs that call the platform, each run as a partner runs it. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  NOT_FOUND_STATUS,
  PAID_STATUS,
  REQUEST_ID,
  SINGLE_USE_CONFIG,
  answer,
  refuse,
  startMisbehavingServer,
} from './misbehaving-server.ts'
import type { MisbehavingServer } from './misbehaving-server.ts'

const KEY = 'wasl_prt_1_0123456789abcdefghijklmnopqrstuvwxyz'
const folder = mkdtempSync(join(tmpdir(), 'wasl-client-examples-'))
const progressFile = join(folder, 'progress.json')

let server: MisbehavingServer

beforeAll(async () => {
  server = await startMisbehavingServer()
})

afterAll(async () => {
  await server.close()
  rmSync(folder, { recursive: true })
})

type Ran = { code: number; stdout: string; stderr: string }

const run = async (
  name: string,
  args: string[] = [],
  apiKey: string | undefined = KEY,
): Promise<Ran> => {
  const path = fileURLToPath(new URL(`../examples/${name}`, import.meta.url))
  const env = {
    PATH: process.env['PATH'],
    WASL_URL: server.url,
    PROGRESS_FILE: progressFile,
    ...(apiKey !== undefined && { WASL_API_KEY: apiKey }),
  }
  const child = spawn(process.execPath, [path, ...args], { env })
  let stdout = ''
  let stderr = ''
  child.stdout.on('data', (chunk: Buffer) => {
    stdout += chunk.toString()
  })
  child.stderr.on('data', (chunk: Buffer) => {
    stderr += chunk.toString()
  })
  const [code] = (await once(child, 'close')) as [number]
  return { code, stdout, stderr }
}

describe('ask.ts', () => {
  test('tells the stage of a reference', async () => {
    server.behave((response) => answer(response, 200, PAID_STATUS))
    const ran = await run('ask.ts', ['INV-7'])
    expect(ran).toEqual({ code: 0, stdout: 'paid 599.8 null\n', stderr: '' })
    expect(server.received[0]?.url).toBe('/partner/payments/v1/INV-7/status')
  })

  test('tells what went wrong, with the request id', async () => {
    server.behave((response) => refuse(response, 401, 'PARTNER_API401_UNAUTHORIZED'))
    const { code, stdout, stderr } = await run('ask.ts')
    expect([code, stdout]).toEqual([1, ''])
    expect(stderr).toContain('PARTNER_API401_UNAUTHORIZED What')
    expect(stderr).toContain(REQUEST_ID)
  })

  test('without its key says which variable may be missing', async () => {
    const { code, stderr } = await run('ask.ts', [], '')
    expect(code).not.toBe(0)
    expect(stderr).toContain('createClient: apiKey: expected')
  })
})

describe('set-amounts.ts', () => {
  test('sets an amount for one payer', async () => {
    server.behave((response) => answer(response, 200, SINGLE_USE_CONFIG))
    const ran = await run('set-amounts.ts', [SINGLE_USE_CONFIG.qrCodeToken, '1200'])
    expect(ran).toEqual({ code: 0, stdout: '1200 DZD, once\n', stderr: '' })
    expect(JSON.parse(server.received[0]?.body ?? '')).toEqual({
      qrCodeToken: SINGLE_USE_CONFIG.qrCodeToken,
      amounts: [1200],
      singleUse: true,
    })
  })

  test.each([
    [400, 'QR_CODE400_CANNOT_BE_MODIFIED', 'Somebody is paying'],
    [404, 'QR_CODE404_NOT_FOUND', 'Put another code'],
    [400, 'QR_CODE400_INVALID_STATUS', 'Put another code'],
  ])('says what to do after HTTP %d %s', async (status, error, sentence) => {
    server.behave((response) => refuse(response, status, error))
    const { code, stdout } = await run('set-amounts.ts', ['TOKEN', '1200'])
    expect([code, stdout]).toEqual([0, expect.stringContaining(sentence)])
  })

  test('says what to do when the answer was lost, and asks once', async () => {
    server.behave((response) => response.destroy())
    const { stdout } = await run('set-amounts.ts', ['TOKEN', '1200'])
    expect(stdout).toContain('Scan the code')
    expect(server.received).toHaveLength(1)
  })

  test('fails with the code and the message of anything else', async () => {
    const { code, stderr } = await run('set-amounts.ts', ['TOKEN', 'many'])
    expect(code).not.toBe(0)
    expect(stderr).toContain('VALIDATION400: The request was not sent: amounts.0')
  })
})

describe('reconcile.ts', () => {
  test('tells what differs and leaves no progress behind', async () => {
    server.behave((response, { url }) =>
      answer(response, 200, url.includes('INV-2026-0001') ? PAID_STATUS : NOT_FOUND_STATUS),
    )
    const ran = await run('reconcile.ts')
    expect(ran).toEqual({
      code: 0,
      stdout:
        'INV-2026-0001 paid_there_not_here paid\nINV-2026-0002 paid_here_not_there not_found\n',
      stderr: '',
    })
    expect(existsSync(progressFile)).toBe(false)
  })

  test('stopped by the platform goes on in the next run', async () => {
    server.behave((response, _, count) =>
      count === 1
        ? answer(response, 200, PAID_STATUS)
        : refuse(response, 403, 'PARTNER_API403_MERCHANT_INACTIVE'),
    )
    const stopped = await run('reconcile.ts')
    expect(stopped).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('refused reconcile: the platform refuses every call'),
    })
    server.behave((response) => answer(response, 200, NOT_FOUND_STATUS))
    const ran = await run('reconcile.ts')
    expect(ran.stdout).toBe('INV-2026-0002 paid_here_not_there not_found\n')
    expect(server.received).toHaveLength(1)
  })
})
