import { Body, Controller, HttpCode, Post } from '@nestjs/common'
import type { INestApplication } from '@nestjs/common'
import { NestFactory } from '@nestjs/core'
import { FastifyAdapter } from '@nestjs/platform-fastify'
import express from 'express'
import { describe, expect, test } from 'vitest'
import { mountOnNest } from '../../src/adapters/nest.ts'
import type { Partner } from '../../src/partner.ts'
import { lookupHeaders, testPartner } from '../support.ts'
import { describeAdapter } from './shop.ts'
import type { RunningShop } from './shop.ts'

/** As a controller with decorators would be; they are no syntax that can be erased. */
class EchoController {
  echo(body: unknown): unknown {
    return body
  }
}
Controller('shop')(EchoController)
const echo = Object.getOwnPropertyDescriptor(EchoController.prototype, 'echo')
Post('echo')(EchoController.prototype, 'echo', echo as PropertyDescriptor)
HttpCode(200)(EchoController.prototype, 'echo', echo as PropertyDescriptor)
Body()(EchoController.prototype, 'echo', 0)

const shopModule = {
  module: class ShopModule extends EchoController {},
  controllers: [EchoController],
}

const PLATFORMS = {
  Express: () => NestFactory.create(shopModule, { logger: false }),
  Fastify: () => NestFactory.create(shopModule, new FastifyAdapter(), { logger: false }),
} satisfies Record<string, () => Promise<INestApplication>>

const listening = async (app: INestApplication): Promise<RunningShop> => {
  await app.listen(0, '127.0.0.1')
  return { port: Number(new URL(await app.getUrl()).port), close: () => app.close() }
}

describeAdapter({
  name: 'NestJS on Express',
  advice: 'before app.use(express.json())',
  start: async (partner) => {
    const app = await PLATFORMS.Express()
    await mountOnNest(app, '/payments', partner)
    return listening(app)
  },
  startParserFirst: async (partner) => {
    const app = await PLATFORMS.Express()
    app.use(express.json())
    await mountOnNest(app, '/payments', partner)
    return listening(app)
  },
})

describeAdapter({
  name: 'NestJS on Fastify',
  advice: 'In Fastify, register toFastifyPlugin(partner)',
  start: async (partner) => {
    const app = await PLATFORMS.Fastify()
    await mountOnNest(app, '/payments', partner)
    return listening(app)
  },
  startParserFirst: async (partner) => {
    const app = await PLATFORMS.Fastify()
    app
      .getHttpAdapter()
      .getInstance()
      .addHook(
        'preParsing',
        async (_request: unknown, _reply: unknown, payload: AsyncIterable<unknown>) => {
          for await (const chunk of payload) void chunk
        },
      )
    await mountOnNest(app, '/payments', partner)
    return listening(app)
  },
})

describe.each(Object.entries(PLATFORMS))('NestJS on %s', (_name, create) => {
  test('an application that has started is refused with what to do', async () => {
    const app = await create()
    await app.init()
    const { partner } = testPartner()
    await expect(mountOnNest(app, '/payments', partner)).rejects.toThrow('before app.init()')
    await app.close()
  })

  test('a global prefix does not move the partner', async () => {
    const app = await create()
    app.setGlobalPrefix('api')
    await mountOnNest(app, '/payments', testPartner().partner)
    const { port, close } = await listening(app)
    const url = `http://127.0.0.1:${port}/payments/INV-1`
    expect((await fetch(url, { headers: lookupHeaders() })).status).toBe(200)
    await close()
  })
})

test('another platform of NestJS is refused by name', async () => {
  const app = {
    use: () => {},
    getHttpAdapter: () => ({ getType: () => 'koa', getInstance: () => ({}) }),
  }
  const partner: Partner = testPartner().partner
  await expect(mountOnNest(app, '/payments', partner)).rejects.toThrow('received koa')
})
