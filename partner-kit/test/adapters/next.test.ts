import { spawnSync } from 'node:child_process'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { RequestListener } from 'node:http'
import { beforeAll, describe, expect, test } from 'vitest'
import { toRouteHandlers } from '../../src/adapters/next.ts'
import type { Partner } from '../../src/partner.ts'
import { lookupRequest, testPartner } from '../support.ts'
import { listen } from './listen.ts'
import { describeAdapter } from './shop.ts'
import type { RunningShop } from './shop.ts'

const SHOP = join(import.meta.dirname, 'next-shop')
const BUILD_TIMEOUT_MS = 600_000

type NextServer = { prepare: () => Promise<void>; getRequestHandler: () => RequestListener }
type Next = (options: { dir: string; dev: boolean }) => NextServer

let listener: RequestListener

/** Built as it is for production, and served in this process, so that the tests see inside. */
beforeAll(async () => {
  const require = createRequire(import.meta.url)
  const env = { ...process.env, NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1' } as const
  const built = spawnSync(process.execPath, [require.resolve('next/dist/bin/next'), 'build'], {
    cwd: SHOP,
    env,
    encoding: 'utf8',
    timeout: BUILD_TIMEOUT_MS,
  })
  expect(built.status, built.stdout + built.stderr).toBe(0)
  const next = require('next') as Next
  const server = next({ dir: SHOP, dev: false })
  await server.prepare()
  listener = server.getRequestHandler()
})

const serve = (partner: Partner, readFirst: boolean): Promise<RunningShop> => {
  Object.assign(globalThis, { nextShopUnderTest: { partner, readFirst } })
  return listen(listener)
}

describeAdapter({
  name: 'Next.js',
  basePath: '/payments',
  advice: 'In Next.js, export the handlers of toRouteHandlers(partner) directly',
  start: (partner) => serve(partner, false),
  startParserFirst: (partner) => serve(partner, true),
})

describe('the route handlers', () => {
  test('make the partner at the first request, when they are given what makes it', async () => {
    let made = 0
    const { GET } = toRouteHandlers(() => {
      made += 1
      return testPartner().partner
    })
    expect(made).toBe(0)
    expect((await GET(lookupRequest('/INV-1'))).status).toBe(200)
    expect((await GET(lookupRequest('/INV-2'))).status).toBe(200)
    expect(made).toBe(1)
  })
})
