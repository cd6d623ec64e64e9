/** The routes of the server are the operations of the contract, neither more nor fewer. */
import { ALL_OPERATIONS } from '@wasl/protocol/operations'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { APPLICATIONS, ASSETS } from '../src/http/screens/screens.ts'
import { startTestPlatform, type TestPlatform } from './support/platform.ts'

const routes = new Set<string>()

let platform: TestPlatform

beforeAll(async () => {
  platform = await startTestPlatform({
    hooks: {
      onServer(app) {
        app.addHook('onRoute', ({ method, url }) => {
          for (const name of [method].flat()) routes.add(`${name} ${url}`)
        })
      },
    },
  })
})

afterAll(() => platform.stop())

test('every operation has its route, and every route but those of the screens its operation', () => {
  const declared = ALL_OPERATIONS.flatMap(([, { method, path, aliases = [] }]) =>
    [path, ...aliases].flatMap((one) => {
      const url = one.replaceAll('{', ':').replaceAll('}', '')
      // Where GET is served, HEAD is.
      return method === 'GET' ? [`GET ${url}`, `HEAD ${url}`] : [`${method} ${url}`]
    }),
  )
  const files = [...APPLICATIONS.flatMap((name) => [`/${name}`, `/${name}/*`]), `/${ASSETS}/*`]
  const served = files.flatMap((url) => [`GET ${url}`, `HEAD ${url}`])
  expect([...routes].toSorted()).toEqual([...declared, ...served].toSorted())
})

test('each operation has an id and a place of its own', () => {
  const ids = ALL_OPERATIONS.map(([id]) => id)
  expect(new Set(ids).size).toBe(ids.length)
  const places = ALL_OPERATIONS.map(([, { method, path }]) => `${method} ${path}`)
  expect(new Set(places).size).toBe(places.length)
})
