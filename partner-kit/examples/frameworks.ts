import { NestFactory } from '@nestjs/core'
import type { Partner } from '@wasl/partner-kit'
import { toExpressHandler } from '@wasl/partner-kit/express'
import { toFastifyPlugin } from '@wasl/partner-kit/fastify'
import { toFetchHandler } from '@wasl/partner-kit/fetch'
import { toHonoHandler } from '@wasl/partner-kit/hono'
import { mountOnNest } from '@wasl/partner-kit/nest'
import { toRouteHandlers } from '@wasl/partner-kit/next'
import express from 'express'
import Fastify from 'fastify'
import { Hono } from 'hono'

// Express 4 and 5: before express.json() and every other body parser.
export const inExpress = (partner: Partner) => {
  const app = express()
  app.use('/payments', toExpressHandler(partner))
  app.use(express.json())
  return app
}

// Fastify: other routes keep their body parsers.
export const inFastify = async (partner: Partner) => {
  const app = Fastify()
  await app.register(toFastifyPlugin(partner), { prefix: '/payments' })
  return app
}

// NestJS, on Express or on Fastify: after create() and before listen().
export const inNest = async (partner: Partner, appModule: object) => {
  const app = await NestFactory.create(appModule, { logger: false })
  await mountOnNest(app, '/payments', partner)
  return app
}

// Hono: create the partner with basePath: '/payments'.
export const inHono = (partner: Partner) => new Hono().use(toHonoHandler(partner))

// Fetch servers, such as Bun.serve({ fetch }) and Deno.serve(fetch): with basePath too.
export const inFetchServer = (partner: Partner) =>
  toFetchHandler(partner, () => new Response('the shop itself'))

// Next.js, in app/payments/[...path]/route.ts: with basePath too. Pass a function, because `next build`
// loads the file without your secrets.
export const inNext = (makePartner: () => Partner) => {
  const { GET, POST } = toRouteHandlers(makePartner)
  return { GET, POST, dynamic: 'force-dynamic' }
}
