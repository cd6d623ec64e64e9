import Fastify from 'fastify'
import type { FastifyInstance } from 'fastify'
import { expect, test } from 'vitest'
import { toFastifyPlugin } from '../../src/adapters/fastify.ts'
import { bytesOf, lookupHeaders, successEvent, testPartner, webhookHeaders } from '../support.ts'
import { describeAdapter } from './shop.ts'
import type { RunningShop } from './shop.ts'

const listening = async (app: FastifyInstance): Promise<RunningShop> => {
  app.post('/shop/echo', (request, reply) => reply.send(request.body))
  const origin = await app.listen({ host: '127.0.0.1', port: 0 })
  return { port: Number(new URL(origin).port), close: () => app.close() }
}

describeAdapter({
  name: 'Fastify',
  advice: 'In Fastify, register toFastifyPlugin(partner)',
  start: (partner) => {
    const app = Fastify()
    app.register(toFastifyPlugin(partner), { prefix: '/payments' })
    return listening(app)
  },
  startParserFirst: (partner) => {
    const app = Fastify()
    app.addHook('preParsing', async (_request, _reply, payload) => {
      for await (const chunk of payload) void chunk
    })
    app.register(toFastifyPlugin(partner), { prefix: '/payments' })
    return listening(app)
  },
})

test('in Fastify a path given twice, as prefix and as basePath, is one path', async () => {
  const app = Fastify()
  const { partner } = testPartner({ basePath: '/payments' })
  await app.register(toFastifyPlugin(partner), { prefix: '/payments' })
  const answer = await app.inject({ url: '/payments/INV%2F1', headers: lookupHeaders() })
  expect(answer.statusCode).toBe(200)
})

test('in Fastify without a prefix the basePath decides', async () => {
  const app = Fastify()
  await app.register(toFastifyPlugin(testPartner({ basePath: '/payments' }).partner))
  const statuses = await Promise.all(
    ['/payments/INV-1', '/INV-1'].map((url) => app.inject({ url, headers: lookupHeaders() })),
  )
  expect(statuses.map(({ statusCode }) => statusCode)).toEqual([200, 404])
})

test('in Fastify a parser for every type that the shop has registered reads nothing of ours', async () => {
  const app = Fastify()
  app.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body))
  await app.register(toFastifyPlugin(testPartner().partner), { prefix: '/payments' })
  const { port, close } = await listening(app)
  const body = bytesOf(successEvent())
  const url = `http://127.0.0.1:${port}/payments/webhooks/platform`
  const response = await fetch(url, { method: 'POST', headers: webhookHeaders(body), body })
  expect(await response.json()).toEqual({ success: true })
  await close()
})
