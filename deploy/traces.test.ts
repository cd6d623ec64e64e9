/** The example that sends traces by OTLP, in a platform process. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newReference } from '../platform/test/support/node.ts'
import { useDeployment } from './support/deployment.ts'
import { programFor } from '../platform/test/support/program.ts'

type Export = {
  resourceSpans: {
    resource: { attributes: { key: string; value: { stringValue?: string } }[] }
    scopeSpans: { spans: { name: string; traceId: string }[] }[]
  }[]
}

const deployment = useDeployment()
const exports: Export[] = []
const collector = createServer((request, response) => {
  void text(request).then((body) => {
    if (request.url === '/v1/traces') exports.push(JSON.parse(body) as Export)
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
  })
})

beforeAll(async () => {
  collector.listen(0, '127.0.0.1')
  await once(collector, 'listening')
})

afterAll(() => {
  collector.close()
  collector.closeAllConnections()
})

test('the spans of a payment reach the collector, the last ones at shutdown', async () => {
  const { port } = collector.address() as AddressInfo
  const main = join(import.meta.dirname, '../platform/src/run/main.ts')
  const platform = await deployment.start([process.execPath, programFor(main)], {
    env: {
      NODE_OPTIONS: `--import ${join(import.meta.dirname, 'traces/register.mjs')}`,
      OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}`,
      WASL_TRACES: '1',
    },
  })
  await platform.openPayment(newReference())
  expect(await platform.terminate()).toBe(0)
  expect(platform.log()).not.toContain('no OpenTelemetry SDK')

  const resources = exports.flatMap(({ resourceSpans }) => resourceSpans)
  const spans = resources.flatMap(({ scopeSpans }) => scopeSpans).flatMap((scope) => scope.spans)
  const names = new Set(spans.map(({ name }) => name))
  for (const name of ['open', 'lookup', 'GET', 'lock', 'claim', 'deliver', 'POST', 'record']) {
    expect(names).toContain(name)
  }
  const attributes = resources.flatMap(({ resource }) => resource.attributes)
  expect(attributes).toContainEqual({ key: 'service.name', value: { stringValue: 'wasl' } })
})
