/** The spans that a payment leaves, in the SDK of OpenTelemetry with its exporter to memory. */
import { context, trace } from '@opentelemetry/api'
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks'
import {
  InMemorySpanExporter,
  SimpleSpanProcessor,
  TracerProvider,
  type ReadableSpan,
} from '@opentelemetry/sdk-trace'
import pino from 'pino'
import { beforeEach, describe, expect, test } from 'vitest'
import { createTracing, NO_TRACING } from '../src/delivery/tracing.ts'
import { newReference } from './support/node.ts'
import { startTestPlatform } from './support/platform.ts'
import { useScene } from './support/scene.ts'
import { until } from './support/wait.ts'

const exporter = new InMemorySpanExporter()
const log = pino({ level: 'silent' })

const warnings: string[] = []
const beforeSdk = createTracing(
  { traces: true, traceparent: false },
  pino({ level: 'warn' }, { write: (line: string) => void warnings.push(line) }),
)

context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable())
trace.setGlobalTracerProvider(
  new TracerProvider({ spanProcessors: [new SimpleSpanProcessor({ exporter })] }),
)

const scene = useScene({ tracing: createTracing({ traces: true, traceparent: false }, log) })

beforeEach(() => scene.platform.settled())
beforeEach(() => exporter.reset())

const spans = (): ReadableSpan[] => exporter.getFinishedSpans()

const spansOf = (paymentId: string): ReadableSpan[] =>
  spans().filter(({ attributes }) => attributes['wasl.payment_id'] === paymentId)

/** The names of a span's ancestors, itself first. */
const wayOf = (span: ReadableSpan): string[] => {
  const parent = spans().find((one) => one.spanContext().spanId === span.parentSpanContext?.spanId)
  return parent === undefined ? [span.name] : [span.name, ...wayOf(parent)]
}

const ways = (): string[] => spans().map((span) => wayOf(span).toReversed().join(' → '))

describe('the spans of a payment', () => {
  test('show its opening, confirmation and delivery, with their nesting', async () => {
    const { platform, server, partner, channel } = scene
    const reference = newReference()
    const { paymentId } = await platform.opened(channel, partner, reference)
    await server.webhooksArrived(reference, 1)
    await platform.change(channel, 'confirm', paymentId)
    await server.webhooksArrived(reference, 2)
    await until('the deliveries to be recorded', () => {
      const count = spansOf(paymentId).filter(({ name }) => name === 'deliver').length
      return count === 2
    })
    expect(ways().toSorted()).toEqual([
      'claim',
      'claim',
      'claim → deliver',
      'claim → deliver',
      'claim → deliver → POST',
      'claim → deliver → POST',
      'claim → deliver → record',
      'claim → deliver → record',
      'confirm',
      'open',
      'open → lock',
      'open → lookup',
      'open → lookup → GET',
    ])
    const named = (name: string) => spans().find((span) => span.name === name)
    expect(named('open')?.attributes).toEqual({
      'wasl.partner_id': partner.partnerId,
      'wasl.channel_id': channel.channelId,
      'wasl.request_id': expect.any(String),
      'wasl.payment_id': paymentId,
    })
    expect(named('POST')?.attributes).toEqual({
      'http.request.method': 'POST',
      'http.response.status_code': 200,
      'server.address': '127.0.0.1',
      'wasl.partner_id': partner.partnerId,
    })
    expect(named('record')?.attributes).toEqual({ 'wasl.outcome': 'acknowledged' })
    expect(spans().filter(({ status }) => status.code !== 0)).toEqual([])
  })

  test('say what failed, and name no reference and no secret', async () => {
    const { platform, server, partner, channel } = scene
    const reference = newReference('SECRET REFERENCE')
    server.onLookup(() => ({ status: 500 }), reference)
    await platform.open(channel, partner, reference)
    const lookup = spans().find(({ name }) => name === 'lookup')
    expect(lookup?.status).toEqual({ code: 2, message: 'PARTNER502_BAD_RESPONSE' })
    const text = JSON.stringify(
      spans().map(({ name, attributes, status, events }) => ({ name, attributes, status, events })),
    )
    for (const word of ['SECRET', partner.apiSecret, channel.apiKey]) {
      expect(text).not.toContain(word)
    }
  })

  test('are sent to partners in the header traceparent only if configured', async () => {
    const { platform, server, partner, channel } = scene
    const [quiet, told] = [newReference(), newReference()]
    await platform.opened(channel, partner, quiet)
    const [without] = await server.webhooksArrived(quiet, 1)
    expect(without?.headers['traceparent']).toBeUndefined()

    const tracing = createTracing({ traces: true, traceparent: true }, log)
    const open = await startTestPlatform({ tracing })
    try {
      const other = await open.createPartner(server)
      const till = await open.createChannel()
      await open.opened(till, other, told)
      const [event] = await server.webhooksArrived(told, 1)
      const header = String(event?.headers['traceparent'])
      const [version, traceId, spanId, flags] = header.split('-')
      expect([version, flags]).toEqual(['00', '01'])
      await open.settled()
      const post = await until('the span of the call', () =>
        spans().find((span) => span.spanContext().spanId === spanId),
      )
      expect([post.name, post.spanContext().traceId]).toEqual(['POST', traceId])
    } finally {
      await open.stop()
    }
  })
})

describe('tracing', () => {
  test('costs nothing when it is off', () => {
    const work = async (): Promise<void> => undefined
    const off = createTracing({ traces: false, traceparent: true }, log)
    expect(off).toBe(NO_TRACING)
    expect(off.traced({ name: 'work' }, work)).toBe(work)
    const send = async () => ({ ok: false, reason: 'dns', message: '', durationMs: 0 }) as const
    expect(off.send(send)).toBe(send)
  })

  test('warns when it is on and no SDK receives the spans', async () => {
    expect(warnings.join()).toContain('no OpenTelemetry SDK is registered')
    expect(await beforeSdk.traced({ name: 'work' }, async () => 'done')()).toBe('done')
  })

  test('leaves an error unchanged, and records only its name', async () => {
    const { traced } = createTracing({ traces: true, traceparent: false }, log)
    const error = new TypeError('with a secret')
    const failing = traced({ name: 'work' }, async () => {
      throw error
    })
    await expect(failing()).rejects.toBe(error)
    const span = spans().find(({ name }) => name === 'work')
    expect(span?.status).toEqual({ code: 2, message: 'TypeError' })
  })
})
