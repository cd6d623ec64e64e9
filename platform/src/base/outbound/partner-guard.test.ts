import { describe, expect, test } from 'vitest'
import { failure } from './exchange.ts'
import type { FailureReason, OutboundRequest, OutboundResult } from './outbound-types.ts'
import { createPartnerGuard, type PartnerGuard } from './partner-guard.ts'

const ANSWER: OutboundResult = {
  ok: true,
  status: 200,
  headers: { 'content-type': undefined, 'retry-after': undefined },
  body: Buffer.alloc(0),
  durationMs: 1,
}

const request = (partner: number): OutboundRequest => {
  const url = 'https://shop.example'
  return { method: 'GET', url, headers: {}, timeoutMs: 100, maxBytes: 1, partner }
}

/** Asks and takes whatever answer comes, as one that can be read or not. */
const ask = async (guard: PartnerGuard, call: OutboundRequest, isReadable = true) => {
  const result = await guard.send(call, (answer) => ({ value: answer, isReadable }))
  return result.ok ? result.value : result
}

/** A `send` whose calls end when the test says so. */
const heldSend = () => {
  const held: ((result: OutboundResult) => void)[] = []
  return {
    send: () => new Promise<OutboundResult>((resolve) => held.push(resolve)),
    endAll: (result: OutboundResult) => {
      for (const resolve of held.splice(0)) resolve(result)
    },
    count: () => held.length,
  }
}

describe('the partner guard', () => {
  test("one partner's concurrent calls are limited, and cost another nothing", async () => {
    const held = heldSend()
    const guard = createPartnerGuard(held.send, { callsMax: 2 })
    const first = [ask(guard, request(1)), ask(guard, request(1))]
    expect(await ask(guard, request(1))).toMatchObject({ ok: false, reason: 'too_many_calls' })
    const other = ask(guard, request(2))
    expect(held.count()).toBe(3)
    held.endAll(ANSWER)
    expect(await Promise.all([...first, other])).toEqual([ANSWER, ANSWER, ANSWER])
    const next = ask(guard, request(1))
    held.endAll(ANSWER)
    expect(await next).toEqual(ANSWER)
  })

  test('a call that ends frees exactly its own place', async () => {
    let calls = 0
    const held = heldSend()
    const guard = createPartnerGuard(
      () => {
        calls += 1
        return calls === 1 ? Promise.resolve(ANSWER) : held.send()
      },
      { callsMax: 2 },
    )
    const first = ask(guard, request(1))
    const second = ask(guard, request(1))
    expect(await first).toEqual(ANSWER)
    const third = ask(guard, request(1))
    expect(await ask(guard, request(1))).toMatchObject({ reason: 'too_many_calls' })
    expect(guard.stats()).toEqual({ openBreakers: 0, inFlight: 2, remembered: 1 })
    held.endAll(ANSWER)
    expect(await Promise.all([second, third])).toEqual([ANSWER, ANSWER])
  })

  test('partners whose calls succeed take no memory', async () => {
    const guard = createPartnerGuard(async ({ partner }) =>
      partner === 1 ? failure('timeout', 'no answer', 100) : ANSWER,
    )
    for (const partner of [1, 2, 3]) await ask(guard, request(partner))
    expect(guard.stats()).toEqual({ openBreakers: 0, inFlight: 0, remembered: 1 })
  })

  test('stops calling a dead partner, and still calls another', async () => {
    let callCount = 0
    const guard = createPartnerGuard(
      async ({ partner }) => {
        callCount += 1
        return partner === 1 ? failure('timeout', 'no answer', 100) : ANSWER
      },
      { failuresMax: 3, now: () => 0 },
    )
    for (let count = 0; count < 10; count += 1) await ask(guard, request(1))
    expect(callCount).toBe(3)
    expect(await ask(guard, request(1))).toMatchObject({
      reason: 'breaker_open',
      message: expect.stringContaining('within 10 s'),
    })
    expect(guard.stats()).toMatchObject({ openBreakers: 1, inFlight: 0 })
    expect(await ask(guard, request(2))).toEqual(ANSWER)
  })

  test('the circuit breaker closes for a partner that recovers', async () => {
    let nowMs = 0
    let result: OutboundResult = failure('connection', 'refused', 1)
    const guard = createPartnerGuard(async () => result, { failuresMax: 1, now: () => nowMs })
    await ask(guard, request(1))
    result = ANSWER
    expect(await ask(guard, request(1))).toMatchObject({ reason: 'breaker_open' })
    nowMs = 10_000
    expect(await ask(guard, request(1))).toEqual(ANSWER)
    expect(await ask(guard, request(1))).toEqual(ANSWER)
    expect(guard.stats()).toMatchObject({ openBreakers: 0, inFlight: 0 })
  })

  test.each<FailureReason>(['refused_address', 'bad_request', 'too_many_calls', 'no_resources'])(
    'a call that fails with %s says nothing about the partner',
    async (reason) => {
      let callCount = 0
      const guard = createPartnerGuard(
        async () => {
          callCount += 1
          return failure(reason, '', 1)
        },
        { failuresMax: 2 },
      )
      for (let count = 0; count < 5; count += 1) await ask(guard, request(1))
      expect(callCount).toBe(5)
    },
  )

  test.each<FailureReason>(['bad_response', 'too_large', 'bad_encoding'])(
    'stops calling a partner whose answers fail with %s',
    async (reason) => {
      const guard = createPartnerGuard(async () => failure(reason, '', 1), { failuresMax: 2 })
      for (let count = 0; count < 2; count += 1) await ask(guard, request(1))
      expect(await ask(guard, request(1))).toMatchObject({ reason: 'breaker_open' })
    },
  )

  test('stops calling a partner whose answers cannot be read', async () => {
    const guard = createPartnerGuard(async () => ANSWER, { failuresMax: 3 })
    await ask(guard, request(1), false)
    await ask(guard, request(1), false)
    await ask(guard, request(1))
    for (let count = 0; count < 3; count += 1) await ask(guard, request(1), false)
    expect(await ask(guard, request(1))).toMatchObject({ reason: 'breaker_open' })
    expect(await ask(guard, request(2))).toEqual(ANSWER)
  })

  test('gets fewer concurrent calls after an unreadable answer, and more after good ones', async () => {
    const held = heldSend()
    const guard = createPartnerGuard(held.send, { callsMax: 16, failuresMax: 10 })
    /** How many of twenty calls go out before any ends. */
    const inFlight = async (isReadable: boolean, endsWith = 20) => {
      const calls = Array.from({ length: endsWith }, () => ask(guard, request(1), isReadable))
      const count = held.count()
      held.endAll(ANSWER)
      await Promise.all(calls)
      return count
    }
    expect(await inFlight(true)).toBe(16)
    expect(await inFlight(false, 1)).toBe(1)
    expect(await inFlight(true)).toBe(4)
    expect(await inFlight(true)).toBe(16)
    expect(await inFlight(false, 3)).toBe(3)
    expect(await inFlight(true)).toBe(1)
    expect(await inFlight(true)).toBe(2)
    expect(await inFlight(true)).toBe(8)
    expect(await inFlight(true)).toBe(16)
    expect(guard.stats()).toEqual({ openBreakers: 0, inFlight: 0, remembered: 0 })
  })

  test('a partner whose answers are long gets four concurrent calls, until one is short', async () => {
    const held = heldSend()
    const guard = createPartnerGuard(held.send, { callsMax: 16 })
    const long = { ...ANSWER, body: Buffer.alloc(64 * 1024 + 1) }
    const inFlight = async (answer: OutboundResult): Promise<number> => {
      const calls = Array.from({ length: 20 }, () => ask(guard, request(1)))
      const count = held.count()
      held.endAll(answer)
      await Promise.all(calls)
      return count
    }
    expect(await inFlight(long)).toBe(16)
    expect(await inFlight(long)).toBe(4)
    expect(await inFlight(ANSWER)).toBe(4)
    expect(await inFlight(ANSWER)).toBe(16)
    expect(guard.stats()).toEqual({ openBreakers: 0, inFlight: 0, remembered: 0 })
  })
})
