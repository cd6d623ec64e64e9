/** The client over real HTTP, by ext-curl and by PHP's own streams. */
import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { freePort } from '@wasl/embedded-postgres'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hasExtension, leftOut } from './tools.ts'

const NOT_FOUND = {
  stage: 'not_found',
  locked: false,
  paid: false,
  lockReleaseTime: null,
  paymentId: null,
  channel: null,
  currency: null,
  amount: null,
  payment: null,
}

const CONFIG = {
  qrCodeToken: '7Z3M9K0QW5T8R2VXN4BHJD01Z9',
  kind: 'SINGLE_USE',
  mode: 'SINGLE_AMOUNT',
  currency: 'DZD',
  amounts: [599.8],
  expiresAt: null,
  singleUse: true,
  updatedAt: '2026-11-21T09:00:00.000Z',
}

const REFUSED = { error: 'PARTNER_API401_UNAUTHORIZED', errorMessage: 'No.', requestId: 'r' }

/** The requests that came, as the platform would see them. */
const came: { path: string; key: string | undefined; body: string }[] = []

const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
  let body = ''
  for await (const chunk of request) body += String(chunk)
  const path = request.url ?? ''
  came.push({ path, key: request.headers['x-api-key'] as string | undefined, body })
  const json = (status: number, value: object): void => {
    response
      .writeHead(status, { 'content-type': 'application/json', ratelimit: '"p";r=59;t=60' })
      .end(JSON.stringify(value))
  }
  if (path.endsWith('set-qr-config')) return json(200, CONFIG)
  if (path.includes('/REFUSED/')) return json(401, REFUSED)
  if (path.includes('/REDIRECT/')) {
    response.writeHead(302, { location: '/elsewhere' }).end()
    return
  }
  if (path.includes('/LARGE/')) {
    response.end('x'.repeat(50_000))
    return
  }
  if (path.includes('/CUT/')) {
    response.writeHead(200, { 'content-length': '500' }).write('{')
    setImmediate(() => response.destroy())
    return
  }
  if (path.includes('/SLOW/')) return
  json(200, NOT_FOUND)
}

const server = createServer((request, response) => void answer(request, response))

const call = async (transport: string, url: string, references: string[]): Promise<unknown> => {
  const script = join(import.meta.dirname, 'adapters', 'call.php')
  const { stdout } = await promisify(execFile)('php', [script, url, transport, ...references])
  return JSON.parse(stdout)
}

describe.each(['curl', 'streams'])('the client by %s', (transport) => {
  const isThere = hasExtension('sodium') && (transport !== 'curl' || hasExtension('curl'))
  leftOut(isThere, `the PHP client by ${transport}: install php-cli php-curl`)

  beforeAll(async () => {
    if (!server.listening) await once(server.listen(0, '127.0.0.1'), 'listening')
  })
  afterAll(() => {
    if (transport === 'streams') server.closeAllConnections()
    if (transport === 'streams') server.close()
  })

  test.skipIf(!isThere)('reads statuses, and tells apart what can go wrong', async () => {
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const references = ['INV/1', 'REFUSED', 'REDIRECT', 'LARGE', 'CUT', 'SLOW', 'فاتورة']
    came.length = 0
    expect(await call(transport, url, references)).toEqual({
      'INV/1': 'not_found 59',
      REFUSED: 'PARTNER_API401_UNAUTHORIZED 401',
      REDIRECT: 'bad_response 302',
      LARGE: 'bad_response ',
      CUT: 'network ',
      SLOW: 'timeout ',
      فاتورة: 'not_found 59',
      set: '599.80',
    })
    expect(came.map(({ path }) => path)).not.toContain('/elsewhere')
    const key = 'wasl_prt_0000000000000000000000000001'
    expect(new Set(came.map((request) => request.key))).toEqual(new Set([key]))
    expect(came.at(-1)?.body).toBe(
      '{"qrCodeToken":"7Z3M9K0QW5T8R2VXN4BHJD01Z9","amounts":[599.8],"singleUse":true}',
    )
  })

  test.skipIf(!isThere)('knows that a refused connection sent nothing', async () => {
    const url = `http://127.0.0.1:${await freePort()}`
    expect(await call(transport, url, ['INV-1'])).toMatchObject({ 'INV-1': 'network , never sent' })
  })
})
