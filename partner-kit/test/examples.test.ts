/** The README's code is the code of examples/, and that code runs. */
import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { afterEach, describe, expect, inject, test, vi } from 'vitest'
import { partnerOn } from '../examples/database.ts'
import { lookup } from '../examples/details.ts'
import {
  inExpress,
  inFastify,
  inFetchServer,
  inHono,
  inNest,
  inNext,
} from '../examples/frameworks.ts'
import { receive } from '../examples/verify.ts'
import { handledEventsTable } from '../src/sql/statements.ts'
import { listen } from './adapters/listen.ts'
import {
  API_SECRET,
  HMAC_SECRET,
  NOW_SECONDS,
  bytesOf,
  lookupHeaders,
  lookupRequest,
  successEvent,
  testPartner,
  webhookHeaders,
  webhookRequest,
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

  test('receipt.ts tells a receipt from a forged one', async () => {
    const url = new URL('../vectors/receipts.json', import.meta.resolve('@wasl/protocol'))
    const vectors = JSON.parse(readFileSync(url, 'utf8')) as {
      name: string
      code: string
      issuers: object[]
    }[]
    const folder = mkdtempSync(join(tmpdir(), 'wasl-receipt-example-'))
    const keysFile = join(folder, 'wasl-keys.json')
    const check = async (name: string): Promise<string> => {
      const vector = vectors.find((one) => one.name === name)
      writeFileSync(keysFile, JSON.stringify(vector?.issuers[0]))
      const env = { ...process.env, KEYS_FILE: keysFile }
      const path = fileURLToPath(new URL('receipt.ts', examples))
      const child = spawn(process.execPath, [path, String(vector?.code)], { env })
      let output = ''
      for (const stream of [child.stdout, child.stderr]) {
        stream.on('data', (chunk: Buffer) => {
          output += chunk.toString()
        })
      }
      await once(child, 'close')
      return output
    }
    try {
      expect(await check('a receipt')).toContain('INV/2026 01 1250.5 DZD 2026-11-21T09:03:20.125Z')
      expect(await check('an altered amount')).toContain('wrong_signature')
    } finally {
      rmSync(folder, { recursive: true })
    }
  })

  test('database.ts marks an invoice as paid together with the record of the event', async () => {
    vi.stubEnv('API_SECRET', API_SECRET)
    vi.stubEnv('HMAC_SECRET', HMAC_SECRET)
    vi.spyOn(Date, 'now').mockReturnValue(NOW_SECONDS * 1000)
    const schema = 'kit_example'
    const connectionString = inject('databaseServerUrl')
    const pool = new pg.Pool({ connectionString, options: `-c search_path=${schema}` })
    await pool.query(`create schema ${schema}`)
    await pool.query(handledEventsTable('postgresql'))
    await pool.query('create table invoices (reference text, centimes integer, paid_by text)')
    await pool.query("insert into invoices values ('INV-2026-0001', 59980)")
    const partner = partnerOn(pool)
    const look = async () => (await partner.fetch(lookupRequest('/INV-2026-0001'))).status
    const deliver = async (event: unknown) => (await partner.fetch(webhookRequest(event))).status
    expect(await look()).toBe(200)
    expect(await deliver(successEvent())).toBe(200)
    expect(await deliver(successEvent())).toBe(200)
    expect(await deliver(successEvent({ paymentId: 'another' }))).toBe(500)
    expect(await look()).toBe(409)
    expect((await pool.query('select from wasl_handled_events')).rowCount).toBe(1)
    await pool.query(`drop schema ${schema} cascade`)
    await pool.end()
  })

  test('frameworks.ts serves the partner in each', async () => {
    const mounted = testPartner().partner
    const { partner } = testPartner({ basePath: '/payments' })
    const headers = lookupHeaders()
    const path = '/payments/INV%2F1'
    const fastify = await inFastify(mounted)
    expect((await fastify.inject({ url: path, headers })).statusCode).toBe(200)
    expect((await inHono(partner).request(path, { headers })).status).toBe(200)
    expect((await inFetchServer(partner)(lookupRequest(path))).status).toBe(200)
    expect((await inNext(() => partner).GET(lookupRequest(path))).status).toBe(200)
    const express = await listen(inExpress(mounted))
    expect((await fetch(`http://127.0.0.1:${express.port}${path}`, { headers })).status).toBe(200)
    express.close()
    const nest = await inNest(mounted, class ShopModule extends Object {})
    await nest.listen(0, '127.0.0.1')
    expect((await fetch(`${await nest.getUrl()}${path}`, { headers })).status).toBe(200)
    await nest.close()
  })
})
