/** `nginx/wasl.conf` with the real nginx, before a platform with all of its routes. */
import { execFileSync, spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { get as httpGet, type IncomingMessage } from 'node:http'
import { request } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '@wasl/embedded-postgres'
import { BANK_FILE_BYTES_MAX } from '@wasl/protocol'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestPlatform, type TestPlatform } from '../platform/test/support/platform.ts'
import { until } from '../platform/test/support/wait.ts'

const NGINX = '/usr/sbin/nginx'
const isInstalled = spawnSync(NGINX, ['-v']).status === 0

const folder = mkdtempSync(join(tmpdir(), 'wasl-nginx-'))
// The workers are another user, and keep there what a slow reader has not read yet.
chmodSync(folder, 0o711)
const routes = new Set<string>()
/** The path of each request that the platform got, and whose it said to be. */
const forwarded: { url: string; from: string }[] = []

let platform: TestPlatform
let inside: Proxy
let outside: Proxy

type Proxy = { plainPort: number; tlsPort: number; child: ChildProcess }

type Reply = { status: number; headers: IncomingMessage['headers'] }

const read = async (answer: IncomingMessage): Promise<Reply> => {
  answer.resume()
  await once(answer, 'end')
  return { status: answer.statusCode ?? 0, headers: answer.headers }
}

/** @param path goes out as it is: a client that parses it would resolve dots. */
const ask = async (
  { tlsPort }: Proxy,
  path: string,
  { method = 'GET', headers = {}, bytes = 0 } = {},
): Promise<Reply> => {
  const sent = request({
    host: '127.0.0.1',
    port: tlsPort,
    path,
    method,
    rejectUnauthorized: false,
    headers: { host: 'pay.example.dz', ...headers, ...(bytes > 0 && { 'content-length': bytes }) },
  })
  sent.end(Buffer.alloc(bytes))
  const [answer] = (await once(sent, 'response')) as [IncomingMessage]
  return read(answer)
}

const startNginx = async (name: string, change: (conf: string) => string): Promise<Proxy> => {
  const [plainPort, tlsPort] = [await freePort(), await freePort()]
  const site = join(folder, `${name}.conf`)
  const main = join(folder, `${name}-main.conf`)
  const conf = readFileSync(join(import.meta.dirname, 'nginx/wasl.conf'), 'utf8')
    .replace('server 127.0.0.1:8080;', `server 127.0.0.1:${platform.port};`)
    .replace(/ {2}server 127\.0\.0\.1:8081;\n/, '')
    .replaceAll(/^ {2}listen \[::\].*\n/gm, '')
    .replace('listen 80;', `listen 127.0.0.1:${plainPort};`)
    .replace('listen 443', `listen 127.0.0.1:${tlsPort}`)
    .replaceAll('/etc/ssl/wasl', folder)
  writeFileSync(site, change(conf))
  const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((kind) => `${kind}_temp_path ${join(folder, `${name}-${kind}`)};`)
    .join('\n')
  writeFileSync(
    main,
    `daemon off;\npid ${folder}/${name}.pid;\nerror_log ${folder}/${name}.log;\n` +
      `events {}\nhttp {\naccess_log off;\n${paths}\ninclude ${site};\n}\n`,
  )
  const child = spawn(NGINX, ['-e', join(folder, `${name}.log`), '-c', main], { stdio: 'inherit' })
  await until('nginx to listen', async () => {
    const probe = { plainPort, tlsPort, child }
    return ask(probe, '/nothing').then(
      () => true,
      () => false,
    )
  })
  return { plainPort, tlsPort, child }
}

describe.skipIf(!isInstalled)('nginx before the platform', () => {
  beforeAll(async () => {
    const made = 'req -x509 -newkey rsa:2048 -nodes -subj /CN=pay.example.dz'.split(' ')
    const [key, certificate] = [join(folder, 'privkey.pem'), join(folder, 'fullchain.pem')]
    execFileSync('openssl', [...made, '-keyout', key, '-out', certificate], { stdio: 'ignore' })
    platform = await startTestPlatform({
      hooks: {
        onServer(app) {
          app.addHook('onRoute', ({ method, url }) => {
            for (const one of [method].flat()) if (one !== 'HEAD') routes.add(`${one} ${url}`)
          })
          app.addHook('onRequest', async ({ raw, headers }) => {
            forwarded.push({ url: raw.url ?? '', from: String(headers['x-forwarded-for']) })
          })
        },
      },
    })
    inside = await startNginx('inside', (conf) => conf)
    outside = await startNginx('outside', (conf) => conf.replace('127.0.0.0/8 1;', ''))
  })

  afterAll(async () => {
    for (const proxy of [inside, outside]) {
      proxy?.child.kill('SIGTERM')
      if (proxy !== undefined) await once(proxy.child, 'exit')
    }
    await platform?.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  const reaches = async (proxy: Proxy, method: string, path: string): Promise<boolean> => {
    forwarded.length = 0
    await ask(proxy, path, { method })
    return forwarded.some(({ url }) => url === path)
  }

  const OWN_NETWORK = /^\/(?:operator|console)(?:\/|$)/
  const EACH_PROCESS = /^\/(?:metrics|healthz|readyz)$/

  test('forwards every route but those of a process, and restricts those of the operator', async () => {
    expect(routes.size).toBeGreaterThan(200)
    for (const route of routes) {
      const [method = '', pattern = ''] = route.split(' ')
      const path = pattern.replaceAll(/:\w+/g, 'A%2F..%2F1').replace('*', 'x/y')
      const isOfProcess = EACH_PROCESS.test(path)
      expect(await reaches(inside, method, path), `inside: ${route}`).toBe(!isOfProcess)
      const isPublic = !isOfProcess && !OWN_NETWORK.test(path)
      expect(await reaches(outside, method, path), `outside: ${route}`).toBe(isPublic)
    }
  })

  test.for([
    '/partner/../operator/v1/partners',
    '/operator/v1/partners/../../../partner/x',
    '/operator/v1/partners%2F..%2F..%2F..%2Fpartner%2Fx',
    '//operator/v1/partners',
    '/%6fperator/v1/partners',
    '/operator?x',
    '/metrics?x',
    '/%6detrics',
  ])('lets %s of a stranger not through as an operator’s path', async (path) => {
    forwarded.length = 0
    const { status } = await ask(outside, path)
    expect(status).toBeGreaterThanOrEqual(400)
    // A path of partners is forwarded as it was sent, and the platform resolves no dots.
    const isPartners = path.startsWith('/partner/')
    expect(forwarded.map(({ url }) => url)).toEqual(isPartners ? [path] : [])
  })

  test('says the address of the caller, whatever the caller says', async () => {
    forwarded.length = 0
    await ask(outside, '/docs', { headers: { 'x-forwarded-for': '10.9.9.9' } })
    expect(forwarded).toEqual([{ url: '/docs', from: '127.0.0.1' }])
  })

  test('accepts what the platform accepts, and no more', async () => {
    const path = '/partner/payments/v1/x/status'
    const send = (bytes: number) => ask(inside, path, { method: 'POST', bytes })
    expect((await send(BANK_FILE_BYTES_MAX)).status).not.toBe(413)
    forwarded.length = 0
    expect((await send(BANK_FILE_BYTES_MAX + 2_000_000)).status).toBe(413)
    expect(forwarded).toEqual([])
  })

  test('speaks Strict-Transport-Security on its own answers too', async () => {
    for (const path of ['/docs', '/metrics', '/operator/v1/partners']) {
      const { headers } = await ask(outside, path)
      expect(headers['strict-transport-security'], path).toBe('max-age=31536000')
    }
  })

  test('sends people to https, and answers no key over plain http', async () => {
    const plain = async (path: string): Promise<Reply> => {
      const asked = httpGet({
        host: '127.0.0.1',
        port: outside.plainPort,
        path,
        headers: { host: 'pay.example.dz' },
      })
      const [answer] = (await once(asked, 'response')) as [IncomingMessage]
      return read(answer)
    }
    const { status, headers } = await plain('/till?x=1')
    expect([status, headers.location]).toEqual([301, 'https://pay.example.dz/till?x=1'])
    expect((await plain('/partner/payments/v1/x/status')).status).toBe(403)
  })

  test('holds back one address that loads pages without end', async () => {
    forwarded.length = 0
    const all: Reply[] = []
    const heldBack = () => all.length - forwarded.length
    // On a slow machine the first connections take so long that the first round stays below the limit.
    await until('nginx to refuse a request', async () => {
      const round = Array.from({ length: 400 }, () => ask(outside, '/q/none'))
      all.push(...(await Promise.all(round)))
      return heldBack() > 0
    })
    expect(forwarded.length).toBeGreaterThan(0)
    // The platform refuses some of what it gets, too.
    const refused = all.filter(({ status }) => status === 429)
    expect(refused.length).toBeGreaterThanOrEqual(heldBack())
  })
})
