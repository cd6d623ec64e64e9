/**
 * The channel and the partners of `whole`, as one process: opens a payment, confirms it, and reads its
 * status as the partner does, many at a time.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { Pool } from 'undici'
import type { CalledPartner } from '../seed/called.ts'
import { nextFromBench, setup, sendToBench } from './program.ts'

const { origins, channelKey, partners, concurrency } = setup() as {
  /** With several processes, one opens the payment, the next confirms it, and another tells its status. */
  origins: string[]
  channelKey: string
  partners: CalledPartner[]
  concurrency: number
}

const clients = origins.map((origin) => new Pool(origin, { connections: concurrency }))

type Call = { method: 'GET' | 'POST'; path: string; key: string; body?: object }

const call = async (place: number, { method, path, key, body }: Call, expected: number) => {
  const client = clients[place % clients.length] as Pool
  const response = await client.request({
    method,
    path,
    headers: { 'x-api-key': key, 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const text = await response.body.text()
  if (response.statusCode !== expected) throw new Error(`${method} ${path}: ${text}`)
  return JSON.parse(text) as Record<string, unknown>
}

const payOne = async (number: number): Promise<void> => {
  const partner = partners[number % partners.length] as CalledPartner
  const reference = `floor-${number}`
  const body = { partnerId: `prt_${partner.id}`, reference }
  const path = '/channel/v1/payments'
  const opening = { method: 'POST', path, key: channelKey, body } as const
  const { paymentId } = await call(number, opening, 201)
  const confirming = { ...opening, path: `${path}/${String(paymentId)}/confirm`, body: {} }
  await call(number + 1, confirming, 200)
  const status = `/partner/payments/v1/${reference}/status`
  const told = await call(number + 2, { method: 'GET', path: status, key: partner.key }, 200)
  if (told['stage'] !== 'paid')
    throw new Error(`expected ${reference} to be paid, read ${String(told['stage'])}`)
}

let next = 0

const pay = async (payments: number): Promise<number[]> => {
  const last = next + payments
  const times: number[] = []
  const loop = async (): Promise<void> => {
    while (next < last) {
      const startedMs = performance.now()
      next += 1
      await payOne(next)
      times.push(performance.now() - startedMs)
    }
  }
  await Promise.all(Array.from({ length: concurrency }, loop))
  return times.toSorted((a, b) => a - b)
}

/** Payers come at a fixed rate, whether those before are done or not: a late one waits from its own moment. */
const payAtRate = async (payments: number, perSecond: number): Promise<number[]> => {
  const startMs = performance.now()
  const times: number[] = []
  const underway = new Set<Promise<void>>()
  for (let count = 0; count < payments; count += 1) {
    const dueMs = startMs + (count / perSecond) * 1_000
    const leftMs = dueMs - performance.now()
    if (leftMs > 0) await pause(leftMs)
    next += 1
    const paying: Promise<void> = payOne(next).then(() => {
      times.push(performance.now() - dueMs)
      underway.delete(paying)
    })
    underway.add(paying)
  }
  await Promise.all(underway)
  return times.toSorted((a, b) => a - b)
}

const LATE_MS = 1_000

sendToBench({ ready: true })
for (;;) {
  const { payments, perSecond } = await nextFromBench<{ payments: number; perSecond?: number }>()
  const times = await (perSecond === undefined ? pay(payments) : payAtRate(payments, perSecond))
  const at = (share: number): number => times[Math.floor(times.length * share)] ?? Number.NaN
  const late = times.filter((ms) => ms > LATE_MS).length
  sendToBench({ p50Ms: at(0.5), p99Ms: at(0.99), late })
}
