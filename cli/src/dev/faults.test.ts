/** What each fault does to the requests between the platform and a partner. */
import type { OutboundRequest, OutboundResult } from '@wasl/platform'
import { sign } from '@wasl/protocol'
import { describe, expect, test } from 'vitest'
import { createFaults, type Fault, type FaultKind } from './faults.ts'

const ACKNOWLEDGED: OutboundResult = {
  ok: true,
  status: 200,
  headers: { 'content-type': undefined, 'retry-after': undefined },
  body: Buffer.from('{"success":true}'),
  durationMs: 1,
}

const webhook = (event: string, paymentId = 'p-1'): OutboundRequest => {
  const body = Buffer.from(JSON.stringify({ event, data: { paymentId, amount: 599.8 } }))
  return {
    method: 'POST',
    url: 'http://127.0.0.1/webhooks/platform',
    headers: { 'x-event-id': `${event}-${paymentId}`, 'x-signature': sign(body, '1', 'secret') },
    body,
    timeoutMs: 200,
    maxBytes: 100,
    partner: 1,
  }
}

const lookup: OutboundRequest = { ...webhook('lookup'), method: 'GET', pathSuffix: '/INV-1' }

const scene = (...kinds: (Partial<Fault> & { kind: FaultKind })[]) => {
  const arrived: OutboundRequest[] = []
  const told: FaultKind[] = []
  const faults = createFaults((kind) => told.push(kind))
  for (const fault of kinds) {
    faults.set({ delayMs: 50, on: 'webhooks', event: null, timesLeft: null, ...fault })
  }
  const send = faults.around((request) => {
    arrived.push(request)
    return Promise.resolve(ACKNOWLEDGED)
  })
  return { arrived, told, faults, send }
}

describe('without a fault', () => {
  test('every request passes unchanged', async () => {
    const { arrived, send } = scene()
    const request = webhook('payment.success')
    expect(await send(request)).toBe(ACKNOWLEDGED)
    expect(arrived).toEqual([request])
  })
})

describe('a fault', () => {
  test('affects only its own kind of requests, and only as many as it was told', async () => {
    const { told, faults, send } = scene({ kind: 'lost-ack', timesLeft: 2 })
    expect((await send(lookup)).ok).toBe(true)
    for (const isGood of [false, false, true]) {
      expect((await send(webhook('payment.success'))).ok).toBe(isGood)
    }
    expect(told).toEqual(['lost-ack', 'lost-ack'])
    expect(faults.list()).toEqual([])
    expect(faults.metBy('payment.success-p-1')).toBeNull()
  })

  test('affects only the event that it names', async () => {
    const { told, send } = scene({ kind: 'lost-ack', event: 'payment.success', timesLeft: 1 })
    expect((await send(webhook('payment.initialized'))).ok).toBe(true)
    expect((await send(webhook('payment.success'))).ok).toBe(false)
    expect((await send(webhook('payment.success'))).ok).toBe(true)
    expect(told).toEqual(['lost-ack'])
  })

  test('lost-ack sends the request and drops the answer', async () => {
    const { arrived, faults, send } = scene({ kind: 'lost-ack' })
    expect(await send(webhook('payment.success'))).toMatchObject({
      ok: false,
      reason: 'connection',
    })
    expect(arrived).toHaveLength(1)
    expect(faults.metBy('payment.success-p-1')).toBe('lost-ack')
  })

  test('duplicate sends the same bytes twice', async () => {
    const { arrived, send } = scene({ kind: 'duplicate' })
    expect(await send(webhook('payment.success'))).toBe(ACKNOWLEDGED)
    expect(arrived).toHaveLength(2)
    expect(arrived[1]).toEqual(arrived[0])
  })

  test('down sends nothing', async () => {
    const { arrived, send } = scene({ kind: 'down', on: 'all' })
    expect(await send(lookup)).toMatchObject({ ok: false, reason: 'connection' })
    expect(arrived).toEqual([])
  })

  test('reorder sends the opening after the next event of the same payment', async () => {
    const { arrived, faults, send } = scene({ kind: 'reorder' })
    expect((await send(webhook('payment.initialized'))).ok).toBe(false)
    await send(webhook('payment.success', 'p-2'))
    await send(webhook('payment.success'))
    const ids = arrived.map(({ headers }) => headers['x-event-id'])
    expect(ids).toEqual(['payment.success-p-2', 'payment.success-p-1', 'payment.initialized-p-1'])
    faults.stop()
  })

  test('tamper changes the amount and keeps the signature', async () => {
    const { arrived, send } = scene({ kind: 'tamper' })
    const request = webhook('payment.success')
    await send(request)
    expect(String(arrived[0]?.body)).toBe(String(request.body).replace('599.8', '599.9'))
    expect(arrived[0]?.headers).toEqual(request.headers)
  })

  test('slow sends later, also after the platform has given up', async () => {
    const little = scene({ kind: 'slow', delayMs: 50 })
    expect(await little.send(webhook('payment.success'))).toBe(ACKNOWLEDGED)
    expect(little.arrived[0]?.timeoutMs).toBe(150)
    const much = scene({ kind: 'slow', delayMs: 400 })
    expect(await much.send(webhook('payment.success'))).toMatchObject({ reason: 'timeout' })
    expect(much.arrived).toEqual([])
    await expect.poll(() => much.arrived.length).toBe(1)
  })
})
