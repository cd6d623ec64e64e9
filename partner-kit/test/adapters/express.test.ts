import express5 from 'express'
// @ts-expect-error Express 4 has no types installed; what is used of it here is as in 5.
import express4 from 'express4'
import type { Express } from 'express'
import { expect, test } from 'vitest'
import { toExpressHandler } from '../../src/adapters/express.ts'
import { bytesOf, lookupHeaders, successEvent, testPartner, webhookHeaders } from '../support.ts'
import { listen } from './listen.ts'
import { describeAdapter } from './shop.ts'

const VERSIONS = { 'Express 4': express4 as unknown as typeof express5, 'Express 5': express5 }

for (const [name, express] of Object.entries(VERSIONS)) {
  const withEcho = (app: Express): Express => {
    app.post('/shop/echo', (request, response) => {
      response.json(request.body)
    })
    return app
  }
  describeAdapter({
    name,
    advice: 'before app.use(express.json())',
    start: (partner) => {
      const app = express()
      app.use('/payments', toExpressHandler(partner))
      app.use(express.json())
      return listen(withEcho(app))
    },
    startParserFirst: (partner) => {
      const app = express()
      app.use(express.json())
      app.use('/payments', toExpressHandler(partner))
      return listen(withEcho(app))
    },
  })

  const lookups = async (app: Express, paths: string[]): Promise<number[]> => {
    const { port, close } = await listen(app)
    try {
      const statuses: number[] = []
      for (const path of paths) {
        const response = await fetch(`http://127.0.0.1:${port}${path}`, {
          headers: lookupHeaders(),
        })
        statuses.push(response.status)
        await response.arrayBuffer()
      }
      return statuses
    } finally {
      close()
    }
  }

  test(`in ${name} a path given twice, at the mount and as basePath, is one path`, async () => {
    const app = express()
    app.use('/payments', toExpressHandler(testPartner({ basePath: '/payments' }).partner))
    app.use((_request, response) => void response.status(418).end())
    expect(await lookups(app, ['/payments/INV%2F1', '/INV-1'])).toEqual([200, 418])
  })

  test(`in ${name} a router within a router takes its part of the path off`, async () => {
    const app = express()
    const router = express.Router()
    router.use('/pay', toExpressHandler(testPartner().partner))
    app.use('/api', router)
    expect(await lookups(app, ['/api/pay/INV-1', '/pay/INV-1'])).toEqual([200, 404])
  })

  test(`in ${name} without a mount path the rest goes on to the next`, async () => {
    const app = express()
    app.use(toExpressHandler(testPartner({ basePath: '/payments' }).partner))
    app.use((_request, response) => void response.status(418).end())
    expect(await lookups(app, ['/payments/INV-1', '/cart'])).toEqual([200, 418])
  })

  test(`in ${name} the raw bytes that express.raw() kept are taken`, async () => {
    const app = express()
    app.use(express.raw({ type: '*/*' }))
    app.use('/payments', toExpressHandler(testPartner().partner))
    const { port, close } = await listen(app)
    const body = bytesOf(successEvent())
    const url = `http://127.0.0.1:${port}/payments/webhooks/platform`
    const response = await fetch(url, { method: 'POST', headers: webhookHeaders(body), body })
    expect(await response.json()).toEqual({ success: true })
    close()
  })
}
