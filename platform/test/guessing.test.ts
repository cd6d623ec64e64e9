/** Guessing keys: wrong ones are limited by address, and a valid one passes from any address (D5, D39, W25). */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createAddressLimit } from '../src/http/server/address-limit.ts'
import { createServer } from '../src/http/server/server.ts'
import { createLog } from '../src/base/log.ts'
import { newReference, statusPath, type Answer } from './support/node.ts'
import { expectRefusal, useScene } from './support/scene.ts'

describe('an address that has sent 60 wrong keys', () => {
  let origin: string
  let app: ReturnType<typeof createServer>
  /** The keys that were looked up, in their order. */
  let lookedUp: string[] = []
  const right = new Set<string>()
  /** Resolves when look-ups may end. */
  let held: Promise<void> = Promise.resolve()

  beforeAll(async () => {
    const log = createLog('fatal')
    app = createServer({ log, trustProxy: ['127.0.0.1'], answerBrokenPath: () => null })
    const limit = createAddressLimit()
    app.get('/test', (request) =>
      limit.admit(request, 'OPERATOR401_UNAUTHORIZED', async (key) => {
        lookedUp.push(key)
        await held
        return right.has(key) ? { key } : null
      }),
    )
    origin = await app.listen({ host: '127.0.0.1', port: 0 })
  })

  afterAll(() => app.close())

  beforeEach(() => {
    lookedUp = []
  })

  let addresses = 0
  const newAddress = (): string => `203.0.113.${(addresses += 1)}`

  const statusOf = async (address: string, key: string): Promise<number> => {
    const headers = { 'x-api-key': key, 'x-forwarded-for': address }
    const response = await fetch(`${origin}/test`, { headers })
    await response.arrayBuffer()
    return response.status
  }

  const showWrong = (address: string, count: number): Promise<number[]> =>
    Promise.all(Array.from({ length: count }, (_, index) => statusOf(address, `wrong-${index}`)))

  test('is answered 429, and its valid keys pass although they were never seen before', async () => {
    const address = newAddress()
    right.add('right-but-new')
    expect(await showWrong(address, 60)).toEqual(Array.from({ length: 60 }, () => 401))
    expect(await statusOf(address, 'wrong')).toBe(429)
    expect(await statusOf(address, 'right-but-new')).toBe(200)
    expect(await statusOf(address, 'wrong')).toBe(429)
  })

  test('learns of a revoked key no more than of a wrong one', async () => {
    const address = newAddress()
    right.add('right')
    expect(await statusOf(newAddress(), 'right')).toBe(200)
    await showWrong(address, 61)
    expect(await statusOf(address, 'right')).toBe(200)
    right.delete('right')
    expect(await statusOf(address, 'right')).toBe(429)
  })

  test('cannot cause thousands of concurrent look-ups', async () => {
    let letGo = (): void => undefined
    held = new Promise((resolve) => (letGo = resolve))
    const answers = showWrong(newAddress(), 500)
    await expect.poll(() => lookedUp.length).toBe(8)
    // The others wait: none of them is looked up before one of these has ended.
    expect(lookedUp).toHaveLength(8)
    letGo()
    const statuses = await answers
    expect(statuses.filter((status) => status === 401)).toHaveLength(60)
  })

  test('differs from an address of many honest concurrent callers', async () => {
    const address = newAddress()
    const keys = Array.from({ length: 300 }, (_, index) => `honest-${index}`)
    for (const key of keys) right.add(key)
    const statuses = await Promise.all(keys.map((key) => statusOf(address, key)))
    expect(new Set(statuses)).toEqual(new Set([200]))
  })
})

describe('every API of the platform', () => {
  const scene = useScene()

  const calls = (): [path: string, key: string, method?: string, body?: unknown][] => {
    const { partner, channel, platform } = scene
    return [
      [statusPath(newReference()), partner.apiKey],
      ['/partner/webhooks/v1/events', partner.apiKey],
      ['/partner/qr/v1/un-set-qr-config', partner.apiKey, 'POST', { qrCodeToken: 'T' }],
      ['/channel/v1/qr-codes/T', channel.apiKey],
      ['/operator/v1/partners', platform.operatorKey],
    ]
  }

  test('admits new valid keys from an address with 60 wrong ones', async () => {
    const node = await scene.platform.startNode()
    const from = (
      address: string,
      [path, key, method = 'GET', body]: ReturnType<typeof calls>[number],
    ): Promise<Answer> => {
      const headers = { 'x-forwarded-for': address }
      return node.call(method, path, { key, headers, ...(body !== undefined && { body }) })
    }
    const [status] = calls()
    if (status === undefined) throw new Error('no calls')
    // Wrong in its last letters alone: only the database can tell.
    const wrong = `${status[1].slice(0, -6)}WRONG0`
    for (let call = 0; call < 60; call += 1) await from('203.0.113.9', [status[0], wrong])
    expectRefusal(await from('203.0.113.9', [status[0], wrong]), 'REQUEST429_RATE_LIMITED')
    for (const call of calls()) {
      expect([200, 404]).toContain((await from('203.0.113.9', call)).status)
    }
    // One caller has one budget, however a proxy writes the address.
    const mapped = await from('::ffff:203.0.113.9', [status[0], wrong])
    expectRefusal(mapped, 'REQUEST429_RATE_LIMITED')
  })
})
