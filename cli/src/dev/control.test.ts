/** Only a user who can read the folder of a running `wasl dev` can command it. */
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { refused } from '../problem.ts'
import { askRunning, startControl, type Control } from './control.ts'
import { writeRunning } from './home.ts'
import type { DevRequest } from './requests.ts'

const requests: DevRequest[] = []
let directory: string
let control: Control

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'wasl-control-'))
  control = await startControl((request) => {
    requests.push(request)
    if (request.command === 'refund') throw refused('not now', 'later')
    return Promise.resolve({ ok: true, lines: ['done'], data: null })
  })
  const { url: controlUrl, token } = control
  writeRunning(directory, { pid: 1, platformUrl: 'http://127.0.0.1:1', controlUrl, token })
})

afterAll(async () => {
  await control.close()
  rmSync(directory, { recursive: true, force: true })
})

describe('the control of a running wasl dev', () => {
  test('answers a request with the token of its folder', async () => {
    expect(await askRunning(directory, { command: 'info' })).toMatchObject({ lines: ['done'] })
    await expect(
      askRunning(directory, { command: 'refund', reference: 'X', amount: null }),
    ).rejects.toMatchObject({
      message: 'not now',
      remedies: ['later'],
      exitCode: 1,
    })
  })

  test.each([[undefined], ['Bearer '], ['Bearer wrong'], ['x'.repeat(60)]])(
    'refuses any other request (%s)',
    async (authorization) => {
      const before = requests.length
      const response = await fetch(control.url, {
        method: 'POST',
        headers: authorization === undefined ? {} : { authorization },
        body: JSON.stringify({ command: 'info' }),
      })
      expect(response.status).toBe(401)
      expect(requests).toHaveLength(before)
    },
  )

  test('keeps the token in a file that only its owner can read', () => {
    expect(statSync(join(directory, 'running.json')).mode & 0o777).toBe(0o600)
  })

  test('says so when none is running', async () => {
    await expect(askRunning('/nonexistent', { command: 'info' })).rejects.toMatchObject({
      exitCode: 3,
    })
  })
})
