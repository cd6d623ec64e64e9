import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { writeRunning } from '../dev/home.ts'
import { askLocal, requireLocal } from './local-only.ts'
import type { Place } from './tool.ts'

const HERE = 'http://127.0.0.1:9'

describe('a tool of an assistant', () => {
  let directory = ''

  beforeAll(() => {
    directory = mkdtempSync(join(tmpdir(), 'wasl-local-only-'))
  })

  afterAll(() => rmSync(directory, { recursive: true }))

  const ask = async (change: { platformUrl?: string; controlUrl?: string }): Promise<unknown> => {
    const running = { platformUrl: HERE, controlUrl: HERE, token: 'T', ...change }
    writeRunning(directory, running as Parameters<typeof writeRunning>[1])
    return askLocal({ directory } as Place, { command: 'info' })
  }

  test.each([
    ['platformUrl', 'https://wasl.example'],
    ['controlUrl', 'http://198.51.100.7:9000'],
    ['controlUrl', 'http://wasl.localhost:9000'],
    ['platformUrl', 'http://127.0.0.1.evil.example:9000'],
    ['platformUrl', 'http://localhost@evil.example:9000'],
    ['controlUrl', 'not a URL'],
  ])('sends nothing to a platform that is not on this machine: %s %s', async (field, url) => {
    await expect(ask({ [field]: url })).rejects.toThrow(`${url}, which is not on this machine`)
  })

  test('may reach localhost, 127.0.0.1 and [::1]', async () => {
    for (const host of ['localhost', '127.0.0.1', '[::1]']) {
      await expect(requireLocal('The platform', `http://${host}:9000`)).resolves.toBeUndefined()
    }
    // Nothing listens there: it is asked, and told apart from a refusal.
    await expect(ask({})).rejects.toThrow(/^(?!.*not on this machine)/)
  })
})
