import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { ClaimedDelivery } from '../queue/claim.ts'
import { SIZE_MAX, type AttemptEnd } from './delivery-window.ts'
import { createPartnerQueues, type PartnerQueues } from './partner-queues.ts'

const delivery = (partner_id: number, number: number): ClaimedDelivery =>
  ({ partner_id, event_id: String(number) }) as ClaimedDelivery

/** Has this many of a partner's deliveries enter, and tells how many may be sent at once. */
const enter = (queues: PartnerQueues, partnerId: number, count: number, from = 0): number =>
  Array.from({ length: count }, (_, index) =>
    queues.enter(delivery(partnerId, from + index)),
  ).filter(Boolean).length

const answered = (durationMs: number): AttemptEnd => ({ durationMs, isAnswered: true })
const timedOut: AttemptEnd = { durationMs: 10_000, isAnswered: false }

/** How many more of these partners' deliveries may be claimed; undefined for partners not known. */
const roomOf = (queues: PartnerQueues, ...partnerIds: number[]): (number | undefined)[] => {
  const { quick, unproven, slow } = queues.places().groups
  const room = new Map([...quick.room, ...unproven.room, ...slow.room])
  return partnerIds.map((partnerId) => room.get(partnerId))
}

const idsOf = (deliveries: ClaimedDelivery[]): number[] =>
  deliveries.map(({ event_id }) => Number(event_id))

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }))
afterEach(() => void vi.useRealTimers())

describe('the queues of claimed deliveries', () => {
  test('send deliveries that find a place, and the rest in order as places become free', () => {
    const queues = createPartnerQueues()
    expect(enter(queues, 1, 11)).toBe(8)
    expect(queues.next(1)).toBeUndefined()
    // An answer frees a place and adds one.
    queues.end(1, answered(5))
    expect([queues.next(1)?.event_id, queues.next(1)?.event_id]).toEqual(['8', '9'])
    expect(queues.next(1)).toBeUndefined()
  })

  test('request as many deliveries as a partner may have claimed, and no more', () => {
    const queues = createPartnerQueues()
    enter(queues, 1, 8)
    expect(roomOf(queues, 1)).toEqual([0])
    queues.end(1, answered(5))
    expect(roomOf(queues, 1)).toEqual([18 - 7])
    expect(enter(queues, 1, 18 - 7, 8)).toBe(2)
    expect(roomOf(queues, 1)).toEqual([0])
    queues.end(1, timedOut)
    expect(roomOf(queues, 1)).toEqual([0])
  })

  test('group the partners by their pace', () => {
    const queues = createPartnerQueues()
    for (const partnerId of [1, 2, 3, 4]) enter(queues, partnerId, 3)
    queues.end(1, answered(5))
    queues.end(2, answered(9_500))
    vi.advanceTimersByTime(1_001)
    queues.end(1, answered(5))
    enter(queues, 5, 3)
    const { groups, roomAtFirst } = queues.places()
    expect(roomAtFirst).toBe(8)
    expect(groups).toEqual({
      quick: { room: new Map([[1, 20 - 1]]), underway: 1 },
      // 3 and 4 have not answered for a second.
      slow: {
        room: new Map([
          [2, 6 - 2],
          [3, 8 - 3],
          [4, 8 - 3],
        ]),
        underway: 8,
      },
      unproven: { room: new Map([[5, 8 - 3]]), underway: 3 },
    })
  })

  test('are low when places may soon have nothing to send', () => {
    const queues = createPartnerQueues()
    enter(queues, 1, 8 + 4)
    expect([queues.isLow(1), queues.isLow(2)]).toEqual([true, true])
    enter(queues, 1, 1)
    expect(queues.isLow(1)).toBe(false)
  })

  test('give up only deliveries that have waited too long for their lease', () => {
    const queues = createPartnerQueues()
    enter(queues, 1, 10)
    vi.advanceTimersByTime(3_000)
    enter(queues, 1, 1, 10)
    vi.advanceTimersByTime(2_000)
    expect(queues.end(1, timedOut)).toEqual([])
    vi.advanceTimersByTime(1)
    expect(idsOf(queues.end(1, timedOut))).toEqual([8, 9])
    vi.advanceTimersByTime(3_000)
    expect(idsOf(queues.end(1, timedOut))).toEqual([10])
  })

  test('are emptied when the platform stops', () => {
    const queues = createPartnerQueues()
    enter(queues, 1, 9)
    enter(queues, 2, 10)
    expect(queues.takeAll()).toHaveLength(3)
    expect(queues.takeAll()).toEqual([])
  })

  /** One delivery, which the partner answers at once. */
  const deliverOne = (queues: PartnerQueues, partnerId: number): void => {
    enter(queues, partnerId, 1)
    queues.end(partnerId, answered(5))
  }

  test('remember the window of a partner with nothing under way, for ten minutes', () => {
    const queues = createPartnerQueues()
    deliverOne(queues, 1)
    queues.isLow(1)
    expect(roomOf(queues, 1)).toEqual([18])
    vi.advanceTimersByTime(300_000)
    deliverOne(queues, 1)
    vi.advanceTimersByTime(600_000)
    expect(roomOf(queues, 1)).toEqual([20])
    vi.advanceTimersByTime(1)
    expect(roomOf(queues, 1)).toEqual([undefined])
  })

  test('remember a thousand windows, those of the latest attempts', () => {
    const queues = createPartnerQueues()
    for (let partnerId = 1; partnerId <= 1_000; partnerId += 1) deliverOne(queues, partnerId)
    deliverOne(queues, 1)
    for (let partnerId = 1_001; partnerId <= 1_500; partnerId += 1) deliverOne(queues, partnerId)
    expect(roomOf(queues, 1, 2, 501, 502, 1_500)).toEqual([20, undefined, undefined, 18, 18])
    // A partner with an attempt under way is not among them, and is not forgotten.
    enter(queues, 2_000, 1)
    vi.advanceTimersByTime(600_001)
    expect(roomOf(queues, 1_500, 2_000)).toEqual([undefined, 7])
  })

  test('lose nothing and never exceed the window, whatever happens', () => {
    const step = fc.oneof(
      fc.record({ claim: fc.nat({ max: 40 }) }),
      fc.record({ end: fc.constantFrom(answered(5), answered(3_000), timedOut) }),
      fc.record({ pause: fc.constantFrom(1_000, 6_000) }),
    )
    fc.assert(
      fc.property(fc.array(step, { maxLength: 200 }), (steps) => {
        const queues = createPartnerQueues()
        let [claimed, sent, ended, handedBack] = [0, 0, 0, 0]
        for (const taken of steps) {
          if ('claim' in taken) {
            const room = roomOf(queues, 1)[0] ?? queues.places().roomAtFirst
            const count = Math.min(taken.claim, room)
            sent += enter(queues, 1, count, claimed)
            claimed += count
          } else if ('end' in taken && ended < sent) {
            handedBack += queues.end(1, taken.end).length
            ended += 1
            while (queues.next(1)) sent += 1
          } else if ('pause' in taken) vi.advanceTimersByTime(taken.pause)
          expect(sent - ended).toBeLessThanOrEqual(SIZE_MAX)
          // While something waits, an attempt is under way, at whose end its turn comes.
          const waiting = claimed - sent - handedBack
          expect(waiting > 0 && sent === ended).toBe(false)
        }
        expect(queues.takeAll()).toHaveLength(claimed - sent - handedBack)
      }),
    )
  })
})
