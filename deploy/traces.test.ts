/** The example that sends traces by OTLP, on a platform of its own process. */
import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { join } from 'node:path'
import { freePort } from '@wasl/embedded-postgres'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../platform/test/support/database.ts'
import { startPartner, type PartnerServer } from '../platform/test/support/partner.ts'
import { newReference, nodeAt } from '../platform/test/support/platform.ts'
import { until } from '../platform/test/support/wait.ts'

// Starting a process takes its time on a busy machine.
vi.setConfig({ testTimeout: 120_000 })

type Export = {
  resourceSpans: {
    resource: { attributes: { key: string; value: { stringValue?: string } }[] }
    scopeSpans: { spans: { name: string; traceId: string }[] }[]
  }[]
}

let database: TestDatabase
let server: PartnerServer
const exports: Export[] = []
const collector = createServer((request, response) => {
  void text(request).then((body) => {
    if (request.url === '/v1/traces') exports.push(JSON.parse(body) as Export)
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
  })
})
const children: ReturnType<typeof spawn>[] = []

beforeAll(async () => {
  database = await createTestDatabase()
  server = await startPartner()
  collector.listen(0, '127.0.0.1')
  await once(collector, 'listening')
})

afterAll(async () => {
  for (const child of children) child.kill('SIGKILL')
  collector.close()
  collector.closeAllConnections()
  await server.close()
  await database.drop()
})

test('the spans of a payment reach the collector, the last of them at the shutdown', async () => {
  const port = await freePort()
  const operatorKey = `operator-${randomBytes(24).toString('hex')}`
  const { port: collectorPort } = collector.address() as AddressInfo
  const child = spawn(process.execPath, [join(import.meta.dirname, '../platform/src/main.ts')], {
    env: {
      PATH: process.env['PATH'] ?? '',
      NODE_OPTIONS: `--import ${join(import.meta.dirname, 'traces/register.mjs')}`,
      OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${collectorPort}`,
      WASL_TRACES: '1',
      PORT: String(port),
      DATABASE_URL: database.url,
      WASL_MASTER_KEY: randomBytes(32).toString('base64'),
      WASL_OPERATOR_KEY: operatorKey,
      WASL_ALLOW_PRIVATE_TARGETS: '1',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  children.push(child)
  let log = ''
  child.stdout?.setEncoding('utf8').on('data', (part: string) => (log += part))
  const exited = once(child, 'exit')
  await until('the platform to be ready', () => log.includes('the platform is ready'))
  const node = nodeAt(`http://127.0.0.1:${port}`, operatorKey)
  const create = async (path: string, body: unknown): Promise<any> =>
    (await node.call('POST', path, { key: operatorKey, body })).body
  const partner = await create('/operator/v1/partners', { name: 'Shop', apiUrl: server.apiUrl })
  server.trust({ apiSecrets: [partner.apiSecret], hmacSecrets: [partner.hmacSecret] })
  const channel = await create('/operator/v1/channels', { name: 'T', kind: 'AGENCY' })
  const reference = newReference()
  await node.opened(channel, partner, reference)
  await server.webhooksArrived(reference, 1)
  child.kill('SIGTERM')
  expect(await exited).toEqual([0, null])
  expect(log).not.toContain('no OpenTelemetry SDK')

  const resources = exports.flatMap(({ resourceSpans }) => resourceSpans)
  const spans = resources.flatMap(({ scopeSpans }) => scopeSpans).flatMap((scope) => scope.spans)
  const names = new Set(spans.map(({ name }) => name))
  for (const name of ['open', 'lookup', 'GET', 'lock', 'claim', 'deliver', 'POST', 'record']) {
    expect(names).toContain(name)
  }
  const attributes = resources.flatMap(({ resource }) => resource.attributes)
  expect(attributes).toContainEqual({ key: 'service.name', value: { stringValue: 'wasl' } })
})
