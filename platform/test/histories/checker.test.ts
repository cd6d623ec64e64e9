/** The checker of histories: it accepts what some order explains, and finds every planted fault. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { judge } from './check-histories.ts'
import { createRecorder, describeCalls, type Call } from './history.ts'
import { isExplained, type Model } from './linearize.ts'
import { paymentModel } from './payment-model.ts'
import { QR_CODE } from './qr-model.ts'
import { shortestContradiction } from './shortest.ts'
import { goesBack, type StatusAnswer } from './status-order.ts'
import { BAG, HANDOVER, PAYOUT, REDEMPTION, stepModel } from './step-model.ts'
import { toyHistory, type Turn } from './toy-history.ts'
import { TOY_FAULTS, type ToyFault } from './toy-platform.ts'

const WITH_EVENTS = { hasEvents: true }

const turns = fc.array(
  fc.record<Turn>({
    client: fc.nat(2),
    choice: fc.nat(59),
    isLost: fc.integer({ min: 0, max: 9 }).map((one) => one === 0),
  }),
  // Its own size would make histories of a few calls.
  { maxLength: 60, size: 'max' },
)

/** The shortest history of each fault, as a person is shown it. */
const SHORTEST: Record<ToyFault, string[]> = {
  'stale cache': [
    'A: {"call":"confirm","paymentId":"p1"} → {"stage":"paid"}',
    'A: {"call":"status"} → {"stage":"locked","paymentId":"p1","delivery":"none","refunded":0}',
  ],
  'lagging replica': [
    'A: {"call":"open","amount":500,"key":"key 0"} → {"paymentId":"p1"}',
    'B: {"call":"status"} → {"stage":"not_found","paymentId":null,"delivery":null,"refunded":0}',
  ],
  'confirmed twice': ['event 1', 'event 2'].map(
    (eventId) =>
      `webhook: {"call":"event","event":"payment.success","paymentId":"p1","eventId":"${eventId}"} → "heard"`,
  ),
  'cancel wins': [
    'A: {"call":"confirm","paymentId":"p1"} → {"stage":"paid"}',
    'B: {"call":"cancel","paymentId":"p1"} → {"stage":"released"}',
  ],
  'another answer': [
    'A: {"call":"open","amount":500,"key":"key 0"} → {"paymentId":"p2"}',
    'A: {"call":"open","amount":500,"key":"key 0"} → {"paymentId":"p1"}',
  ],
}

/** The places of a call: `[1, 4]` begins first and ends fourth; `[1]` has no answer. */
const call = (subject: string, asked: unknown, answer: unknown, [began = 0, ended]: number[]) =>
  ({
    subject,
    client: 'client',
    process: 'A',
    asked,
    answer: ended === undefined ? null : answer,
    began,
    ended: ended ?? Infinity,
    beganMs: began,
    endedMs: ended ?? Infinity,
  }) satisfies Call

describe('a register, compared with trying every order', () => {
  type RegisterCall = { write: number } | { read: true }
  const REGISTER: Model<number, RegisterCall, number | 'written'> = {
    start: 0,
    keyOf: String,
    isReading: (asked) => 'read' in asked,
    follow: (value, asked, answer) => {
      if ('write' in asked) return [asked.write]
      return answer === null || answer === value ? [value] : []
    },
  }

  /** Every order of every choice of calls that has all the answered ones. */
  const isExplainedByTrying = (calls: readonly Call[], value = 0): boolean => {
    if (calls.every(({ answer }) => answer === null)) return true
    return calls.some((one) => {
      const others = calls.filter((other) => other !== one)
      if (others.some(({ ended }) => ended < one.began)) return false
      return REGISTER.follow(value, one.asked, one.answer).some((next) =>
        isExplainedByTrying(others, next),
      )
    })
  }

  const histories = fc
    .array(
      fc.record({
        isWrite: fc.boolean(),
        value: fc.nat(2),
        at: fc.nat(12),
        length: fc.integer({ min: 1, max: 8 }),
        isLost: fc.integer({ min: 0, max: 4 }).map((one) => one === 0),
      }),
      { maxLength: 6 },
    )
    .map((made) =>
      made.map(({ isWrite, value, at, length, isLost }, index) => {
        // No two at one place.
        const began = at + index / 100
        const places = isLost ? [began] : [began, began + length]
        return call('register', isWrite ? { write: value } : { read: true }, value, places)
      }),
    )

  test('gives the same verdict', () => {
    let explained = 0
    let runs = 0
    fc.assert(
      fc.property(histories, (calls) => {
        const verdict = isExplained(REGISTER, calls)
        runs += 1
        if (verdict) explained += 1
        expect(verdict).toBe(isExplainedByTrying(calls))
      }),
      { numRuns: 1_500 },
    )
    // Both verdicts are there to compare.
    expect(explained).toBeGreaterThan(runs / 10)
    expect(explained).toBeLessThan((runs * 9) / 10)
  })

  test('the shortest contradiction is one, and needs each of its answers', () => {
    fc.assert(
      fc.property(histories, (calls) => {
        fc.pre(!isExplained(REGISTER, calls))
        const shortest = shortestContradiction(REGISTER, calls)
        const keeping = (kept: readonly Call[]): Call[] =>
          calls.map((one) => (kept.includes(one) ? one : { ...one, answer: null, ended: Infinity }))
        expect(isExplained(REGISTER, keeping(shortest))).toBe(false)
        for (const one of shortest) {
          const fewer = shortest.filter((other) => other !== one)
          expect(isExplained(REGISTER, keeping(fewer))).toBe(true)
        }
      }),
      { numRuns: 300 },
    )
  })
})

describe('an honest platform', () => {
  test('is explained, whichever answers are lost', () => {
    fc.assert(
      fc.property(turns, (made) => {
        expect(judge(toyHistory(made, null), WITH_EVENTS).violations).toEqual([])
      }),
      { numRuns: 1_000 },
    )
  })
})

describe('a planted fault', () => {
  /** What callers alone see; only the partner sees that a confirmation made a second event. */
  const seen = (made: readonly Turn[], fault: ToyFault): Call[] =>
    toyHistory(made, fault).filter(
      ({ client }) => client !== 'partner' || fault === 'confirmed twice',
    )
  const violations = (made: readonly Turn[], fault: ToyFault): string[] =>
    judge(seen(made, fault), { hasEvents: false }).violations
  const shortestOf = (fault: ToyFault): string[] => {
    const found = fc.check(
      fc.property(turns, (made) => violations(made, fault).length === 0),
      { numRuns: 5_000, seed: 27 },
    )
    const [made] = found.counterexample as [Turn[]]
    const lines = (violations(made, fault).at(-1) as string).split('\n')
    return lines.filter((line) => line.includes('→')).map((line) => line.replace(/^.* at /, ''))
  }

  test.each(Object.keys(TOY_FAULTS) as ToyFault[])('is found, and shown shortly: %s', (fault) => {
    expect(shortestOf(fault)).toEqual(SHORTEST[fault])
  })
})

describe('the status of a reference', () => {
  const answer = (stage: string, delivery: string, paymentId = 'p1') => ({
    stage,
    paymentId: stage === 'not_found' ? null : paymentId,
    delivery,
    refunded: 0,
  })
  const status = (stage: string, places: number[], delivery = 'none', paymentId = 'p1') =>
    call('payment 1', { call: 'status' }, answer(stage, delivery, paymentId), places) as Call<
      unknown,
      StatusAnswer
    >

  test('does not go back, from process to process', () => {
    const fine = [status('locked', [1, 4]), status('paid', [2, 3], 'pending')]
    expect(goesBack(fine)).toEqual([])
    const back = [status('paid', [1, 2], 'pending'), status('locked', [3, 4])]
    expect(goesBack(back)).toEqual([[back[0], back[1]]])
  })

  test('does not take back that a webhook was delivered, nor show an older payment', () => {
    const delivered = status('paid', [1, 2], 'delivered')
    expect(goesBack([delivered, status('paid', [3, 4], 'pending')])).toHaveLength(1)
    expect(
      goesBack([status('locked', [1, 2], 'none', 'p2'), status('released', [3, 4])]),
    ).toHaveLength(1)
    expect(goesBack([status('released', [1, 2]), status('locked', [3, 4], 'none', 'p2')])).toEqual(
      [],
    )
  })

  test('says that a webhook was delivered only after the partner heard it', () => {
    const opened = call('payment 1', { call: 'open', amount: 5 }, { paymentId: 'p1' }, [1, 2])
    const paid = call('payment 1', { call: 'confirm', paymentId: 'p1' }, { stage: 'paid' }, [3, 4])
    const heard = { call: 'event', event: 'payment.success', paymentId: 'p1', eventId: 'e1' }
    const delivered = status('paid', [7, 8], 'delivered')
    const calls = [opened, paid, delivered]
    expect(judge(calls, WITH_EVENTS).violations).toHaveLength(1)
    expect(judge(calls, { hasEvents: false }).violations).toEqual([])
    const hearing = call('payment 1', heard, 'heard', [5, 6])
    expect(judge([...calls, hearing], WITH_EVENTS).violations).toEqual([])
  })
})

describe('refunds of a payment', () => {
  const AT = 'payment 1'
  const paid = [
    call(AT, { call: 'open', amount: 100, key: 'o' }, { paymentId: 'p1' }, [1, 2]),
    call(AT, { call: 'confirm', paymentId: 'p1' }, { stage: 'paid' }, [3, 4]),
  ]
  const refund = (amount: number | null, key: string, answer: unknown, places: number[]) =>
    call(AT, { call: 'refund', paymentId: 'p1', amount, key }, answer, places)
  const verdict = (...calls: Call[]): boolean =>
    isExplained(paymentModel(WITH_EVENTS), [...paid, ...calls])

  test('never give back more than was paid', () => {
    const first = refund(60, 'a', { refundId: 'r1', amount: 60 }, [5, 6])
    expect(verdict(first, refund(60, 'b', { refundId: 'r2', amount: 60 }, [7, 8]))).toBe(false)
    expect(verdict(first, refund(40, 'b', { refundId: 'r2', amount: 40 }, [7, 8]))).toBe(true)
    const mismatch = { refused: 'PAYMENT409_AMOUNT_MISMATCH' }
    expect(verdict(first, refund(60, 'b', mismatch, [7, 8]))).toBe(true)
  })

  test('are made once under a key, also when the first answer was lost', () => {
    const lost = refund(60, 'a', null, [5])
    expect(verdict(lost, refund(60, 'a', { refundId: 'r1', amount: 60 }, [7, 8]))).toBe(true)
    const again = refund(60, 'a', { refundId: 'r2', amount: 60 }, [9, 10])
    expect(verdict(lost, refund(60, 'a', { refundId: 'r1', amount: 60 }, [7, 8]), again)).toBe(
      false,
    )
  })

  test('make the payment refunded when all is given back', () => {
    const all = refund(null, 'a', { refundId: 'r1', amount: 100 }, [5, 6])
    const shows = (stage: string, refunded: number) =>
      call(
        AT,
        { call: 'status' },
        { stage, paymentId: 'p1', delivery: 'pending', refunded },
        [7, 8],
      )
    expect(verdict(all, shows('refunded', 100))).toBe(true)
    expect(verdict(all, shows('paid', 0))).toBe(false)
  })
})

describe('bags, handovers, payouts and redemptions', () => {
  const verdict = (rules: Parameters<typeof stepModel>[0], ...calls: Call[]): boolean =>
    isExplained(stepModel(rules), calls)

  test('a bag has one slip, and its making is one bag', () => {
    const bagged = call('bag', { step: 'bag', key: 'k' }, { status: 'bagged' }, [1, 2])
    const slip = (detail: string, answer: unknown, places: number[]) =>
      call('bag', { step: 'deposited', detail }, answer, places)
    const first = slip('1', { status: 'deposited' }, [3, 4])
    const wrong = { refused: 'DEPOSIT409_WRONG_STATUS' }
    expect(verdict(BAG, bagged, first, slip('1', { status: 'deposited' }, [5, 6]))).toBe(true)
    expect(verdict(BAG, bagged, first, slip('2', wrong, [5, 6]))).toBe(true)
    expect(verdict(BAG, bagged, first, slip('2', { status: 'deposited' }, [5, 6]))).toBe(false)
  })

  test('a handover has one end', () => {
    const end = (step: string, status: string, places: number[]) =>
      call('handover', { step }, { status }, places)
    const received = end('receive', 'received', [1, 2])
    expect(verdict(HANDOVER, received, end('cancel', 'cancelled', [3, 4]))).toBe(false)
    const unanswered = call('handover', { step: 'receive' }, null, [1])
    expect(verdict(HANDOVER, unanswered, end('cancel', 'cancelled', [3, 4]))).toBe(true)
    const read = call('handover', { step: 'read' }, { status: 'received' }, [5, 6])
    expect(verdict(HANDOVER, unanswered, read)).toBe(true)
    expect(verdict(HANDOVER, read)).toBe(false)
  })

  test('a payout is not declined after it was instructed', () => {
    const step = (name: string, status: string, at: number) =>
      call('payout', { step: name }, { status }, [at, at + 1])
    const instructed = [step('approve', 'approved', 1), step('instruct', 'instructed', 3)]
    expect(verdict(PAYOUT, ...instructed, step('paid', 'paid', 5))).toBe(true)
    expect(verdict(PAYOUT, ...instructed, step('decline', 'declined', 5))).toBe(false)
  })

  test('a refund is paid to its payer once', () => {
    const redeem = (key: string, answer: unknown, at: number) =>
      call('refund', { step: 'redeem', key }, answer, [at, at + 1])
    const paid = { status: 'paid' }
    expect(verdict(REDEMPTION, redeem('a', paid, 1), redeem('a', paid, 3))).toBe(true)
    expect(verdict(REDEMPTION, redeem('a', paid, 1), redeem('b', paid, 3))).toBe(false)
  })
})

describe('a QR code', () => {
  const config = (amounts: number[], updatedAt: string) => ({ amounts, updatedAt })
  const set = call(
    'code',
    { call: 'set', amounts: [5], singleUse: true },
    config([5], 't1'),
    [1, 2],
  )
  const pay = (key: string, answer: unknown, places: number[]) =>
    call('code', { call: 'pay', amount: 5, key }, answer, places)
  const verdict = (...calls: Call[]): boolean => isExplained(QR_CODE, calls)

  test('has one payer of a single use', () => {
    const first = pay('a', { paymentId: 'p1', amount: 5 }, [3, 4])
    expect(verdict(set, first, pay('b', { refused: 'QR_CODE409_IN_USE' }, [5, 6]))).toBe(true)
    expect(verdict(set, first, pay('b', { paymentId: 'p2', amount: 5 }, [5, 6]))).toBe(false)
    const cancelled = call(
      'code',
      { call: 'cancel', paymentId: 'p1' },
      { stage: 'released' },
      [5, 6],
    )
    expect(verdict(set, first, cancelled, pay('b', { paymentId: 'p2', amount: 5 }, [7, 8]))).toBe(
      true,
    )
  })

  test('answers a key with its first refusal, also when nobody heard that', () => {
    const first = pay('a', { paymentId: 'p1', amount: 5 }, [3, 4])
    const lost = pay('b', null, [5])
    const cancelled = call(
      'code',
      { call: 'cancel', paymentId: 'p1' },
      { stage: 'released' },
      [6, 7],
    )
    const again = pay('b', { refused: 'QR_CODE409_IN_USE' }, [8, 9])
    expect(verdict(set, first, lost, cancelled, again)).toBe(true)
    expect(verdict(set, first, cancelled, again)).toBe(false)
    const opened = pay('b', { paymentId: 'p2', amount: 5 }, [10, 11])
    expect(verdict(set, first, lost, cancelled, again, opened)).toBe(false)
  })

  test('names each payment whose opening nobody heard by its own key', () => {
    const free = call(
      'code',
      { call: 'set', amounts: [5], singleUse: false },
      config([5], 't1'),
      [1, 2],
    )
    const [a, b] = [pay('a', null, [3]), pay('b', null, [4])]
    // Both were opened before it: nobody pays 5 afterwards.
    const changed = call(
      'code',
      { call: 'set', amounts: [7], singleUse: false },
      config([7], 't2'),
      [5, 6],
    )
    const again = (key: string, paymentId: string, at: number) =>
      pay(key, { paymentId, amount: 5 }, [at, at + 1])
    expect(verdict(free, a, b, changed, again('a', 'p1', 7), again('b', 'p2', 9))).toBe(true)
    expect(verdict(free, a, b, changed, again('a', 'p1', 7), again('a', 'p2', 9))).toBe(false)
  })

  test('is not changed while it is being paid, and shows no amount that was replaced', () => {
    const first = pay('a', { paymentId: 'p1', amount: 5 }, [3, 4])
    const other = (answer: unknown, places: number[]) =>
      call('code', { call: 'set', amounts: [7], singleUse: false }, answer, places)
    expect(verdict(set, first, other(config([7], 't2'), [5, 6]))).toBe(false)
    const refusal = { refused: 'QR_CODE400_CANNOT_BE_MODIFIED' }
    expect(verdict(set, first, other(refusal, [5, 6]))).toBe(true)
    const scan = call('code', { call: 'scan' }, config([5], 't1'), [7, 8])
    expect(verdict(set, other(config([7], 't2'), [5, 6]), scan)).toBe(false)
  })
})

test('a recorder keeps the order of what its clients saw', async () => {
  const { calls, record, heard } = createRecorder()
  const who = { subject: 'bag 1', client: 'till 1', process: 'A' }
  await Promise.allSettled([
    record(
      { ...who, asked: { step: 'bag' } },
      async () => 'bagged',
      (status) => ({ status }),
    ),
    record(
      { ...who, asked: { step: 'read' } },
      () => Promise.reject(new Error('cut')),
      () => 1,
    ),
    record(
      { ...who, asked: { step: 'read' } },
      async () => 503,
      () => null,
    ),
  ])
  heard({ ...who, asked: { step: 'read' } })
  expect(calls.map(({ answer, ended }) => [answer, ended])).toEqual([
    [{ status: 'bagged' }, 4],
    [null, Infinity],
    [null, Infinity],
    ['heard', 6],
  ])
  expect(describeCalls(calls)).toContain('till 1 at A: {"step":"bag"} → {"status":"bagged"}')
})
