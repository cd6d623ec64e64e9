import { getRequestListener, serve } from '@hono/node-server'
import { Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { expect, test } from 'vitest'
import { toFetchHandler } from '../../src/adapters/fetch.ts'
import type { FetchHandler } from '../../src/adapters/fetch.ts'
import { toHonoHandler } from '../../src/adapters/hono.ts'
import type { Partner } from '../../src/partner.ts'
import { bytesOf, lookupHeaders, successEvent, testPartner, webhookHeaders } from '../support.ts'
import { listen } from './listen.ts'
import { describeAdapter } from './shop.ts'
import type { RunningShop } from './shop.ts'

const listening = async (app: Hono): Promise<RunningShop> => {
  app.post('/shop/echo', async (context) => context.json(await context.req.json()))
  const server = serve({ fetch: app.fetch, hostname: '127.0.0.1', port: 0 })
  await new Promise((resolve) => {
    server.once('listening', resolve)
  })
  const address = server.address()
  const port = typeof address === 'object' ? (address?.port ?? 0) : 0
  return { port, close: () => server.close() }
}

describeAdapter({
  name: 'Hono',
  basePath: '/payments',
  advice: 'before every middleware that calls c.req.json()',
  start: (partner) => {
    const app = new Hono()
    app.use(toHonoHandler(partner))
    return listening(app)
  },
  startParserFirst: (partner) => {
    const app = new Hono()
    app.use(async (context, next) => {
      if (context.req.method === 'POST') await context.req.json()
      await next()
    })
    app.use(toHonoHandler(partner))
    return listening(app)
  },
})

describeAdapter({
  name: 'a fetch server',
  basePath: '/payments',
  advice: 'before anything calls its json()',
  start: (partner) => listenFetch(toFetchHandler(partner, echo)),
  startParserFirst: (partner) => listenFetch(readFirst(partner)),
})

const listenFetch = (handler: FetchHandler): Promise<RunningShop> => {
  const listener = getRequestListener(handler)
  return listen((request, response) => void listener(request, response))
}

const echo = async (request: Request): Promise<Response> => Response.json(await request.json())

const readFirst = (partner: Partner): FetchHandler => {
  const handler = toFetchHandler(partner)
  return async (request) => {
    if (request.method === 'POST') await request.text()
    return handler(request)
  }
}

test('in Hono the partner serves all the ways of mounting it', async () => {
  const { partner } = testPartner({ basePath: '/payments' })
  const ways: ((app: Hono) => unknown)[] = [
    (app) => app.use(toHonoHandler(partner)),
    (app) => app.all('/payments/*', toHonoHandler(partner)),
    (app) => app.route('/payments', new Hono().all('/*', toHonoHandler(partner))),
    (app) => app.all('/payments/*', (context) => partner.fetch(context.req.raw)),
    (app) => app.mount('/payments', testPartner().partner.fetch),
  ]
  for (const way of ways) {
    const app = new Hono()
    way(app)
    const response = await app.request('/payments/INV%2F1', { headers: lookupHeaders() })
    expect(await response.json()).toMatchObject({ reference: 'INV/1' })
  }
})

test('in Hono a limit of the body above the partner leaves the bytes as they were', async () => {
  const { partner } = testPartner({ basePath: '/payments' })
  const app = new Hono()
  app.use(bodyLimit({ maxSize: 100_000 }))
  app.use(toHonoHandler(partner))
  const { port, close } = await listening(app)
  const body = bytesOf(successEvent({ reference: 'فاتورة' }))
  const url = `http://127.0.0.1:${port}/payments/webhooks/platform`
  const response = await fetch(url, { method: 'POST', headers: webhookHeaders(body), body })
  expect(await response.json()).toEqual({ success: true })
  close()
})

test('without anything else, a fetch server answers 404 in JSON beside the partner', async () => {
  const handler = toFetchHandler(testPartner({ basePath: '/payments' }).partner)
  const response = await handler(new Request('http://shop.test/cart'))
  expect(response.status).toBe(404)
  expect(await response.json()).toMatchObject({ error: 'ROUTE_NOT_FOUND' })
})
