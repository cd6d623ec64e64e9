/** The kit's own tests with pytest, and the certification of each adapter on its real framework. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { CHECKS, certify, toText } from '@wasl/conformance'
import { describe, expect, inject, test } from 'vitest'
import { KIT, pythonWith, whyLeftOut } from './python.ts'
import { API_SECRETS, HMAC_SECRETS, REFERENCES, runShop } from './running-shop.ts'

const PYTEST = ['pytest', 'cryptography']
const pytest = pythonWith(...PYTEST)

test.skipIf(pytest === null)(`passes its tests${whyLeftOut(pytest, PYTEST)}`, async () => {
  const child = spawn(pytest?.command ?? '', ['-m', 'pytest', '-q', '-ra'], {
    cwd: KIT,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...pytest?.environment, TEST_POSTGRES_URL: inject('databaseServerUrl') },
  })
  let printed = ''
  child.stdout.on('data', (chunk) => (printed += String(chunk)))
  child.stderr.on('data', (chunk) => (printed += String(chunk)))
  const [code] = (await once(child, 'close')) as [number | null]
  expect(code, printed).toBe(0)
  expect(Number(/^(\d+) passed/m.exec(printed)?.[1]), printed).toBeGreaterThan(400)
})

const SHOPS = [
  { name: 'WSGI', shop: 'wsgi_shop', modules: [] },
  { name: 'WSGI with only the decoded path', shop: 'wsgi_decoded_shop', modules: [] },
  { name: 'ASGI', shop: 'asgi_shop', modules: ['uvicorn'] },
  { name: 'Flask', shop: 'flask_shop', modules: ['flask'] },
  { name: 'FastAPI', shop: 'fastapi_shop', modules: ['fastapi', 'uvicorn'] },
  { name: 'Django under WSGI', shop: 'django_wsgi_shop', modules: ['django'] },
  { name: 'Django under ASGI', shop: 'django_asgi_shop', modules: ['django', 'uvicorn'] },
]

describe.each(SHOPS)('$name', ({ shop, modules }) => {
  const python = pythonWith(...modules)
  test.skipIf(python === null)(
    `passes every check of the certification${whyLeftOut(python, modules)}`,
    async () => {
      if (python === null) return
      const { apiUrl, stop } = await runShop(python, shop)
      try {
        const report = await certify({
          apiUrl,
          apiSecret: API_SECRETS,
          hmacSecret: HMAC_SECRETS,
          references: REFERENCES,
        })
        expect(report.summary, toText(report)).toMatchObject({
          total: CHECKS.length,
          failed: 0,
          skipped: 0,
          warned: 0,
          conforms: true,
        })
      } finally {
        await stop()
      }
    },
  )
})
