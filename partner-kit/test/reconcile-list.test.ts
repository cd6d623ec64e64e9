/** The reconciler with the platform's list of payments, in simulated time (W125). */
import type { PartnerPayment, Stage } from '@wasl/protocol'
import fc from 'fast-check'
import { beforeEach, describe, expect, test } from 'vitest'
import type { PaymentsResult } from '../src/client/result.ts'
import { REFERENCE_STATES } from '../src/reconcile/difference.ts'
import type { ReferenceToCheck } from '../src/reconcile/difference.ts'
import type { ReconcileOptions } from '../src/reconcile/options.ts'
import { reconcile } from '../src/reconcile/reconcile.ts'
import { memoryProgress } from '../src/reconcile/store.ts'
import { NOT_FOUND_STATUS, PAID_STATUS } from './misbehaving-server.ts'
import { failure, mostInAnyMinute, simulatedPlatform } from './simulated-platform.ts'
import type { SimulatedPlatform } from './simulated-platform.ts'

const PAGE = 500

let platform: SimulatedPlatform
/** The payments of the platform's list, in their order. */
let payments: PartnerPayment[]
let listCallsMs: number[]
/** Instead of a page; undefined leaves it. */
let answerList: (call: number) => PaymentsResult | undefined

beforeEach(() => {
  platform = simulatedPlatform()
  payments = []
  listCallsMs = []
  answerList = () => undefined
})

const paymentOf = (
  reference: string,
  stage: Exclude<Stage, 'not_found'>,
  changes: Partial<PartnerPayment> = {},
): PartnerPayment => ({
  reference,
  paymentId: '019ab1c2-7c00-7abc-8def-0123000003e9',
  channel: 'AGENCY',
  stage,
  amount: 599.8,
  refundedAmount: 0,
  currency: 'DZD',
  businessDate: '2026-11-21',
  openedAt: '2026-11-21T09:00:00.000Z',
  paidAt: null,
  refundedAt: null,
  webhookDelivery: 'delivered',
  statementId: null,
  ...changes,
})

/** A list with the exact quota of W124. */
const listPayments: NonNullable<ReconcileOptions['client']['listPayments']> = ({
  cursor = '0',
  from,
} = {}) => {
  platform.advance(50)
  listCallsMs.push(platform.nowMs())
  const answered = answerList(listCallsMs.length)
  if (answered !== undefined) return Promise.resolve(answered)
  const inWindow = listCallsMs.filter((ms) => ms > platform.nowMs() - 60_000)
  if (inWindow.length > 60) {
    listCallsMs.pop()
    const retryAfterMs = (inWindow[0] ?? 0) + 60_000 - platform.nowMs()
    return Promise.resolve(
      failure('PARTNER_API429_TOO_MANY_LISTS', { status: 429, retryAfterMs }) as PaymentsResult,
    )
  }
  const listed = payments.filter(({ businessDate }) => from === undefined || businessDate >= from)
  const next = Number(cursor) + PAGE
  return Promise.resolve({
    ok: true,
    data: {
      items: listed.slice(Number(cursor), next),
      completeThrough: null,
      nextCursor: next < listed.length ? String(next) : null,
    },
    requestId: null,
    rateLimit: { remaining: 60 - inWindow.length, resetMs: 60_000 },
    attempts: 1,
  })
}

const names = (count: number): string[] =>
  Array.from({ length: count }, (_, index) => `INV-${String(index + 1).padStart(6, '0')}`)

/** What a run finds, the references in order. */
const run = async (
  references: ReconcileOptions['references'],
  changes: Partial<ReconcileOptions> = {},
): Promise<string[]> => {
  const found: string[] = []
  const client = { ...platform.client, listPayments }
  const options = { client, clock: platform.clock, references, ...changes }
  for await (const { reference, difference } of reconcile(options)) {
    found.push(`${reference} ${difference}`)
  }
  return found
}

const minutesSince = (startMs: number): number => (platform.nowMs() - startMs) / 60_000

const states = (count: number, state: ReferenceToCheck['state']): ReferenceToCheck[] =>
  names(count).map((reference) => ({ reference, state }))

describe('reconciling with the list of payments', () => {
  test('20,000 references take minutes instead of hours, within both quotas', async () => {
    for (const name of names(20_000)) {
      platform.stages.set(name, 'paid')
      payments.push(paymentOf(name, 'paid'))
    }
    const startMs = platform.nowMs()
    expect(await run(states(20_000, 'paid'))).toEqual([])
    expect(minutesSince(startMs)).toBeLessThan(2)
    expect(platform.asked.length).toBeLessThan(100)
    expect(mostInAnyMinute(listCallsMs)).toBeLessThanOrEqual(60)
  })

  test('a list of several minutes is read within its quota', async () => {
    for (const name of names(50_000)) payments.push(paymentOf(name, 'paid'))
    for (const name of names(400)) platform.stages.set(name, 'paid')
    const startMs = platform.nowMs()
    expect(await run(states(400, 'paid'))).toEqual([])
    expect(mostInAnyMinute(listCallsMs)).toBeLessThanOrEqual(60)
    // Meanwhile the run goes on with statuses.
    expect(minutesSince(startMs)).toBeLessThan(3)
  })

  test('a short run does not read it', async () => {
    expect(await run(states(50, 'open'))).toEqual([])
    expect(listCallsMs).toEqual([])
  })

  test('a reference that differs in the list is asked for: the list may be old', async () => {
    const before = states(60, 'open')
    payments.push(paymentOf('LATE', 'locked'), paymentOf('LOST', 'paid'))
    platform.stages.set('LATE', 'paid').set('LOST', 'paid')
    const found = await run([
      ...before,
      { reference: 'LATE', state: 'paid' },
      { reference: 'LOST', state: 'open' },
      { reference: 'MINE', state: 'paid' },
    ])
    expect(found).toEqual(['LOST paid_there_not_here', 'MINE paid_here_not_there'])
    expect(platform.asked.slice(50)).toEqual(['LATE', 'LOST', 'MINE'])
  })

  test('the newest payment of a reference decides', async () => {
    payments.push(paymentOf('AGAIN', 'released'), paymentOf('AGAIN', 'paid'))
    platform.stages.set('AGAIN', 'paid')
    expect(await run([...states(60, 'open'), { reference: 'AGAIN', state: 'open' }])).toEqual([
      'AGAIN paid_there_not_here',
    ])
  })

  test('a failed webhook is found although both sides agree', async () => {
    payments.push(paymentOf('FAILED', 'paid', { webhookDelivery: 'failed' }))
    platform.answer = (reference) =>
      reference === 'FAILED'
        ? {
            ok: true,
            data: {
              ...PAID_STATUS,
              payment: {
                webhookDelivery: 'failed',
                paidAt: '2026-11-21T09:00:00.000Z',
                refundedAt: null,
                refundedAmount: 0,
              },
            },
            requestId: null,
            rateLimit: null,
            attempts: 1,
          }
        : undefined
    expect(await run([...states(60, 'open'), { reference: 'FAILED', state: 'paid' }])).toEqual([
      'FAILED webhook_failed',
    ])
  })

  test('with since, a reference without a payment since then is asked for', async () => {
    payments.push(paymentOf('OLD', 'paid', { businessDate: '2026-01-02' }))
    platform.stages.set('OLD', 'paid')
    const found = await run([...states(60, 'open'), { reference: 'OLD', state: 'open' }], {
      since: '2026-11-01',
    })
    expect(found).toEqual(['OLD paid_there_not_here'])
    expect(platform.asked).toHaveLength(61)
    await expect(run([], { since: 'yesterday' })).rejects.toThrow('since: expected a business date')
  })

  test.for([
    ['a platform without the list', failure('ROUTE404_NOT_FOUND', { status: 404 }), 1],
    ['a list that does not answer', failure('network'), 3],
    ['a list that cannot be read', failure('bad_response', { status: 200 }), 3],
  ] as const)('%s: every reference is asked for', async ([, refused, calls]) => {
    answerList = () => refused
    expect(await run(states(170, 'open'))).toEqual([])
    expect(platform.asked).toEqual(names(170))
    expect(listCallsMs).toHaveLength(calls)
  })

  test('a run that ends in the middle skips nothing', async () => {
    for (const name of names(3_000)) payments.push(paymentOf(name, 'paid'))
    const store = memoryProgress()
    const references = (after: string | null) =>
      states(3_000, 'paid').filter(({ reference }) => after === null || reference > after)
    platform.stages = new Map(names(3_000).map((name) => [name, 'paid']))
    const seen = new Set<string>()
    const watched = function* (after: string | null) {
      for (const item of references(after)) {
        seen.add(item.reference)
        yield item
      }
    }
    for (let left = 10; seen.size < 3_000; left -= 1) {
      expect(left).toBeGreaterThan(0)
      const stopping = new AbortController()
      let calls = 0
      const onProgress = (): void => {
        calls += 1
        if (calls > 700) stopping.abort()
      }
      await run(watched, { store, onProgress, signal: stopping.signal }).catch(() => undefined)
      const saved = (await store.load()) as { last: string } | null
      // Everything up to the saved place was compared.
      const compared = names(3_000).filter((name) => saved !== null && name <= saved.last)
      expect(compared.filter((name) => !seen.has(name))).toEqual([])
    }
  })

  test('finds what a run without the list finds', async () => {
    const stage = fc.constantFrom('locked', 'paid', 'released', 'refunded', 'not_found')
    const state = fc.constantFrom(...REFERENCE_STATES)
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(state, stage), { maxLength: 120 }), async (pairs) => {
        platform = simulatedPlatform()
        payments = []
        const there = new Map<string, Stage>()
        const references = pairs.map(([here, stageThere], index) => {
          const reference = `REF-${index}`
          there.set(reference, stageThere)
          if (stageThere !== 'not_found') payments.push(paymentOf(reference, stageThere))
          return { reference, state: here, amount: 599.8 }
        })
        platform.answer = (reference) =>
          ({
            ok: true,
            data: {
              ...PAID_STATUS,
              ...NOT_FOUND_STATUS,
              amount: 599.8,
              stage: there.get(reference),
            },
            requestId: null,
            rateLimit: null,
            attempts: 1,
          }) as never
        const withList = await run(references)
        const { client } = platform
        expect(withList).toEqual(await run(references, { client }))
      }),
      { numRuns: 100 },
    )
  })
})
