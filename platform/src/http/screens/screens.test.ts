import { fastify, type FastifyInstance } from 'fastify'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { APPLICATIONS, screens } from './screens.ts'

let folder: string
let app: FastifyInstance

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'wasl-screens-'))
  await Promise.all(['pages', 'screens'].map((name) => mkdir(join(folder, name))))
  for (const name of APPLICATIONS) {
    const page = `<script nonce="__NONCE__"></script><html data-time-zone="__TIME_ZONE__">`
    await writeFile(join(folder, 'pages', `${name}.html`), page)
  }
  await writeFile(join(folder, 'screens', 'main-1a2b.js'), '1')
  app = fastify()
  screens(app, async () => 'Africa/Algiers', folder)
})

afterAll(() => Promise.all([app.close(), rm(folder, { recursive: true })]))

const policyOf = async (url: string): Promise<Map<string, string>> => {
  const { headers } = await app.inject(url)
  const parts = String(headers['content-security-policy']).split('; ')
  return new Map(parts.map((part) => [part.split(' ', 1)[0] ?? '', part]))
}

describe.each(APPLICATIONS)('the pages of %s', (name) => {
  test('load nothing from elsewhere and are in no frame of anybody', async () => {
    const policy = await policyOf(`/${name}/anything`)
    for (const part of ["default-src 'none'", "frame-ancestors 'none'", "base-uri 'none'"]) {
      expect([...policy.values()]).toContain(part)
    }
    expect(policy.get('connect-src')).toBe("connect-src 'self'")
    expect(policy.get('form-action')).toBe("form-action 'self'")
    const sources = [...policy.values()].flatMap((part) => part.split(' ').slice(1))
    const ours = /^'(?:none|self|wasm-unsafe-eval|nonce-[\w+/=]+)'$|^(?:data|blob):$/
    expect(sources.filter((source) => !ours.test(source))).toEqual([])
  })

  test('say so to old browsers too, and are not kept', async () => {
    const { headers } = await app.inject(`/${name}`)
    expect(headers).toMatchObject({
      'x-frame-options': 'DENY',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
      'cache-control': 'no-store',
    })
  })

  test('run the script of one answer by a nonce of that answer', async () => {
    const nonces = new Set<string>()
    for (let visit = 0; visit < 3; visit += 1) {
      const { body, headers } = await app.inject(`/${name}`)
      const nonce = /nonce="([\w+/=]{24})"/.exec(body)?.[1] ?? 'none'
      expect(headers['content-security-policy']).toContain(`script-src 'self' 'nonce-${nonce}'`)
      nonces.add(nonce)
    }
    expect(nonces.size).toBe(3)
  })
})

test('a script is what its type says, and loads nothing when it is opened as a page', async () => {
  const { headers, statusCode } = await app.inject('/screens/main-1a2b.js')
  expect([statusCode, headers['x-content-type-options']]).toEqual([200, 'nosniff'])
  expect(headers['content-security-policy']).toContain("default-src 'none'")
})
