import { qrConfigSchema, type Centimes, type QrConfigKind } from '@wasl/protocol'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  stateOf,
  changeRefusal,
  changeTime,
  endOf,
  isExpiryAllowed,
  isInUse,
  isPayable,
  isSame,
  isUsedUp,
  lapsedUse,
  qrConfigOf,
} from './configuration.ts'
import type { Code, Configuration, SingleUse, Amounts } from './configuration.ts'

const at = (ms: number): Date => new Date(Date.parse('2026-11-21T09:00:00.000Z') + ms)

const NOW = at(10_000)

const configuration = (fields: Partial<Configuration> = {}): Configuration => ({
  configurationId: 'c1',
  kind: 'PERMANENT',
  amounts: [50_000],
  expiresAt: null,
  setAt: at(1_000),
  endedAt: null,
  endedBy: null,
  use: null,
  ...fields,
})

const code = (newest: Configuration | null, fields: Partial<Code> = {}): Code => ({
  kind: 'static',
  status: 'active',
  createdAt: at(0),
  newest,
  ...fields,
})

const single = (use: Partial<SingleUse> | null): Configuration =>
  configuration({
    kind: 'SINGLE_USE',
    use: use && {
      paymentId: 'p1',
      stage: 'locked',
      lockExpiresAt: at(20_000),
      paidAt: null,
      ...use,
    },
  })

const PAID = { stage: 'paid', paidAt: at(5_000) } as const

/** The story of a code, told as what happens to it one thing after another. */
type Step =
  | { does: 'set'; kind: QrConfigKind; amounts: Centimes[]; lastsMs: number }
  | { does: 'unset' | 'lock' | 'release' | 'pay' | 'refund' }

type StepAt = { afterMs: number; step: Step }

/** A second telling, as simple as can be: a list of spans in which a configuration was in force. */
type Span = { configuration: Amounts; fromMs: number; untilMs: number; by: string | null }

const amounts = fc.uniqueArray(fc.integer({ min: 1, max: 999_999_999_999 }), {
  minLength: 1,
  maxLength: 20,
})

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    does: fc.constant('set' as const),
    kind: fc.constantFrom<QrConfigKind>('PERMANENT', 'TIME_LIMITED', 'SINGLE_USE'),
    amounts,
    lastsMs: fc.integer({ min: 1, max: 40 }),
  }),
  fc.record({ does: fc.constantFrom('unset', 'lock', 'release', 'pay', 'refund' as const) }),
)

const story = fc.array(fc.record({ afterMs: fc.integer({ min: 1, max: 20 }), step }), {
  maxLength: 30,
})

const spanAt = (spans: Span[], ms: number): Span | null => {
  const span = spans.at(-1)
  return span && ms >= span.fromMs && ms < span.untilMs ? span : null
}

/** What each step does to a code whose rules are those of D16 to D19. */
const tell = (steps: StepAt[]): { spans: Span[]; newest: Configuration | null; nowMs: number } => {
  const spans: Span[] = []
  const told: { newest: Configuration | null } = { newest: null }
  let nowMs = 0
  for (const { afterMs, step: next } of steps) {
    nowMs += afterMs
    const span = spanAt(spans, nowMs)
    const close = (by: 'replaced' | 'unset'): void => {
      if (span) Object.assign(span, { untilMs: nowMs, by })
    }
    switch (next.does) {
      case 'set': {
        if (told.newest?.use?.stage === 'locked') break
        close('replaced')
        const expiresMs = next.kind === 'TIME_LIMITED' ? nowMs + next.lastsMs : Infinity
        const expiresAt = Number.isFinite(expiresMs) ? at(expiresMs) : null
        told.newest = configuration({ ...next, expiresAt, setAt: at(nowMs) })
        const by = expiresAt ? 'expired' : null
        spans.push({ configuration: told.newest, fromMs: nowMs, untilMs: expiresMs, by })
        break
      }
      case 'unset':
        if (told.newest?.use?.stage === 'locked' || !span) break
        close('unset')
        told.newest = { ...(told.newest as Configuration), endedAt: at(nowMs), endedBy: 'unset' }
        break
      case 'lock':
        if (span?.configuration.kind === 'SINGLE_USE' && !told.newest?.use)
          told.newest = { ...(told.newest as Configuration), use: single({}).use }
        break
      case 'release':
        if (told.newest?.use?.stage === 'locked') told.newest = { ...told.newest, use: null }
        break
      case 'pay':
        if (told.newest?.use?.stage !== 'locked') break
        told.newest = {
          ...told.newest,
          use: { ...told.newest.use, stage: 'paid', paidAt: at(nowMs) },
        }
        if (span) Object.assign(span, { untilMs: nowMs, by: 'used' })
        break
      case 'refund':
        if (told.newest?.use?.stage === 'paid')
          told.newest = { ...told.newest, use: { ...told.newest.use, stage: 'refunded' } }
        break
      default:
        next satisfies never
    }
  }
  return { spans, newest: told.newest, nowMs }
}

describe('lifetimes and modes, compared with a list of spans', () => {
  test('the configuration in force is that of the present span, and the mode follows its amounts', () => {
    const reached = new Set<string>()
    fc.assert(
      fc.property(story, fc.integer({ min: 0, max: 60 }), (steps, laterMs) => {
        const { spans, newest, nowMs } = tell(steps)
        const momentMs = nowMs + laterMs
        const state = stateOf(code(newest), at(momentMs))
        const span = spanAt(spans, momentMs)
        expect(state.configuration?.amounts ?? []).toEqual(span?.configuration.amounts ?? [])
        expect(state.configuration?.kind).toBe(span?.configuration.kind)
        const count = span?.configuration.amounts.length ?? 0
        expect(state.mode).toBe(['OPEN_AMOUNT', 'SINGLE_AMOUNT'][count] ?? 'MULTI_AMOUNT')
        const last = spans.at(-1)
        expect(state.updatedAt).toEqual(at(span ? span.fromMs : last ? last.untilMs : 0))
        expect(newest && endOf(newest, at(momentMs))?.by).toBe(
          last ? (span ? undefined : last.by) : null,
        )
        reached.add(`${state.mode} ${span ? span.configuration.kind : (last?.by ?? 'never')}`)
        qrConfigSchema.strict().parse(qrConfigOf('T', state))
      }),
      { numRuns: 3_000 },
    )
    expect(reached).toEqual(
      new Set([
        ...['PERMANENT', 'TIME_LIMITED', 'SINGLE_USE'].flatMap((kind) => [
          `SINGLE_AMOUNT ${kind}`,
          `MULTI_AMOUNT ${kind}`,
        ]),
        ...['never', 'unset', 'expired', 'used'].map((by) => `OPEN_AMOUNT ${by}`),
      ]),
    )
  })

  test('time alone can end a configuration, and never restores one', () => {
    fc.assert(
      fc.property(story, fc.nat({ max: 50 }), fc.nat({ max: 50 }), (steps, firstMs, laterMs) => {
        const { newest, nowMs } = tell(steps)
        const moments = [at(nowMs + firstMs), at(nowMs + firstMs + laterMs)] as const
        const [first, later] = moments.map((moment) => stateOf(code(newest), moment))
        const isBroughtBack = !first?.configuration && Boolean(later?.configuration)
        expect(isBroughtBack).toBe(false)
        expect(later?.updatedAt.getTime()).toBeGreaterThanOrEqual(first?.updatedAt.getTime() ?? 0)
      }),
    )
  })

  test('a change counts from later than every earlier state', () => {
    fc.assert(
      fc.property(story, fc.nat({ max: 50 }), (steps, laterMs) => {
        const { newest, nowMs } = tell(steps)
        const moment = at(nowMs + laterMs)
        const changed = changeTime(code(newest), moment).getTime()
        expect(changed).toBeGreaterThan(stateOf(code(newest), moment).updatedAt.getTime())
        expect(changed).toBeGreaterThanOrEqual(moment.getTime())
        expect(changed).toBeLessThanOrEqual(moment.getTime() + 1)
      }),
    )
  })
})

describe('a time-limited configuration', () => {
  const limited = configuration({ kind: 'TIME_LIMITED', expiresAt: NOW })

  test('is in force until the millisecond before its time and not at it', () => {
    expect(stateOf(code(limited), at(9_999)).configuration).toBe(limited)
    expect(stateOf(code(limited), NOW).configuration).toBeNull()
  })

  test('ends by its replacement before its time, and by its time after it', () => {
    const replaced = { ...limited, endedAt: at(4_000), endedBy: 'replaced' } as const
    expect(endOf(replaced, at(60_000))).toEqual({ at: at(4_000), by: 'replaced' })
    const later = { ...limited, endedAt: at(60_000), endedBy: 'replaced' } as const
    expect(endOf(later, at(60_001))).toEqual({ at: NOW, by: 'expired' })
  })
})

describe('a single use', () => {
  test('is in use while a payment is locked, and used up once it was paid', () => {
    expect(isInUse(stateOf(code(single(null)), NOW))).toBe(false)
    expect(isInUse(stateOf(code(single({})), NOW))).toBe(true)
    expect(isInUse(stateOf(code(single(PAID)), NOW))).toBe(false)
    expect(endOf(single(PAID), NOW)).toEqual({ at: at(5_000), by: 'used' })
    expect(endOf(single({ ...PAID, stage: 'refunded' }), NOW)?.by).toBe('used')
  })

  test('lapses at the end of its lock, and only while it is locked', () => {
    expect(lapsedUse(code(single({})), at(19_999))).toBeNull()
    expect(lapsedUse(code(single({})), at(20_000))?.paymentId).toBe('p1')
    expect(lapsedUse(code(single(PAID)), at(20_000))).toBeNull()
    expect(lapsedUse(code(single(null)), at(20_000))).toBeNull()
  })

  test('of a dynamic code is its only one', () => {
    const dynamic = (use: Partial<SingleUse> | null) => code(single(use), { kind: 'dynamic' })
    expect([null, {}, PAID].map((use) => isUsedUp(dynamic(use)))).toEqual([false, false, true])
    expect([null, {}, PAID].map((use) => isPayable(dynamic(use)))).toEqual([true, true, false])
    expect(isPayable(code(single(PAID)))).toBe(true)
    expect(isPayable(code(null, { status: 'disabled' }))).toBe(false)
  })
})

describe('a change', () => {
  test('is refused in the order of D18', () => {
    const refusals = [
      code(null),
      code(configuration()),
      code(single(null)),
      code(single(PAID)),
      code(single({})),
      code(single(null), { kind: 'dynamic' }),
      code(single(PAID), { kind: 'dynamic' }),
      code(null, { status: 'disabled' }),
      code(single({}), { status: 'disabled' }),
      code(single(null), { kind: 'dynamic', status: 'disabled' }),
    ].map((tried) => changeRefusal(tried, NOW))
    expect(refusals).toEqual([
      null,
      null,
      null,
      null,
      ...Array.from({ length: 3 }, () => 'QR_CODE400_CANNOT_BE_MODIFIED'),
      ...Array.from({ length: 3 }, () => 'QR_CODE400_INVALID_STATUS'),
    ])
  })

  test('does not exist when everything is the same, also the order of the amounts', () => {
    const wanted: Amounts = { kind: 'TIME_LIMITED', amounts: [1, 2], expiresAt: at(5) }
    expect(isSame(wanted, { ...wanted, expiresAt: at(5) })).toBe(true)
    for (const other of [
      { kind: 'PERMANENT' as const },
      { amounts: [2, 1] },
      { amounts: [1, 3] },
      { amounts: [3, 2] },
      { amounts: [1] },
      { amounts: [1, 2, 3] },
      { expiresAt: at(6) },
      { expiresAt: null },
    ]) {
      expect(isSame(wanted, { ...wanted, ...other })).toBe(false)
    }
  })
})

describe('an expiry', () => {
  test.each([
    ['2026-11-21T09:00:00.000Z', false],
    ['2026-11-21T09:00:00.001Z', true],
    ['2027-11-21T09:00:00.000Z', true],
    ['2027-11-21T09:00:00.001Z', false],
    ['2025-01-01T00:00:00.000Z', false],
  ])('at %s is allowed: %s', (expiresAt, allowed) => {
    expect(isExpiryAllowed(new Date(expiresAt), at(0))).toBe(allowed)
  })
})
