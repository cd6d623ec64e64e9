/** D24: what an operation does not declare is refused, on every route of the server. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ASSETS } from '../src/http/screens/screens.ts'
import { startPartner, type PartnerServer } from './support/partner.ts'
import { signInAs, type SignedIn } from './support/people.ts'
import {
  newReference,
  statusPath,
  type Answer,
  type TestChannel,
  type TestPartner,
} from './support/node.ts'
import { startTestPlatform, type TestPlatform } from './support/platform.ts'
import { exchange } from './support/raw-client.ts'

type Route = { method: string; url: string; isPage: boolean; isFile: boolean }

/** Every route that the server has, as it tells them itself. */
const routes: Route[] = []

let platform: TestPlatform
let server: PartnerServer
let partner: TestPartner
let channel: TestChannel
let person: SignedIn
let manager: SignedIn

beforeAll(async () => {
  ;[platform, server] = await Promise.all([
    startTestPlatform({
      hooks: {
        onServer(app) {
          app.addHook('onRoute', ({ method, url, config }) => {
            if (config?.isScreen === true || url.startsWith(`/${ASSETS}/`)) return
            const isPage = config?.operation?.anyQuery === true
            const isFile = config?.operation?.file !== undefined
            for (const name of [method].flat()) routes.push({ method: name, url, isPage, isFile })
          })
          // Endpoints that somebody adds without a thought of this.
          app.get('/test/new', () => 'read')
          app.post('/test/new', () => 'changed')
        },
      },
    }),
    startPartner(),
  ])
  partner = await platform.createPartner(server)
  channel = await platform.createChannel()
  person = await signInAs(platform, { side: 'partner', partnerId: partner.partnerId })
  manager = await signInAs(platform, { side: 'channel', channelId: channel.channelId })
})

afterAll(() => Promise.all([platform.stop(), server.close()]))

/** The account API, and users, are for people, who have a session instead of a key. */
const headersFor = (url: string): Record<string, string> => {
  if (url.startsWith('/channel/v1/users')) return manager.headers
  const isOfPerson = url.startsWith('/account/') || url.startsWith('/partner/users/')
  return isOfPerson ? person.headers : {}
}

const keyFor = (url: string): string | null => {
  // A key of a partner or a channel manages no users.
  if (Object.keys(headersFor(url)).length > 0) return null
  if (url.startsWith('/partner/')) return partner.apiKey
  if (url.startsWith('/channel/')) return channel.apiKey
  return url.startsWith('/operator/') ? platform.operatorKey : null
}

const ID = '01989d2e-5c00-7a10-8f3b-9c1e000003e9'

const pathOf = (url: string): string =>
  url
    .replace(':reference', 'INV-1')
    .replace(':partnerId', partner.partnerId)
    .replace(':channelId', channel.channelId)
    .replace(':operatorKeyId', 'opr_1')
    .replace(':agentId', 'agt_1')
    .replace(':userId', 'usr_1')
    .replace(':passkeyId', 'pky_1')
    .replace(':deviceId', 'dev_1')
    .replace(':kid', 'Zx3kQm1v9aE')
    .replace(':kind', 'AGENCY')
    .replace(':name', 'bna-clients')
    .replace(':token', '7Z3M9K0QW5T8R2VXN4BHJD01Z9')
    .replace(/:\w+Id\b/, ID)
    .replace('*', 'anything')

const sent = ({ method, url }: Route, query = '', body?: unknown): Promise<Answer> =>
  platform.call(method, `${pathOf(url)}${query}`, {
    key: keyFor(url),
    headers: headersFor(url),
    ...(body !== undefined && { body }),
  })

const detailOf = (answer: Answer, path: string): string | undefined =>
  answer.body?.details?.find((detail: { path: string }) => detail.path === path)?.message

describe('every route of the server', () => {
  test('is known to this test', () => {
    const urls = routes.map(({ method, url }) => `${method} ${url}`)
    expect(urls.length).toBeGreaterThan(60)
    expect(urls).toEqual(
      expect.arrayContaining([
        'GET /partner/payments/v1/:reference/status',
        'POST /operator/v1/payments/:paymentId/refunds',
        'POST /test/new',
        'HEAD /metrics',
        'GET /docs',
      ]),
    )
  })

  test('refuses a query parameter that it does not declare, and names it', async () => {
    const lenient: string[] = []
    for (const route of routes.filter(({ isPage }) => !isPage)) {
      const answer = await sent(route, '?surprise=1')
      // An answer to HEAD has no body.
      const isNamed = route.method === 'HEAD' || detailOf(answer, 'surprise') !== undefined
      if (answer.status !== 400 || !isNamed) lenient.push(`${route.method} ${route.url}`)
    }
    expect(lenient).toEqual([])
  })

  test('refuses a field of the body that it does not declare, and names it', async () => {
    const lenient: string[] = []
    // Neither fetch nor most proxies send a body with GET and HEAD; a test below does, by hand.
    // A route that takes a file takes no fields.
    const changing = routes.filter(
      ({ method, isFile }) => method !== 'GET' && method !== 'HEAD' && !isFile,
    )
    for (const route of changing) {
      const answer = await sent(route, '', { surprise: 1 })
      const message = detailOf(answer, 'surprise') ?? ''
      if (answer.status !== 400 || !message.startsWith('unknown field, expected ')) {
        lenient.push(`${route.method} ${route.url}: ${answer.text}`)
      }
    }
    expect(lenient).toEqual([])
  })

  test('checks the key first', async () => {
    for (const route of routes.filter(({ url, method }) => keyFor(url) && method !== 'HEAD')) {
      const body = route.method === 'GET' ? undefined : '{"surprise":'
      const answer = await platform.call(route.method, `${pathOf(route.url)}?surprise=1`, {
        ...(body !== undefined && { body }),
        headers: { 'x-forwarded-for': '203.0.113.7' },
      })
      expect([route, answer.status]).toEqual([route, expect.toSatisfy(isUnauthorized)])
    }
  })
})

/** The address has shown too many wrong keys in the end. */
const isUnauthorized = (status: number): boolean => status === 401 || status === 429

describe('mistakes that would cost money', () => {
  const paid = async (): Promise<string> => {
    const { paymentId } = await platform.opened(channel, partner, newReference())
    await platform.change(channel, 'confirm', paymentId)
    return paymentId
  }

  test('a misspelt amount does not refund the whole', async () => {
    const paymentId = await paid()
    const answer = await platform.call('POST', `/operator/v1/payments/${paymentId}/refunds`, {
      key: platform.operatorKey,
      body: { ammount: 10, reason: 'Paid twice' },
      headers: { 'idempotency-key': paymentId },
    })
    expect([answer.status, answer.body.details]).toEqual([
      400,
      [{ path: 'ammount', message: 'unknown field, expected amount' }],
    ])
    expect((await platform.payment(channel, paymentId)).body.refundedAmount).toBe(0)
    expect((await platform.refund(paymentId, { amount: 10 })).status).toBe(201)
  })

  test('a misspelt overlap does not end the leaked key, and the answer names it', async () => {
    const path = `/operator/v1/partners/${partner.partnerId}/rotate`
    const answer = await platform.call('POST', path, {
      key: platform.operatorKey,
      body: { secret: 'apiKey', overlapseconds: 0 },
    })
    expect(answer.body.details).toEqual([
      { path: 'overlapseconds', message: 'unknown field, expected overlapSeconds' },
    ])
    expect((await platform.status(partner, newReference())).status).toBe(200)
  })

  test('a misspelt filter is refused, and the answer names it', async () => {
    const path = `/operator/v1/payments?partnerID=${partner.partnerId}`
    const answer = await platform.call('GET', path, { key: platform.operatorKey })
    expect([answer.status, answer.body.details]).toEqual([
      400,
      [{ path: 'partnerID', message: 'unknown parameter, expected partnerId' }],
    ])
  })

  test('a confirm with an unknown field changes nothing', async () => {
    const { paymentId } = await platform.opened(channel, partner, newReference())
    for (const body of [{ amout: 599.8 }, null, []]) {
      const answer = await platform.change(channel, 'confirm', paymentId, { body })
      expect([body, answer.status]).toEqual([body, 400])
    }
    expect((await platform.payment(channel, paymentId)).body.stage).toBe('locked')
  })

  test('a repeated parameter is refused, because two readers may use different ones', async () => {
    const path = `/operator/v1/payments?partnerId=prt_1&partnerId=${partner.partnerId}`
    const answer = await platform.call('GET', path, { key: platform.operatorKey })
    expect(answer.body.details).toContainEqual({
      path: 'partnerId',
      message: 'expected this parameter once, received it 2 times',
    })
  })
})

describe('a body where none is declared', () => {
  const cancel = async (body: unknown): Promise<Answer> => {
    const { paymentId } = await platform.opened(channel, partner, newReference())
    return platform.change(channel, 'cancel', paymentId, { body })
  }

  test.each([[{}], ['']])('may be %j', async (body) => {
    expect((await cancel(body)).status).toBe(200)
  })

  test.each([[[]], ['null'], ['"{}"'], ['0']])('is refused when it is %j', async (body) => {
    const answer = await cancel(body)
    expect(answer.body.details).toEqual([{ path: '', message: 'expected an empty body or {}' }])
  })
})

test('a body of a GET is refused, which most servers ignore', async () => {
  const get = async (path: string, key: string | null, body: string): Promise<string> => {
    const { cookie } = headersFor(path)
    const admitted = cookie === undefined ? `x-api-key: ${key}` : `cookie: ${cookie}`
    const { responses } = await exchange(
      platform.port,
      `GET ${path} HTTP/1.1\r\nHost: a\r\nconnection: close\r\n${admitted}\r\n` +
        `content-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
    )
    return `${responses[0]?.status} ${responses[0]?.body}`
  }
  const reading = routes.filter(({ method, isPage }) => method === 'GET' && !isPage)
  for (const { url } of reading) {
    const answer = await get(pathOf(url), keyFor(url), '{"surprise":1}')
    expect(`${url} ${answer}`).toMatch(/ 400 .*"path":"surprise"/)
  }
  expect(await get('/healthz', null, '{}')).toMatch(/^200/)
  // The key comes first here as well.
  expect(await get('/operator/v1/partners', 'wrong', '{"surprise":')).toMatch(/^401/)
  expect(await get(statusPath('INV-1'), 'wrong', '{"surprise":')).toMatch(/^401/)
})

test('a payer’s page is shown with any query that a messenger adds', async () => {
  for (const path of ['/?fbclid=1', '/q/NOCODE?utm_source=x&utm_source=y']) {
    const { headers } = await platform.call('GET', path)
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8')
  }
})

describe('the status of a reference, on the fast path and on the route', () => {
  let plain: TestPlatform
  let other: TestPartner

  beforeAll(async () => {
    plain = await startTestPlatform()
    other = await plain.createPartner(server)
  })

  afterAll(() => plain.stop())

  test('refuses a parameter, after the quota has counted the call', async () => {
    const answer = await plain.call('GET', `${statusPath('INV-1')}?lang=fr`, { key: other.apiKey })
    expect(answer.body.details).toEqual([
      { path: 'lang', message: 'unknown parameter, expected no parameters' },
    ])
    expect(answer.headers.get('ratelimit')).toMatch(/^"partner";r=59;/)
  })
})
