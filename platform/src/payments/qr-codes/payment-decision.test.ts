import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Code, Configuration } from './configuration.ts'
import { decidePayment, type RequestedPayment } from './payment-decision.ts'

const at = (ms: number): Date => new Date(Date.parse('2026-11-21T09:00:00.000Z') + ms)

const NOW = at(10_000)

const configuration = (fields: Partial<Configuration> = {}): Configuration => ({
  configurationId: 'c1',
  kind: 'PERMANENT',
  amounts: [500],
  expiresAt: null,
  setAt: at(1_000),
  endedAt: null,
  endedBy: null,
  use: null,
  ...fields,
})

const code = (newest: Configuration | null, fields: Partial<Code> = {}) => ({
  kind: 'static' as const,
  status: 'active' as const,
  partnerStatus: 'active' as const,
  partnerState: 'live' as const,
  createdAt: at(0),
  newest,
  ...fields,
})

const wish = (fields: Partial<RequestedPayment> = {}): RequestedPayment => ({
  isTest: false,
  amount: null,
  updatedAt: null,
  shown: null,
  ...fields,
})

const USE = { paymentId: 'p1', stage: 'locked', lockExpiresAt: at(20_000), paidAt: null } as const

const outcomeOf = (
  newest: Configuration | null,
  wanted: Partial<RequestedPayment> = {},
  fields: Parameters<typeof code>[1] & {
    partnerStatus?: 'active' | 'inactive'
    partnerState?: 'testing'
  } = {},
): number | string => {
  const decided = decidePayment({ ...code(newest), ...fields }, wish(wanted), NOW)
  return decided.decision === 'open' ? decided.amount : decided.code
}

const CHANGED = 'QR_CODE409_AMOUNT_CHANGED'

describe('a payment by QR code', () => {
  test.each([
    ['one amount, named or not', [[500]], [null, 500], 500],
    ['an amount among several', [[400, 500]], [500], 500],
    ['an amount that is not asked for', [[500], [400, 600]], [501], CHANGED],
    ['none of several', [[400, 500]], [null], 'VALIDATION400'],
  ])('%s', (_, lists, named, expected) => {
    for (const amounts of lists) {
      for (const amount of named) {
        expect(outcomeOf(configuration({ amounts }), { amount })).toBe(expected)
      }
    }
  })

  test('without a configuration is of what the payer names', () => {
    expect(outcomeOf(null, { amount: 7 })).toBe(7)
    expect(outcomeOf(null)).toBe('VALIDATION400')
    const gone = configuration({ expiresAt: NOW, kind: 'TIME_LIMITED' })
    expect(outcomeOf(gone, { amount: 7 })).toBe(7)
  })

  test('is refused where the code or the partner is not in use', () => {
    const refusals = [
      outcomeOf(null, { amount: 7 }, { status: 'disabled' }),
      outcomeOf(null, { amount: 7 }, { partnerStatus: 'inactive' }),
      outcomeOf(null, {}, { status: 'disabled', partnerStatus: 'inactive' }),
      outcomeOf(null, { amount: 7 }, { partnerState: 'testing' }),
      outcomeOf(null, { amount: 7, isTest: true }),
      outcomeOf(configuration({ kind: 'SINGLE_USE', use: USE })),
      outcomeOf(configuration({ kind: 'SINGLE_USE', use: USE }), { amount: 7 }),
    ]
    expect(refusals).toEqual([
      'QR_CODE400_INVALID_STATUS',
      'PARTNER403_INACTIVE',
      'QR_CODE400_INVALID_STATUS',
      'PARTNER409_TESTING',
      'CHANNEL403_TEST_ONLY',
      'QR_CODE409_IN_USE',
      CHANGED,
    ])
  })

  test('opens with what is in force', () => {
    const inForce = configuration()
    expect(decidePayment(code(inForce), wish(), NOW)).toEqual({
      decision: 'open',
      amount: 500,
      configuration: inForce,
    })
    expect(decidePayment(code(null), wish({ amount: 7 }), NOW)).toMatchObject({
      configuration: null,
    })
  })
})

const amount = fc.constantFrom(500, 600, 700)

const newest = fc.option(
  fc.record({
    configurationId: fc.constantFrom('c1', 'c2', 'c3'),
    kind: fc.constantFrom('PERMANENT' as const, 'SINGLE_USE' as const),
    amounts: fc.uniqueArray(amount, { minLength: 1, maxLength: 3 }),
    expiresAt: fc.constant(null),
    setAt: fc.constantFrom(at(1_000), at(2_000)),
    endedAt: fc.constant(null),
    endedBy: fc.constant(null),
    use: fc.constant(null),
  }),
)

describe('whatever was shown and whatever is asked for', () => {
  const situation = {
    inForce: newest,
    shown: fc.option(newest.map((seen) => ({ seen }))),
    named: fc.option(amount),
    tellsTime: fc.boolean(),
  }

  /** One configuration id stands for one set of amounts. */
  const isCoherent = (one: Configuration | null, other: Configuration | null): boolean =>
    one?.configurationId !== other?.configurationId || JSON.stringify(one) === JSON.stringify(other)

  const decide = ({
    inForce,
    shown,
    named,
    tellsTime,
  }: {
    inForce: Configuration | null
    shown: { seen: Configuration | null } | null
    named: number | null
    tellsTime: boolean
  }) =>
    decidePayment(
      code(inForce),
      {
        isTest: false,
        amount: named,
        shown: shown && { configurationId: shown.seen?.configurationId ?? null },
        updatedAt: shown && tellsTime ? (shown.seen?.setAt ?? at(0)) : null,
      },
      NOW,
    )

  test('no amount is charged that was neither named nor shown', () => {
    fc.assert(
      fc.property(fc.record(situation), (given) => {
        const { inForce, shown, named } = given
        fc.pre(isCoherent(inForce, shown?.seen ?? null))
        const decided = decide(given)
        if (decided.decision !== 'open') return
        const agreed = named ?? (shown ? shown.seen?.amounts.join() : decided.amount)
        expect(String(decided.amount)).toBe(String(agreed))
        // What was typed into an open code stays that: it does not become the price of another.
        expect(
          inForce ? inForce.amounts.some((each) => each === decided.amount) : !shown?.seen,
        ).toBe(true)
      }),
      { numRuns: 2_000 },
    )
  })

  test('what was shown a moment ago and is in force still can be paid', () => {
    fc.assert(
      fc.property(newest, amount, fc.boolean(), (inForce, typed, tellsTime) => {
        const [choice = typed] = inForce?.amounts ?? []
        const decided = decide({ inForce, shown: { seen: inForce }, named: choice, tellsTime })
        expect(decided).toMatchObject({ decision: 'open', amount: choice })
      }),
    )
  })
})
