/** The README's code is the code of examples/, and that code runs. */
import { spawn } from 'node:child_process'
import { readFileSync, readdirSync } from 'node:fs'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { lookup } from '../examples/details.ts'
import { receive } from '../examples/verify.ts'
import {
  API_SECRET,
  HMAC_SECRET,
  bytesOf,
  lookupHeaders,
  lookupRequest,
  successEvent,
  testPartner,
  webhookHeaders,
} from './support.ts'

const examples = new URL('../examples/', import.meta.url)
const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8')
const nowSeconds = Math.floor(Date.now() / 1000)

afterEach(() => {
  vi.unstubAllEnvs()
  vi.restoreAllMocks()
})

describe('the README', () => {
  test.each(readdirSync(examples))('holds examples/%s as it is', (file) => {
    const code = readFileSync(new URL(file, examples), 'utf8')
    expect(readme).toContain(`\`\`\`ts\n${code}\`\`\`\n`)
  })

  test('holds no other TypeScript', () => {
    expect(readme.match(/^```ts$/gm)).toHaveLength(readdirSync(examples).length)
  })
})

describe('the examples', () => {
  test('server.ts is a partner that works', async () => {
    const env = { ...process.env, API_SECRET, HMAC_SECRET, PORT: '0' }
    const child = spawn(process.execPath, [fileURLToPath(new URL('server.ts', examples))], { env })
    try {
      const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
      let port: string | undefined
      while (port === undefined) {
        const line = await lines.next()
        expect(line.done).not.toBe(true)
        port = /port: (\d+)/.exec(String(line.value))?.[1]
      }
      const url = `http://127.0.0.1:${port}`
      const headers = lookupHeaders({}, nowSeconds)
      expect((await fetch(`${url}/INV-2026-0001`, { headers })).status).toBe(200)
      expect((await fetch(`${url}/INV-2026-0002`, { headers })).status).toBe(409)
      expect((await fetch(`${url}/INV-2026-0003`, { headers })).status).toBe(404)
      const body = bytesOf(successEvent())
      const init = { method: 'POST', headers: webhookHeaders(body, {}, nowSeconds), body }
      const response = await fetch(`${url}/webhooks/platform`, init)
      expect(await response.json()).toEqual({ success: true })
      expect((await fetch(`${url}/INV-2026-0001`, { headers })).status).toBe(409)
    } finally {
      child.kill()
      await once(child, 'exit')
    }
  })

  test('server.ts without its secrets says which one is missing', async () => {
    const env = { ...process.env, API_SECRET, HMAC_SECRET: undefined, PORT: '0' }
    const child = spawn(process.execPath, [fileURLToPath(new URL('server.ts', examples))], { env })
    let stderr = ''
    child.stderr.on('data', (chunk: Buffer) => {
      stderr += chunk.toString()
    })
    const [code] = (await once(child, 'close')) as [number]
    expect(code).not.toBe(0)
    expect(stderr).toContain('hmacSecret: expected the secret')
    expect(stderr).toContain('is the environment variable set?')
  })

  test('details.ts answers a lookup with a breakdown that adds up', async () => {
    const { partner, log } = testPartner({ lookup })
    const response = await partner.fetch(lookupRequest('/EAU-2026-11-0042'))
    expect(await response.json()).toMatchObject({ total_amount: 1845.5, details: [{}, {}] })
    expect(log.map(({ code }) => code)).toEqual(['lookup_answered'])
  })

  test('verify.ts accepts what is signed and refuses what is not', () => {
    vi.stubEnv('API_SECRET', API_SECRET)
    vi.stubEnv('HMAC_SECRET', HMAC_SECRET)
    vi.spyOn(console, 'log').mockReturnValue()
    vi.spyOn(console, 'error').mockReturnValue()
    const body = bytesOf(successEvent())
    expect(receive(body, webhookHeaders(body, {}, nowSeconds)).status).toBe(200)
    expect(receive(bytesOf('{}'), webhookHeaders(body, {}, nowSeconds)).status).toBe(401)
  })
})
